import Foundation
import Signals
import TestSupport
import Testing

@Suite(.mayBlock) struct TaskTurnTests {
  @Test("A4: what is always ready leaves its thread to others", arguments: Ready.all, [false, true])
  fileprivate func onOneThread(_ ready: Ready, cancelled: Bool) async {
    let count = await repetitionsUntilOthersRun(limit: Ready.limit, cancelled: cancelled, ready.make)
    #expect(count <= Int(TaskTurn.operations))
  }

  @Test("A4: an actor that sends without end answers meanwhile")
  func onAnActor() async {
    let busy = Busy()
    // Without the executor that this test prefers: a task with another one than its actor suspends at each call.
    let count = await Task.detached { await busy.sendUntilAsked() }.value
    #expect(count <= Int(TaskTurn.operations))
  }

  @Test("A4: loops on all threads leave them to what ends them")
  func onAllThreads() async {
    // Two tasks that send into the same one hold each other up.
    let channels = (0..<Crowd.size).map { _ in Channel<Int, Never>(limit: 8) }
    let crowd = Crowd { for channel in channels { channel.complete() } }
    let loops = channels.map { channel in
      channel.producer.start()
      return Task.detached {
        crowd.join()
        for count in 0..<Ready.limit {
          do { try await channel.send(1) } catch { return count }
        }
        return Ready.limit
      }
    }
    for loop in loops { #expect(await loop.value < Ready.limit) }
  }

  @Test("A4: streams of sequences leave them as well")
  func sequences() async throws {
    let isOver = Flag.Shared()
    let crowd = Crowd { _ = isOver.flag.set() }
    let counts = Log<Int>()
    for _ in 0..<Crowd.size {
      let taken = Tally()
      SignalProducer<Int, Never>(Endless { !isOver.flag.isSet && taken.value < Ready.limit }).start { event in
        if event.isTerminating { return counts.add(taken.value) }
        if taken.value == 0 { crowd.join() }
        taken.add(1)
      }
    }
    #expect(try await eventually { counts.entries.count == Crowd.size })
    #expect(counts.entries.allSatisfy { $0 < Ready.limit })
  }

  @Test("Values keep the order of the calls") func order() async throws {
    let thread = ThreadOfItsOwn()
    let channel = Channel<Int, Never>(limit: 3 * Int(TaskTurn.operations))
    let count = Int(TaskTurn.operations)
    let calls = Tally()
    let sending = Task(executorPreference: thread) {
      let other = Task(executorPreference: thread) {
        for _ in 0..<count {
          calls.add(1)
          try await channel.send(calls.value)
        }
      }
      for _ in 0..<count {
        calls.add(1)
        try await channel.send(calls.value)
      }
      try await other.value
      channel.complete()
    }
    try await sending.value
    #expect(await channel.producer.allValues() == Array(1...2 * count))
  }
}

/// As many loops as keep all the threads that tasks share. When each has begun, another task ends them.
private final class Crowd: Sendable {
  static let size = 2 * ProcessInfo.processInfo.activeProcessorCount
  private let joined = Guarded(0)
  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) { self.end = end }

  func join() {
    let isComplete = joined.withLock { joined in
      joined += 1
      return joined == Self.size
    }
    if isComplete { Task.detached { self.end() } }
  }
}

private actor Busy {
  private let executor = BlockableExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private var isAsked = false

  func sendUntilAsked() async -> Int {
    Task { self.isAsked = true }
    let channel = Channel<Int, Never>(limit: 1)
    channel.producer.start()
    var count = 0
    while !isAsked, count < Ready.limit {
      try? await channel.send(count)
      count += 1
    }
    return count
  }
}

/// An asynchronous operation that never has to wait.
private struct Ready: Sendable, CustomTestStringConvertible {
  /// More than a turn: without an end, a test that fails would keep its thread.
  static let limit = 100_000

  let name: String
  let make: @Sendable () async -> () async -> Void

  var testDescription: String { name }

  static let all = [
    Ready(name: "send") {
      let channel = Channel<Int, Never>(limit: 1)
      channel.producer.start()
      return { try? await channel.send(1) }
    },
    Ready(name: "send into a closed channel") {
      let channel = Channel<Int, Never>(limit: 1)
      channel.complete()
      return { try? await channel.send(1) }
    },
    Ready(name: "values of a producer") {
      let iterator = SignalProducer<Int, Never>(0..<Int.max).values().makeAsyncIterator()
      return { _ = await iterator.next() }
    },
    Ready(name: "values of a signal") {
      let (signal, input) = Signal<Int, Never>.pipe()
      let iterator = signal.values().makeAsyncIterator()
      for value in 0..<limit { input.send(value) }
      return { _ = await iterator.next() }
    },
    Ready(name: "values of a channel") {
      let channel = Channel<Int, Never>(limit: limit)
      for value in 0..<limit { try? await channel.send(value) }
      let iterator = channel.producer.values().makeAsyncIterator()
      return { _ = await iterator.next() }
    },
    Ready(name: "values of a property") {
      let property = MutableProperty(0)
      let iterator = property.values().makeAsyncIterator()
      return {
        property.value += 1
        _ = await iterator.next()
      }
    },
    Ready(name: "values that are over") {
      let iterator = SignalProducer<Int, Never>.empty.values().makeAsyncIterator()
      return { _ = await iterator.next() }
    },
    Ready(name: "firstValue") { { _ = await SignalProducer<Int, Never>(value: 1).firstValue() } },
    Ready(name: "lastValue") { { _ = await SignalProducer<Int, Never>(value: 1).lastValue() } },
    Ready(name: "allValues") { { _ = await SignalProducer<Int, Never>(value: 1).allValues() } },
    Ready(name: "firstValue that fails") {
      { _ = try? await SignalProducer<Int, Oops>(error: Oops()).firstValue() }
    },
    Ready(name: "Future.value") { { _ = await Future(SignalProducer<Int, Never>(value: 1)).value } },
  ]
}

/// Is ready as long as `isWanted` says.
private struct Endless: AsyncSequence, AsyncIteratorProtocol, Sendable {
  typealias Element = Int
  let isWanted: @Sendable () -> Bool

  func makeAsyncIterator() -> Endless { self }

  func next(isolation actor: isolated (any Actor)?) async throws(Never) -> Int? { isWanted() ? 1 : nil }
}
