import TestSupport
import Testing

@testable import Signals

struct MainActorTerminalsTests {
  typealias Heard = Event<Int, Oops>

  @Test("A3: the events of another thread are heard on the main actor, in order")
  func events() async throws {
    let heard = Log<Heard>()
    let (signal, input) = Signal<Int, Oops>.pipe()
    signal.observe(on: MainActor.shared) { event in
      MainActor.assertIsolated()
      heard.add(event)
    }
    onThreads(1) { _ in
      input.send(1)
      input.send(2)
      input.complete()
    }
    let isHeard = try await eventually { heard.entries.count == 3 }
    #expect(isHeard)
    #expect(heard.entries == [.next(1), .next(2), .completed])
  }

  @Test("A3: whoever disposes of a start on another thread interrupts it on the main actor")
  func disposedOfElsewhere() async throws {
    let heard = Log<Heard>()
    let interrupted = Log<Heard>()
    let starts: [any Disposable] = [
      SignalProducer<Int, Oops>.never.start(on: MainActor.shared) { event in
        MainActor.assertIsolated()
        heard.add(event)
      },
      SignalProducer<Int, Oops>.never.startWithInterrupted(on: MainActor.shared) {
        MainActor.assertIsolated()
        interrupted.add(.interrupted)
      },
    ]
    onThreads(1) { _ in
      for start in starts { start.dispose() }
    }
    let isHeard = try await eventually { !heard.entries.isEmpty && !interrupted.entries.isEmpty }
    #expect(isHeard)
    #expect(heard.entries == [.interrupted])
    #expect(interrupted.entries == [.interrupted])
  }

  @Test("D2: after a start was disposed of on the main actor, its values are not heard there any more")
  @MainActor func disposedOfThere() async throws {
    let heard = Log<Heard>()
    let (signal, input) = Signal<Int, Oops>.pipe()
    let start = SignalProducer<Int, Oops> { observer, lifetime in lifetime += signal.observe(observer) }
      .start(on: .shared) { heard.add($0) }
    input.send(1)
    start.dispose()
    let isHeard = try await eventually { @Sendable in heard.entries == [.interrupted] }
    #expect(isHeard)
  }
}
