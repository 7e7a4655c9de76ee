import Foundation
import Signals
import SignalsFoundation
import SignalsTesting
import TestSupport
import Testing

private struct Trouble: Error, Equatable {}

/// A signal of numbers that another thread sends, until it is told to end.
private struct Ticks: Sendable {
  let signal: Signal<Int, Trouble>
  private let subscription: any Disposable

  init() {
    let (signal, input) = Signal<Int, Trouble>.pipe()
    self.signal = signal
    subscription = SignalProducer.interval(every: .milliseconds(1), of: 0..., on: QueueScheduler())
      .startWithValues { input.send($0) }
  }

  func end() { subscription.dispose() }
}

@Suite(.mayBlock) struct WaitingTests {
  private static let numbers = SignalProducer<Int, Trouble>([1, 2, 3])
  private static let empty = SignalProducer<Int, Trouble>.empty
  private static let failing = numbers.append(SignalProducer(error: Trouble()))
  private static let interrupted = SignalProducer<Int, Trouble> { observer, _ in
    observer.send(1)
    observer.interrupt()
  }

  @Test func returnsTheResult() async throws {
    try await onThread { () throws in
      #expect(try Self.numbers.waitForFirst() == 1)
      #expect(try Self.numbers.prefix(1).waitForSingle() == 1)
      #expect(try Self.numbers.waitForLast() == 3)
      #expect(try Self.numbers.waitForAll() == [1, 2, 3])
      #expect(try Self.numbers.waitForEnd() == .completed)
    }
  }

  /// Without failures nothing is thrown: the compiler asks for no `try`.
  @Test func needsNoTryWhereNothingFails() async throws {
    try await onThread { () throws in
      let numbers = SignalProducer<Int, Never>([1, 2, 3])
      #expect(numbers.waitForFirst() == 1)
      #expect(numbers.waitForLast() == 3)
      #expect(numbers.waitForAll() == [1, 2, 3])
      numbers.waitForEnd()
    }
  }

  @Test func returnsNothingOfAnEmptyStream() async throws {
    try await onThread { () throws in
      #expect(try Self.empty.waitForFirst() == nil)
      #expect(try Self.empty.waitForLast() == nil)
      #expect(try Self.empty.waitForAll() == [])
      #expect(try Self.empty.waitForEnd() == .completed)
      #expect(throws: NotSingle<Trouble>.empty) { try Self.empty.waitForSingle() }
    }
  }

  @Test func throwsTheFailure() async throws {
    try await onThread { () throws in
      #expect(try Self.failing.waitForFirst() == 1)
      #expect(throws: Trouble()) { try SignalProducer<Int, Trouble>(error: Trouble()).waitForFirst() }
      #expect(throws: NotSingle.failed(Trouble())) { try Self.failing.dropFirst(2).waitForSingle() }
      #expect(throws: Trouble()) { try Self.failing.waitForLast() }
      #expect(throws: Trouble()) { try Self.failing.waitForAll() }
      #expect(throws: Trouble()) { try Self.failing.waitForEnd() }
      #expect(throws: NotSingle<Trouble>.several) { try Self.failing.waitForSingle() }
    }
  }

  @Test func anInterruptionIsNoCompletion() async throws {
    try await onThread { () throws in
      #expect(try Self.interrupted.waitForFirst() == 1)
      #expect(try Self.interrupted.dropFirst(1).waitForFirst() == nil)
      #expect(try Self.interrupted.waitForSingle() == nil)
      #expect(try Self.interrupted.waitForLast() == nil)
      #expect(try Self.interrupted.waitForAll() == nil)
      #expect(try Self.interrupted.waitForEnd() == .interrupted)
    }
  }

  @Test func keepsAnOptionalValueApartFromNone() async throws {
    try await onThread { () throws in
      #expect(SignalProducer<Int?, Never>([nil, 1]).waitForFirst() == .some(nil))
      #expect(SignalProducer<Int?, Never>.empty.waitForFirst() == nil)
    }
  }

  @Test func disposesOfWhatGoesOn() async throws {
    try await onThread { () throws in
      let events = Guarded<[String]>([])
      let endless = SignalProducer<Int, Never>(0...).on(
        next: { number in events.withLock { $0.append("\(number)") } },
        interrupted: { events.withLock { $0.append("interrupted") } },
        disposed: { events.withLock { $0.append("disposed") } })
      #expect(endless.waitForFirst() == 0)
      #expect(events.withLock { $0 } == ["0", "interrupted", "disposed"])
    }
  }

  /// Also where other threads send: when the call returns, nothing of the work is left.
  @Test func returnsWhenEverythingIsReleased() async throws {
    try await onThread { () throws in
      for round in 0..<rounds(2_000) {
        let isReleased = Guarded(false)
        let work = SignalProducer<Int, Never> { observer, lifetime in
          lifetime += AnyDisposable { isReleased.withLock { $0 = true } }
          DispatchQueue.global().async {
            observer.send(round)
            if round % 2 == 0 { observer.complete() }
          }
        }
        let result =
          switch round % 4 {
          case 0: work.waitForLast()
          case 2: work.waitForAll()?.last
          default: work.waitForFirst()
          }
        #expect(result == round)
        #expect(isReleased.withLock { $0 })
      }
    }
  }

  @Test func waitsForAnotherThread() async throws {
    try await onThread { () throws in
      let later = SignalProducer<Int, Never>([1, 2]).delay(.milliseconds(2), on: QueueScheduler())
      #expect(later.waitForFirst() == 1)
      #expect(later.waitForLast() == 2)
      #expect(later.waitForEnd() == .completed)
    }
  }

  /// A signal is seen from the call on, which may be too late for what another thread sends: then it is tried again.
  @Test func waitsForSignals() async throws {
    try await onThread { () throws in
      let queue = QueueScheduler()
      func result<Output>(_ wait: (Signal<Int, Trouble>) throws -> Output?) throws -> Output {
        while true {
          let (signal, input) = Signal<Int, Trouble>.pipe()
          let work = SignalProducer<Int, Trouble>([1, 2]).delay(.milliseconds(1), on: queue).start(input)
          defer { work.dispose() }
          if let output = try wait(signal) { return output }
        }
      }
      #expect(try [1, 2].contains(result { try $0.waitForFirst() }))
      #expect(try result { try $0.waitForLast() } == 2)
      #expect(try result { try? $0.filter { $0 > 1 }.waitForSingle() } == 2)
      _ = try result { try $0.map { $0 * 2 }.waitForAll() == [2, 4] ? true : nil }
      _ = try result { try $0.combineLatest(with: $0).waitForEnd().isCompleted ? true : nil }
      #expect(try Signal<Int, Trouble>.empty.waitForFirst() == nil)
    }
  }

  @Test func aSignalThatHasEndedIsInterrupted() async throws {
    try await onThread { () throws in
      let (signal, input) = Signal<Int, Trouble>.pipe()
      input.complete()
      #expect(try signal.waitForEnd() == .interrupted)
      #expect(try signal.map { $0 }.waitForLast() == nil)
    }
  }

  @Test func waitsForProperties() async throws {
    try await onThread { () throws in
      var number: MutableProperty? = MutableProperty(1)
      #expect(number?.producer.waitForFirst() == 1)
      #expect(number?.map { $0 + 1 }.producer.waitForFirst() == 2)
      let producer = number?.producer
      number = nil
      #expect(producer?.waitForEnd() == .completed)
    }
  }

  /// The end comes through operators of every kind: those that start other streams, share a run, or change threads.
  @Test func waitsBehindEachKindOfOperator() async throws {
    try await onThread { () throws in
      let numbers = SignalProducer<Int, Never>([1, 2, 3])
      let queue = QueueScheduler()
      #expect(numbers.flatMap(.concat) { _ in numbers }.waitForAll()?.count == 9)
      #expect(numbers.append(numbers).prepend(0).waitForLast() == 3)
      #expect(numbers.share().waitForEnd() == .completed)
      #expect(numbers.replayLazily(1).waitForLast() == 3)
      #expect(numbers.receive(on: queue).waitForAll() == [1, 2, 3])
      #expect(numbers.start(on: queue).zip(with: numbers).waitForLast()?.1 == 3)
      #expect(numbers.buffer(2, onOverflow: .suspend).waitForLast() == 3)
      #expect(SignalProducer.combineLatest([numbers, numbers]).waitForLast() == [3, 3])
      #expect(Future<Int, Never>(value: 1).producer.waitForAll() == [1])
      #expect(LatestValue<Int, Never>(4).producer.waitForFirst() == 4)
    }
  }

  @Test func aTimeoutIsAFailureOfTheStream() async throws {
    try await onThread { () throws in
      let silent = SignalProducer<Int, Never>.never
      #expect(throws: Trouble()) {
        try silent.timeout(.firstValue, .milliseconds(2), failingWith: Trouble(), on: QueueScheduler())
          .waitForFirst()
      }
    }
  }

  @Test func eightThreadsWaitAtOnce() async throws {
    let ticks = Ticks()
    defer { ticks.end() }
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { try await onThread { try ticks.signal.producer.prefix(3).waitForAll() } }
      }
      for try await values in group {
        let first = values?.first ?? 0
        #expect(values == [first, first + 1, first + 2])
      }
    }
  }

  /// A task would block a thread that other tasks need.
  @Test func stopsInATask() async throws {
    var result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = SignalProducer<Int, Never>(value: 1).waitForFirst()
    }
    try expect(result, "waitForFirst()", "await firstValue()")
    result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try? SignalProducer<Int, Never>(value: 1).waitForSingle()
    }
    try expect(result, "waitForSingle()", "await single().firstValue()")
    result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = SignalProducer<Int, Never>(value: 1).waitForLast()
    }
    try expect(result, "waitForLast()", "await lastValue()")
    result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = SignalProducer<Int, Never>(value: 1).waitForAll()
    }
    try expect(result, "waitForAll()", "await allValues()")
    result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = SignalProducer<Int, Never>(value: 1).waitForEnd() }
    }
    try expect(result, "waitForEnd()", "await lastValue()")
  }

  private func expect(_ result: ExitTest.Result?, _ terminal: String, _ alternative: String) throws {
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      text.contains("\(terminal): it would block a thread that tasks share, use `\(alternative)` in a task"))
  }
}
