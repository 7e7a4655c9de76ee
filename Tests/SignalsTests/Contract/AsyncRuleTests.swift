import Foundation
import Signals
import TestSupport
import Testing

@Suite("Contract, async", .mayBlock)
struct AsyncRuleTests {
  // MARK: A1, out of streams

  @Test("A1: a task goes on once, with what was there before it waits", arguments: Exit.all)
  fileprivate func before(_ exit: Exit) {
    for ending in Ending.allCases {
      let outcomes = Log<Outcome>()
      let steps = Steps()
      let task = Task(executorPreference: steps) {
        outcomes.add(await exit.pulled(SignalProducer { observer, _ in ending.happen(observer) }))
      }
      if ending == .cancellation { task.cancel() }
      steps.run()
      #expect(outcomes.entries == [exit.outcome(of: ending)], "\(exit.name), \(ending)")

      if let pushed = exit.pushed {
        let (signal, input) = Signal<Int, Oops>.pipe()
        ending.happen(input)
        let late = Log<Outcome>()
        let task = Task(executorPreference: steps) { late.add(await pushed(signal)) }
        if ending == .cancellation { task.cancel() }
        steps.run()
        // A late observer is interrupted (contract S5).
        #expect(late.entries == [exit.cut], "\(exit.name), \(ending)")
      }
    }
  }

  @Test(
    "A1: a waiting task is resumed once, and nothing follows", arguments: Exit.all)
  fileprivate func during(_ exit: Exit) {
    for ending in Ending.allCases {
      let work = Work()
      expectOneOutcome(of: exit, ending, { await exit.pulled(work.producer) }) { $0(work.input) }
      #expect(!work.isRunning, "\(exit.name), \(ending)")

      if let pushed = exit.pushed {
        let (signal, input) = Signal<Int, Oops>.pipe()
        expectOneOutcome(of: exit, ending, { await pushed(signal) }) { $0(input) }
      }
    }
  }

  private func expectOneOutcome(
    of exit: Exit, _ ending: Ending, _ wait: @escaping @Sendable () async -> Outcome,
    _ withInput: ((Observer<Int, Oops>) -> Void) -> Void
  ) {
    let outcomes = Log<Outcome>()
    let steps = Steps()
    let task = steps.begin { outcomes.add(await wait()) }
    #expect(outcomes.entries == [], "\(exit.name), \(ending)")
    if ending == .cancellation { task.cancel() } else { withInput { ending.happen($0) } }
    steps.run()
    #expect(outcomes.entries == [exit.outcome(of: ending)], "\(exit.name), \(ending)")
    withInput { input in Ending.allCases.forEach { $0.happen(input) } }
    task.cancel()
    steps.run()
    #expect(outcomes.entries.count == 1, "\(exit.name), \(ending)")
  }

  @Test("A1: value, end and cancellation resume a task once", arguments: Exit.all)
  fileprivate func races(_ exit: Exit) async {
    let outcomes = Log<Outcome>()
    for batch in 0..<raceCount / batchSize {
      let rounds = (0..<batchSize).map { index in
        let (signal, input) = Signal<Int, Oops>.pipe()
        let task = Task {
          let outcome =
            if let pushed = exit.pushed, index % 2 == 0 {
              await pushed(signal)
            } else {
              await exit.pulled(signal.producer)
            }
          outcomes.add(outcome)
        }
        return (input: input, task: task)
      }
      onThreads(3) { thread in
        for (index, round) in rounds.enumerated() {
          switch thread {
          case 0: round.input.send(1)
          case 1: round.input.send(end: [.completed, .failed(Oops()), .interrupted][index % 3])
          default: round.task.cancel()
          }
        }
      }
      for round in rounds { await round.task.value }
      if outcomes.entries.count != (batch + 1) * batchSize { break }
    }
    let possible: [Outcome] = [.values([1]), .values([]), .nothing, .failed(Oops())]
    #expect(outcomes.entries.count == raceCount)
    #expect(outcomes.entries.allSatisfy(possible.contains))
  }

  // MARK: A1, into streams

  @Test("A1: a stream ends once, with what the task came to before", arguments: Entrance.all)
  fileprivate func taskIsOverBefore(_ entrance: Entrance) async {
    for ending in entrance.endings where ending != .cancellation {
      let play = Play()
      play.answer.give(ending.answer)
      await expectOneEnd(of: entrance, ending, play)
    }
    let play = Play()
    let events = Log<String>()
    entrance.producer(play).startWithSignal { signal, start in
      signal.observe { events.add("\($0)") }
      start.dispose()
    }
    #expect(events.entries == ["interrupted"], "\(entrance.name)")
    #expect(play.log.entries == [], "\(entrance.name)")
  }

  @Test("A1: a stream ends once with its task's result", arguments: Entrance.all)
  fileprivate func taskIsOverDuring(_ entrance: Entrance) async {
    for ending in entrance.endings {
      let play = Play()
      await expectOneEnd(of: entrance, ending, play) { start in
        await play.begun.output()
        if ending == .cancellation { start.dispose() } else { play.answer.give(ending.answer) }
      }
    }
  }

  private func expectOneEnd(
    of entrance: Entrance, _ ending: Ending, _ play: Play, _ act: (any Disposable) async -> Void = { _ in }
  ) async {
    let events = Log<String>()
    let ended = OneShotResult<Void>()
    let start = entrance.producer(play).start { event in
      events.add("\(event)")
      if event.isTerminating { ended.give(()) }
    }
    await act(start)
    await ended.output()
    #expect(events.entries == entrance.events(of: ending), "\(entrance.name), \(ending)")
    play.answer.give(.success(3))
    start.dispose()
    await play.over.output()
    #expect(events.entries == entrance.events(of: ending), "\(entrance.name), \(ending)")
  }

  @Test("A1: value, failure and disposal end a stream once", arguments: Entrance.all)
  fileprivate func entranceRaces(_ entrance: Entrance) async throws {
    let ends = Counter()
    let values = Counter()
    let afterTheEnd = Counter()
    for _ in 0..<raceCount / batchSize {
      let rounds = (0..<batchSize).map { _ in
        let play = Play()
        let isOver = Flag.Shared()
        let start = entrance.producer(play).start { event in
          if isOver.flag.isSet { afterTheEnd.increment() }
          if event.isTerminating {
            _ = isOver.flag.set()
            ends.increment()
          } else {
            values.increment()
          }
        }
        return (play: play, start: start)
      }
      onThreads(3) { thread in
        for round in rounds {
          switch thread {
          case 0: round.play.answer.give(.success(1))
          case 1: round.play.answer.give(.failure(Oops()))
          default: round.start.dispose()
          }
        }
      }
      for round in rounds where round.play.hasBegun.flag.isSet { await round.play.over.output() }
    }
    // The thread of a task may still be about to deliver the last of them.
    #expect(try await eventually { ends.value == raceCount }, "\(ends.value)")
    #expect(values.value <= raceCount)
    #expect(afterTheEnd.value == 0)
  }

  // MARK: A2

  @Test("A2: cancelling the task disposes of the start", arguments: Exit.all)
  fileprivate func cancellingDisposes(_ exit: Exit) {
    let work = Work()
    let steps = Steps()
    let task = steps.begin { _ = await exit.pulled(work.producer) }
    #expect(work.isRunning)
    task.cancel()
    #expect(!work.isRunning)
    steps.run()
  }

  @Test("A2: disposing of the start cancels the task", arguments: Entrance.all)
  fileprivate func disposingCancels(_ entrance: Entrance) async {
    let play = Play()
    let start = entrance.producer(play).startWithFailed { _ in }
    await play.begun.output()
    #expect(play.log.entries == [])
    start.dispose()
    await play.over.output()
    #expect(play.log.entries == ["cancelled"])
  }

  @Test("A2: leaving a loop disposes of the start")
  func leavingDisposes() {
    for way in 0..<3 {
      let work = Work()
      let steps = Steps()
      let log = Log<Int>()
      _ = steps.begin {
        do {
          for try await value in work.producer.values() {
            log.add(value)
            if way == 0 { break }
            if way == 1 { throw Oops() }
            return
          }
        } catch {}
      }
      #expect(work.isRunning)
      work.send(1)
      steps.run()
      #expect(!work.isRunning)
      #expect(log.entries == [1])
    }
  }

  @Test("A2: a released iterator disposes of the start, as its copies")
  func releasedIterators() {
    let work = Work()
    var iterator: AsyncValues<Int, Oops>.Iterator? = work.producer.values().makeAsyncIterator()
    var copy = iterator
    iterator = nil
    #expect(work.isRunning)
    withExtendedLifetime(copy) {}
    copy = nil
    #expect(!work.isRunning)
  }
}

// MARK: - How often

/// How often something is raced.
private let raceCount = rounds(100_000)

private let batchSize = 500

// MARK: - Out of streams

/// What a task gets.
private enum Outcome: Equatable, Sendable {
  case values([Int])
  case nothing
  case failed(Oops)

  init(_ value: Int?) { self = value.map { .values([$0]) } ?? .nothing }
}

/// How a stream or a task can come to an end.
private enum Ending: CaseIterable, Sendable {
  case value, failure, emptyCompletion, interruption, cancellation

  /// A cancellation comes from the other side.
  func happen(_ input: Observer<Int, Oops>) {
    switch self {
    case .value:
      input.send(1)
      input.complete()
    case .failure: input.fail(Oops())
    case .emptyCompletion: input.complete()
    case .interruption: input.interrupt()
    case .cancellation: break
    }
  }

  /// What an operation comes to.
  var answer: Result<Int?, any Error> {
    switch self {
    case .value: .success(1)
    case .failure: .failure(Oops())
    case .emptyCompletion: .success(nil)
    case .interruption, .cancellation: .failure(CancellationError())
    }
  }
}

/// A way from a stream to a task.
private struct Exit: Sendable, CustomTestStringConvertible {
  let name: String
  /// Of a completion without a value.
  let empty: Outcome
  /// Of an interruption and a cancellation.
  let cut: Outcome
  let pulled: @Sendable (SignalProducer<Int, Oops>) async -> Outcome
  let pushed: (@Sendable (Signal<Int, Oops>) async -> Outcome)?

  var testDescription: String { name }

  func outcome(of ending: Ending) -> Outcome {
    switch ending {
    case .value: .values([1])
    case .failure: .failed(Oops())
    case .emptyCompletion: empty
    case .interruption, .cancellation: cut
    }
  }

  static let all = [
    Exit(
      name: "firstValue", empty: .nothing, cut: .nothing,
      pulled: { await firstValue($0) }, pushed: { await firstValue($0) }),
    Exit(
      name: "lastValue", empty: .nothing, cut: .nothing,
      pulled: { await lastValue($0) }, pushed: { await lastValue($0) }),
    Exit(
      name: "allValues", empty: .values([]), cut: .nothing,
      pulled: { await allValues($0) }, pushed: { await allValues($0) }),
    Exit(
      name: "values", empty: .values([]), cut: .values([]),
      pulled: { await values($0) }, pushed: { await values($0) }),
    Exit(
      name: "Future.value", empty: .nothing, cut: .nothing, pulled: { await value($0) }, pushed: nil),
  ]

  private static func firstValue<D: Drive>(_ stream: EventStream<D, Int, Oops>) async -> Outcome {
    do { return Outcome(try await stream.firstValue()) } catch { return .failed(error) }
  }

  private static func lastValue<D: Drive>(_ stream: EventStream<D, Int, Oops>) async -> Outcome {
    do { return Outcome(try await stream.lastValue()) } catch { return .failed(error) }
  }

  private static func allValues<D: Drive>(_ stream: EventStream<D, Int, Oops>) async -> Outcome {
    do { return try await stream.allValues().map { .values($0) } ?? .nothing } catch { return .failed(error) }
  }

  private static func values<D: Drive>(_ stream: EventStream<D, Int, Oops>) async -> Outcome {
    var values: [Int] = []
    do {
      for try await value in stream.values() { values.append(value) }
      return .values(values)
    } catch {
      return .failed(error)
    }
  }

  private static func value(_ producer: SignalProducer<Int, Oops>) async -> Outcome {
    do { return Outcome(try await Future(producer).value) } catch { return .failed(error) }
  }
}

// MARK: - Into streams

/// An operation that the test leads.
private final class Play: Sendable {
  /// The operation waits for it.
  let answer = OneShotResult<Result<Int?, any Error>>()
  let begun = OneShotResult<Void>()
  let hasBegun = Flag.Shared()
  let over = OneShotResult<Void>()
  let log = Log<String>()

  func perform() async throws -> Int? {
    _ = hasBegun.flag.set()
    begun.give(())
    defer { over.give(()) }
    let result = await withTaskCancellationHandler {
      await answer.output()
    } onCancel: {
      log.add("cancelled")
      answer.give(.failure(CancellationError()))
    }
    return try result.get()
  }
}

/// A way from a task to a stream.
private struct Entrance: Sendable, CustomTestStringConvertible {
  let name: String
  let endings: [Ending]
  /// Whether an interruption inside is a completion outside (contract E4).
  var flattens = false
  let producer: @Sendable (Play) -> SignalProducer<Int, any Error>

  var testDescription: String { name }

  /// What observers receive.
  func events(of ending: Ending) -> [String] {
    switch ending {
    case .value: ["next(1)", "completed"]
    case .failure: ["failed(Oops(code: 0))"]
    case .emptyCompletion: ["completed"]
    case .interruption: [flattens ? "completed" : "interrupted"]
    case .cancellation: ["interrupted"]
    }
  }

  /// An operation that ends has a value.
  private static let endingsOfOperations: [Ending] = [.value, .failure, .interruption, .cancellation]

  static let all = [
    Entrance(name: "task", endings: endingsOfOperations) { play in
      .task { try await play.perform() ?? 0 }
    },
    Entrance(name: "sequence", endings: Ending.allCases) { play in SignalProducer(OneElement(play)) },
    Entrance(name: "flatMap", endings: endingsOfOperations, flattens: true) { play in
      SignalProducer<Int, any Error>(value: 0).flatMap(.merge) { _ in try await play.perform() ?? 0 }
    },
  ]
}

/// The value of a play, if it comes to one.
private struct OneElement: AsyncSequence, AsyncIteratorProtocol, Sendable {
  typealias Element = Int
  private let play: Play
  private var isOver = false

  init(_ play: Play) { self.play = play }

  func makeAsyncIterator() -> Self { self }

  mutating func next() async throws -> Int? {
    if isOver { return nil }
    isOver = true
    return try await play.perform()
  }
}
