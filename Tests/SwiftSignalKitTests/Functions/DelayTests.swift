import Dispatch
import SwiftSignalKit
import TestSupport
import Testing

/// Nothing comes early; how late it comes depends on the machine.
@Suite(.timeLimit(.minutes(1))) struct DelayTests {
  private let queue = Queue(name: "later")
  private let notes = Notes<String>()
  private let source = Feed<Int, String>()

  /// Waits until everything has run that was to run on the queue by then.
  private func settle(after seconds: Double) async {
    await withCheckedContinuation { continuation in queue.after(seconds) { continuation.resume() } }
  }

  enum Kind: CaseIterable { case usual, suspendAware, coarse }

  private func later(_ seconds: Double, _ kind: Kind) -> (Signal<Int, String>) -> Signal<Int, String> {
    switch kind {
    case .usual: delay(seconds, queue: queue)
    case .suspendAware: suspendAwareDelay(seconds, granularity: 0.005, queue: queue)
    case .coarse: suspendAwareDelay(seconds, queue: queue)
    }
  }

  @Test(arguments: Kind.allCases) func theStartIsDelayedAndOnTheQueue(_ kind: Kind) async throws {
    let begin = DispatchTime.now()
    let started = Notes<Bool>()
    let work = Signal<Int, String> { [queue] subscriber in
      started.add(queue.isCurrent() && DispatchTime.now() >= begin + .milliseconds(20))
      subscriber.putNext(1)
      subscriber.putNext(2)
      subscriber.putCompletion()
      return EmptyDisposable
    }
    _ = (work |> later(0.02, kind)).noting(in: notes)
    #expect(started.entries == [])
    #expect(try await eventually { notes.entries.last == "completed" })
    #expect(started.entries == [true])
    #expect(notes.entries == ["1", "2", "completed"])
  }

  @Test(arguments: Kind.allCases) func whatIsDisposedOfDoesNotStart(_ kind: Kind) async {
    queue.sync {
      let disposable = (source.signal |> later(0.01, kind)).noting(in: notes)
      disposable.dispose()
    }
    await settle(after: 0.03)
    #expect(source.startCount == 0)
    #expect(notes.entries == [])
  }

  @Test(arguments: Kind.allCases) func noDelayIsNoTrapAndNotAtOnce(_ kind: Kind) async throws {
    queue.sync {
      _ = (.single(1) |> later(-1, kind)).noting(in: notes)
      #expect(notes.entries == [])
    }
    #expect(try await eventually { notes.entries == ["1", "completed"] })
  }
}

@Suite(.timeLimit(.minutes(1))) struct TimeoutTests {
  private let queue = Queue(name: "timeouts")
  private let notes = Notes<String>()
  private let source = Feed<Int, String>()
  private let alternate = Feed<Int, String>()

  private func settle(after seconds: Double) async {
    await withCheckedContinuation { continuation in queue.after(seconds) { continuation.resume() } }
  }

  @Test func goesOnWithTheOtherWhenNothingComes() async throws {
    _ = (source.signal |> timeout(0.01, queue: queue, alternate: alternate.signal)).noting(in: notes)
    #expect(try await eventually { alternate.startCount == 1 })
    #expect(source.disposalCount == 1)
    source.putNext(1)
    alternate.putNext(2)
    alternate.putCompletion()
    #expect(notes.entries == ["2", "completed"])
  }

  @Test func aValueThatComesAtOnceIsInTime() async {
    let prompt = Signal<Int, String> { [source] subscriber in
      subscriber.putNext(1)
      return source.signal.start(next: { subscriber.putNext($0) })
    }
    let disposable = (prompt |> timeout(0.01, queue: queue, alternate: alternate.signal)).noting(in: notes)
    await settle(after: 0.03)
    #expect(alternate.startCount == 0)
    source.putNext(2)
    #expect(notes.entries == ["1", "2"])
    disposable.dispose()
  }

  @Test func anEndIsAnEventToo() async {
    _ = (Signal<Int, String>.complete() |> timeout(0.01, queue: queue, alternate: alternate.signal))
      .noting(in: notes)
    _ = (Signal<Int, String>.fail("oops") |> timeout(0.01, queue: queue, alternate: alternate.signal))
      .noting(in: notes)
    await settle(after: 0.03)
    #expect(alternate.startCount == 0)
    #expect(notes.entries == ["completed", "error oops"])
  }

  @Test func disposingEndsWhicheverRuns() async throws {
    let first = (source.signal |> timeout(100, queue: queue, alternate: alternate.signal)).noting(in: notes)
    first.dispose()
    #expect(source.disposalCount == 1)
    let second = (source.signal |> timeout(0.001, queue: queue, alternate: alternate.signal)).noting(
      in: notes)
    #expect(try await eventually { alternate.startCount == 1 })
    second.dispose()
    #expect(alternate.disposalCount == 1)
    #expect(notes.entries == [])
  }
}
