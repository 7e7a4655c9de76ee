import SwiftSignalKit
import TestSupport
import Testing

@Suite(.mayBlock) struct RetryTests {
  private let queue = Queue(name: "attempts")
  private let trace = Trace()
  private let attempts = Atomic(value: 0)

  /// Says the number of the attempt, then fails, as long as it may.
  private func failing(upTo last: Int = .max) -> Signal<Int, String> {
    Signal { [attempts] subscriber in
      let number = attempts.modify { $0 + 1 }
      subscriber.putNext(number)
      if number <= last { subscriber.putError("error \(number)") } else { subscriber.putCompletion() }
      return EmptyDisposable
    }
  }

  @Test func startsOverUntilItCompletes() async throws {
    let signal: Signal<Int, NoError> = failing(upTo: 3) |> retry(0.001, maxDelay: 0.002, onQueue: queue)
    signal.trace(to: trace)
    #expect(try await eventually { trace.lines.last == "completed" })
    #expect(trace.lines == ["1", "2", "3", "4", "completed"])
  }

  @Test(arguments: [Int.max, .min]) func anyNumberOfAttemptsMayBeAllowed(_ count: Int) async throws {
    let policy: (Signal<Int, String>) -> Signal<Int, String> = retry(
      retryOnError: { _ in true }, delayIncrement: 0, maxDelay: .infinity, maxRetries: count, onQueue: queue)
    (failing(upTo: 2) |> policy).trace(to: trace)
    #expect(try await eventually { ["completed", "error error 1"].contains(trace.lines.last) })
    #expect(trace.lines == (count > 0 ? ["1", "2", "3", "completed"] : ["1", "error error 1"]))
  }

  @Test func theFirstAttemptIsAtOnceAndTheOthersAreNot() {
    let disposable = (failing() |> retry(100, maxDelay: 1_000, onQueue: queue)).trace(to: trace)
    #expect(trace.lines == ["1"])
    disposable.dispose()
  }

  @Test func theWaitGrowsUpToTheLongest() async throws {
    let times = Notes<ContinuousClock.Instant>()
    let signal =
      failing() |> beforeNext { _ in times.add(.now) } |> retry(0.01, maxDelay: 0.02, onQueue: queue)
    let disposable = signal.start()
    #expect(try await eventually { times.entries.count >= 5 })
    disposable.dispose()
    let waits = zip(times.entries, times.entries.dropFirst()).map { $1 - $0 }
    for (wait, least) in zip(waits, [10, 20, 20, 20]) { #expect(wait >= .milliseconds(least)) }
  }

  @Test func maxRetriesCountsAllAttempts() async throws {
    let signal =
      failing()
      |> retry(
        retryOnError: { _ in true }, delayIncrement: 0.001, maxDelay: 0.002, maxRetries: 3, onQueue: queue)
    signal.trace(to: trace)
    #expect(try await eventually { trace.lines.last == "error error 3" })
    #expect(trace.lines == ["1", "2", "3", "error error 3"])
  }

  @Test func anErrorThatIsNotWorthItIsPassedOn() async throws {
    let signal =
      failing()
      |> retry(
        retryOnError: { $0 != "error 2" }, delayIncrement: 0, maxDelay: 1, maxRetries: nil, onQueue: queue)
    signal.trace(to: trace)
    #expect(try await eventually { trace.lines.last == "error error 2" })
    #expect(trace.lines == ["1", "2", "error error 2"])
  }

  @Test(arguments: [0, -1, Double.nan, -Double.infinity])
  func alsoWithoutAWaitItStartsOverOnTheQueue(_ wait: Double) async throws {
    let places = Notes<Bool>()
    let signal =
      failing() |> beforeNext { [queue] _ in places.add(queue.isCurrent()) }
      |> retry(
        retryOnError: { _ in true }, delayIncrement: wait, maxDelay: 1, maxRetries: 3, onQueue: queue)
    signal.trace(to: trace)
    #expect(try await eventually { trace.lines.last == "error error 3" })
    #expect(places.entries == [false, true, true])
  }

  @Test(arguments: [0, 1, -5]) func oneAttemptThereIsAlways(_ maxRetries: Int) {
    let signal =
      failing()
      |> retry(
        retryOnError: { _ in true }, delayIncrement: 0, maxDelay: 1, maxRetries: maxRetries, onQueue: queue)
    signal.trace(to: trace)
    #expect(trace.lines == ["1", "error error 1"])
  }

  @Test func disposingEndsTheWait() async {
    queue.sync {
      let disposable = (failing() |> retry(0.005, maxDelay: 1, onQueue: queue)).trace(to: trace)
      disposable.dispose()
    }
    await withCheckedContinuation { continuation in queue.after(0.03) { continuation.resume() } }
    #expect(trace.lines == ["1"])
  }
}
