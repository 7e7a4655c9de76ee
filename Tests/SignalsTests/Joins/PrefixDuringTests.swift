import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite(.mayBlock) struct PrefixDuringTests {
  @Test func completesWithTheLifetime() {
    let lifetime = Subscription()
    let recorder = Recorder<Int, Oops>()
    let work = Work()
    work.producer.prefix(during: lifetime).start(recorder.observer)
    work.send(1)
    lifetime.dispose()
    #expect(recorder.events == [.next(1), .completed])
    #expect(!work.isRunning)
  }

  @Test func aSignalIsObservedUntilThen() {
    let lifetime = Subscription()
    let log = Log<Event<Int, Never>>()
    let (signal, input) = Signal<Int, Never>.pipe()
    signal.prefix(during: lifetime).observe(log.observer())
    input.send(1)
    lifetime.dispose()
    input.send(2)
    #expect(log.entries == [.next(1), .completed])
  }

  @Test func afterTheEndOfTheLifetimeNothingIsStarted() {
    let lifetime = Subscription()
    lifetime.dispose()
    let recorder = Recorder<Int, Oops>()
    let work = Work()
    work.producer.prefix(during: lifetime).start(recorder.observer)
    #expect(recorder.events == [.completed])
    #expect(work.starts == 0)
    let log = Log<Event<Int, Never>>()
    Signal<Int, Never>.never.prefix(during: lifetime).observe(log.observer())
    #expect(log.entries == [.interrupted], "contract S5")
  }

  @Test func forwardsTheEnds() {
    let lifetime = Subscription()
    expect("--a--|", { $0.prefix(during: lifetime) }, "--a--|")
    expect("--a--x", { $0.prefix(during: lifetime) }, "--a--x")
    expect("--a--!", { $0.prefix(during: lifetime) }, "--a--!")
    expect("--a--|", { $0.prefix(during: lifetime) }, "--(a$)")
  }

  @Test func theLifetimeOfAnAction() {
    var action: Action<Int, Int, Never>? = Action { SignalProducer(value: $0) }
    let log = Log<Event<Int, Never>>()
    SignalProducer<Int, Never>.never.prefix(during: action!.lifetime).start(log.observer())
    #expect(log.entries == [])
    action = nil
    #expect(log.entries == [.completed])
  }

  @Test("D4: the lifetime keeps nothing of starts that have ended") func releases() {
    let lifetime = Subscription()
    let log = Log<Int>()
    for number in 0..<1000 {
      let probe = Probe { log.add(number) }
      SignalProducer<Int, Never>.never.prefix(during: lifetime).start { _ in probe.touch() }.dispose()
    }
    #expect(log.entries.count == 1000)
  }

  @Test func disposesTheSource() {
    let lifetime = Subscription()
    expectDisposal(of: "-a-b-|", { $0.prefix(during: lifetime).prefix(1) }, at: 1)
  }

  @Test("D1: it ends on another thread while values come") func endsOnAnotherThread() {
    for _ in 0..<200 {
      let lifetime = Subscription()
      let recorder = Recorder<Int, Never>()
      let (signal, input) = Signal<Int, Never>.pipe()
      signal.producer.prefix(during: lifetime).start(recorder.observer)
      onThreads(2) { thread in
        if thread == 0 { lifetime.dispose() } else { for value in 0..<20 { input.send(value) } }
      }
      #expect(recorder.events.last == .completed)
      #expect(recorder.violations.isEmpty)
    }
  }

  @Test func keepsTheContract() {
    let lifetime = Subscription()
    checkContract { $0.prefix(during: lifetime) }
  }
}
