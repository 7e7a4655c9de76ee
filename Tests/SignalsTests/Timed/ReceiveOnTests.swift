import Signals
import SignalsTesting
import Testing

@Suite struct ReceiveOnTests {
  @Test func passesOnEventsInOrder() {
    expect("--a--b--(cd|)", { $0.receive(on: $1) }, "--a--b--(cd|)")
  }

  @Test("E8: it never runs inline") func neverRunsInline() {
    let time = TestScheduler()
    let recorder = Recorder<Int, Never>(on: time)
    let (output, input) = Signal<Int, Never>.pipe()
    output.receive(on: time).observe(recorder.observer)
    input.send(1)
    input.complete()
    #expect(recorder.events.isEmpty)
    time.run()
    #expect(recorder.events == [.next(1), .completed])
  }

  @Test("A3: a job that finds the gate busy is scheduled again")
  func staysOnTheScheduler() {
    let time = TestScheduler()
    let recorder = Recorder<Int, Never>(on: time)
    let (output, input) = Signal<Int, Never>.pipe()
    let subscription = Subscription()
    output.producer.receive(on: time).attach(recorder.observer, subscription)
    input.send(1)
    // As a thread is that adds an observer, or pauses.
    subscription.run { time.run() }
    #expect(recorder.events.isEmpty)
    input.send(2)
    input.complete()
    time.run()
    #expect(recorder.events == [.next(1), .next(2), .completed])
  }

  @Test("E7: with inline jobs, events that find the gate busy follow")
  func findsTheGateBusyAtOnce() {
    let recorder = Recorder<Int, Never>()
    let (output, input) = Signal<Int, Never>.pipe()
    let subscription = Subscription()
    output.producer.receive(on: ImmediateScheduler()).attach(recorder.observer, subscription)
    subscription.run {
      input.send(1)
      #expect(recorder.events.isEmpty)
      input.send(2)
    }
    #expect(recorder.values == [1, 2])
    #expect(recorder.violations.isEmpty)
  }

  @Test("E2: a failure drops the values that wait") func failureDropsWhatWaits() {
    expect("--a--(bcx)", { $0.receive(on: $1) }, "--a--x")
  }

  @Test func interruptionDropsWhatWaits() { expect("--a--(bc!)", { $0.receive(on: $1) }, "--a--!") }

  @Test(arguments: TestedDrive.allCases) func disposalDropsWhatWaits(_ drive: TestedDrive) {
    let time = TestScheduler()
    let recorder = Recorder<Int, Never>(on: time)
    let (output, input) = Signal<Int, Never>.pipe()
    let observation =
      switch drive {
      case .pushed: output.receive(on: time).observe(recorder.observer)
      case .pulled: output.producer.receive(on: time).start(recorder.observer)
      }
    input.send(1)
    observation.dispose()
    time.run()
    #expect(recorder.values.isEmpty)
    #expect(recorder.events.count == (drive == .pulled ? 1 : 0), "P5: the interruption is not delayed")
  }

  @Test func oneJobFetchesAllThatWaits() {
    let scheduler = CountingScheduler()
    let recorder = Recorder<Int, Never>()
    SignalProducer(1...100).receive(on: scheduler).start(recorder.observer)
    scheduler.time.run()
    #expect(recorder.values == Array(1...100))
    #expect(scheduler.jobs.entries.count == 1)
  }

  @Test func whatIsSentWhileItDeliversComesInAnotherJob() {
    let scheduler = CountingScheduler()
    let (output, input) = Signal<Int, Never>.pipe()
    let recorder = Recorder<Int, Never>(reaction: { if $0.value == 1 { input.send(2) } })
    output.receive(on: scheduler).observe(recorder.observer)
    input.send(1)
    scheduler.time.run()
    #expect(recorder.values == [1, 2])
    #expect(recorder.violations.isEmpty)
    #expect(scheduler.jobs.entries.count == 2, "others get a turn in between")
  }

  @Test func disposalInsideABatchDropsTheRest() {
    let time = TestScheduler()
    let recorder = Recorder<Int, Never>(on: time)
    SignalProducer(1...5).receive(on: time).startWithSignal { signal, interrupter in
      signal.observe(recorder.observer)
      signal.observeValues { if $0 == 2 { interrupter.dispose() } }
    }
    time.run()
    #expect(recorder.events == [.next(1), .next(2), .interrupted])
    #expect(recorder.violations.isEmpty)
  }

  @Test func valuesThatAreDroppedAreReleased() {
    let log = Log<String>()
    let time = TestScheduler()
    let (output, input) = Signal<Probe, Oops>.pipe()
    let observation = output.producer.receive(on: time).assertNoFailure()
      .startWithValues { _ in log.add("delivered") }
    input.send(Probe { log.add("released") })
    observation.dispose()
    #expect(log.entries == ["released"])
  }

  @Test func letsGoOfTheSourceWhenThatEnds() {
    expectDisposal(of: "--a--|", { $0.receive(on: $1) }, at: 5)
    expectDisposal(of: "--a--b--|", { $0.receive(on: $1).prefix(1) }, at: 2)
  }

  @Test func keepsTheContract() {
    checkContract { $0.receive(on: $1) }
    checkContract { $0.receive(on: ImmediateScheduler()) }
  }
}
