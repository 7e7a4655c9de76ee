import Dispatch
import Signals
import TestSupport
import Testing

@Suite(.mayBlock) struct MainActorTerminalsTests {
  typealias Heard = Event<Int, Oops>

  @Test("A3: events of another thread reach the main actor in order")
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

  @Test("A3: disposal on another thread interrupts on the main actor")
  func disposedOfElsewhere() async throws {
    let heard = Log<Heard>()
    let interrupted = Log<Heard>()
    let starts: [any Disposable] = [
      SignalProducer<Int, Oops>.never.start(on: MainActor.shared) { event in
        MainActor.assertIsolated()
        heard.add(event)
      },
      SignalProducer<Int, Never>.never.startWithInterrupted(on: MainActor.shared) {
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

  @Test("A3: an ended signal interrupts on the main actor")
  func endedBefore() async throws {
    let interrupted = Log<Heard>()
    let count = rounds(2000)
    onThreads(4) { _ in
      for _ in 0..<count {
        Signal<Int, Oops>.empty.observe(on: MainActor.shared) { event in
          MainActor.assertIsolated()
          interrupted.add(event)
        }
      }
    }
    let isHeard = try await eventually { interrupted.entries.count == 4 * count }
    #expect(isHeard)
    #expect(interrupted.entries.allSatisfy { $0 == .interrupted })
  }

  @Test("A3: other threads add and remove observers during delivery")
  func comeAndGo() async throws {
    let ends = Log<Heard>()
    let (signal, input) = Signal<Int, Oops>.pipe()
    let received = signal.receive(on: MainActorScheduler.shared)
    let hasArrived = DispatchSemaphore(value: 0)
    received.observe { event in
      MainActor.assertIsolated()
      if event.isTerminating { ends.add(event) } else { hasArrived.signal() }
    }
    let count = rounds(2000)
    let isDone = Flag.Shared()
    onThreads(3) { thread in
      if thread == 0 {
        // A job for each value.
        for number in 0..<count {
          input.send(number)
          hasArrived.wait()
        }
        _ = isDone.flag.set()
      } else {
        while !isDone.flag.isSet {
          received.observe { _ in MainActor.assertIsolated() }.dispose()
          signal.observe(on: .shared) { _ in MainActor.assertIsolated() }.dispose()
        }
      }
    }
    input.complete()
    let isHeard = try await eventually { ends.entries == [.completed] }
    #expect(isHeard)
  }

  @Test("D2, S4: disposal on the main actor ends all delivery at once")
  @MainActor func disposedOfAnObserverThere() async throws {
    let (heard, after) = (Log<Heard>(), Log<Heard>())
    let (signal, input) = Signal<Int, Oops>.pipe()
    let observation = signal.observe(on: .shared) { heard.add($0) }
    input.send(1)
    observation.dispose()
    input.send(2)
    signal.observe(on: .shared) { after.add($0) }
    input.send(3)
    let isHeard = try await eventually { @Sendable in after.entries == [.next(3)] }
    #expect(isHeard)
    #expect(heard.entries.isEmpty)
  }

  @Test("D4: disposal releases captures while the main actor is busy")
  @MainActor func releasesCaptures() {
    let log = Log<String>()
    let (signal, input) = Signal<Int, Oops>.pipe()
    func observe() -> any Disposable {
      let probe = Probe { log.add("released") }
      return signal.observe(on: .shared) { _ in probe.touch() }
    }
    let observation = observe()
    input.send(1)
    observation.dispose()
    #expect(log.entries == ["released"])
    #expect(observation.isDisposed)
  }

  @Test("A3, D4: closures are released on the main actor")
  @MainActor func releasedThere() async throws {
    let (places, made) = (Log<Bool>(), Counter())
    func using<Result>(_ make: (Mine) -> Result) -> Result {
      made.increment()
      return make(Mine(places))
    }
    for isDisposed in [true, false] {
      let (signal, input) = Signal<Int, Never>.pipe()
      let (failing, end) = Signal<Int, Oops>.pipe()
      let (numbers, others) = (signal.producer, failing.producer)
      let lifetime = Subscription()
      let all: [any Disposable] = [
        lifetime,
        using { mine in signal.observeValues(on: .shared) { _ in mine.touch() } },
        using { mine in signal.observeCompleted(on: .shared) { mine.touch() } },
        using { mine in signal.observeInterrupted(on: .shared) { mine.touch() } },
        using { mine in failing.observe(on: .shared) { _ in mine.touch() } },
        using { mine in failing.observe(during: lifetime, on: .shared) { _ in mine.touch() } },
        using { mine in failing.observeFailed(on: .shared) { _ in mine.touch() } },
        using { mine in failing.observeResult(on: .shared) { _ in mine.touch() } },
        using { mine in numbers.startWithValues(on: .shared) { _ in mine.touch() } },
        using { mine in numbers.startWithCompleted(on: .shared) { mine.touch() } },
        using { mine in numbers.startWithInterrupted(on: .shared) { mine.touch() } },
        using { mine in others.start(on: .shared) { _ in mine.touch() } },
        using { mine in others.startWithFailed(on: .shared) { _ in mine.touch() } },
        using { mine in others.startWithResult(on: .shared) { _ in mine.touch() } },
        using { mine in Future(firstOf: numbers).startWithValue(on: .shared) { _ in mine.touch() } },
        using { mine in Future(firstOf: others).start(on: .shared) { _ in mine.touch() } },
        using { mine in BindingTarget<Int>(on: .shared) { _ in mine.touch() } <~ signal },
      ]
      onThreads(1) { _ in
        input.send(1)
        if isDisposed { for start in all { start.dispose() } }
        input.complete()
        end.fail(Oops())
      }
    }
    try await expectRelease(of: made.value, in: places)
  }

  @Test("A3, D4: asynchronous closures are released there, too")
  @MainActor func recipesReleasedThere() async throws {
    let (places, made, ended) = (Log<Bool>(), Counter(), Counter())
    func using<Result>(_ make: (Mine) -> Result) -> Result {
      made.increment()
      return make(Mine(places))
    }
    let recipes = Guarded([
      using { mine in SignalProducer<Int, Never>.task { @MainActor in mine.number } },
      using { mine in
        SignalProducer<Int, Never>([1, 2]).flatMap(.merge) { @MainActor number in mine.number + number }
      },
    ])
    onThreads(1) { _ in
      for recipe in recipes.withLock({ exchange(&$0, with: []) }) {
        recipe.start { if $0.isTerminating { ended.increment() } }
        recipe.start().dispose()
      }
    }
    let haveEnded = try await eventually { @Sendable in ended.value == 2 }
    #expect(haveEnded)
    try await expectRelease(of: made.value, in: places)
  }

  /// Belongs to the main actor, and notes whether it is released there.
  private final class Mine {
    let number = 0
    private let places: Log<Bool>

    init(_ places: Log<Bool>) { self.places = places }

    func touch() {}

    deinit { places.add(isOnMainQueue()) }
  }

  private func expectRelease(of count: Int, in places: Log<Bool>) async throws {
    #expect(try await eventually { places.entries.count == count })
    #expect(places.entries.allSatisfy { $0 })
  }

  @Test("D2: after disposal on the main actor no value is delivered")
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
