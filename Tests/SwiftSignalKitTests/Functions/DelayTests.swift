import Dispatch
import SwiftSignalKit
import TestSupport
import Testing
import class Signals.SerialDisposable

/// Nothing comes early; how late it comes depends on the machine.
@Suite(.mayBlock) struct DelayTests {
  private let queue = Queue(name: "later")
  private let trace = Trace()
  private let source = Source<Int, String>()

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
    (work |> later(0.02, kind)).trace(to: trace)
    #expect(started.entries == [])
    #expect(try await eventually { trace.lines.last == "completed" })
    #expect(started.entries == [true])
    #expect(trace.lines == ["1", "2", "completed"])
  }

  @Test(arguments: Kind.allCases, [1e10, .greatestFiniteMagnitude, .infinity])
  func whatIsTooFarAwayNeverComes(_ kind: Kind, _ seconds: Double) async {
    let disposable = (source.signal |> later(seconds, kind)).trace(to: trace)
    let patient = (source.signal |> timeout(seconds, queue: queue, alternate: .single(2))).trace(to: trace)
    let calls = Notes<String>()
    queue.after(seconds) { calls.add("after") }
    await settle(after: 0.01)
    #expect(trace.lines == [])
    #expect(calls.entries == [])
    disposable.dispose()
    patient.dispose()
  }

  @Test(arguments: Kind.allCases) func whatIsDisposedOfDoesNotStart(_ kind: Kind) async {
    queue.sync {
      let disposable = (source.signal |> later(0.01, kind)).trace(to: trace)
      disposable.dispose()
    }
    await settle(after: 0.03)
    #expect(source.starts == 0)
    #expect(trace.lines == [])
  }

  @Test("The last wait of suspendAwareDelay takes half a second")
  func theLastWaitTakesHalfASecond() async throws {
    let begin = DispatchTime.now()
    let early = Notes<Bool>()
    let work = Signal<Int, String> { subscriber in
      early.add(DispatchTime.now() < begin + .milliseconds(600))
      return EmptyDisposable
    }
    // The clock is looked at after 200 ms.
    (work |> suspendAwareDelay(0.39, granularity: 0.2, queue: queue)).start()
    #expect(try await eventually { !early.entries.isEmpty })
    #expect(early.entries == [false])
  }

  @Test("A thread that is held up does not lose the start")
  func aThreadThatIsHeldUp() async throws {
    let (scheduler, look) = (HastyScheduler(), SerialDisposable())
    lookAtTheClock(
      until: .now + .milliseconds(20), every: .milliseconds(1), on: scheduler, by: look
    ) { [trace] in trace.add("starts") }
    #expect(
      try await eventually {
        scheduler.run()
        return trace.lines == ["starts"]
      })
  }

  @Test(arguments: Kind.allCases) func noDelayIsNoTrapAndNotAtOnce(_ kind: Kind) async throws {
    queue.sync {
      (.single(1) |> later(-1, kind)).trace(to: trace)
      #expect(trace.lines == [])
    }
    #expect(try await eventually { trace.lines == ["1", "completed"] })
  }
}

@Suite(.mayBlock) struct TimeoutTests {
  private let queue = Queue(name: "timeouts")
  private let trace = Trace()
  private let source = Source<Int, String>()
  private let alternate = Source<Int, String>()

  private func settle(after seconds: Double) async {
    await withCheckedContinuation { continuation in queue.after(seconds) { continuation.resume() } }
  }

  @Test func goesOnWithTheOtherWhenNothingComes() async throws {
    (source.signal |> timeout(0.01, queue: queue, alternate: alternate.signal)).trace(to: trace)
    #expect(try await eventually { alternate.starts == 1 })
    #expect(source.running == 0)
    source.put(1)
    alternate.put(2)
    alternate.complete()
    #expect(trace.lines == ["2", "completed"])
  }

  @Test("The old signal is disposed of before the other one starts")
  func disposesBeforeItStarts() async throws {
    let (old, new) = (Source<Int, String>("old", trace), Source<Int, String>("new", trace))
    (old.signal |> timeout(0.01, queue: queue, alternate: new.signal)).trace(to: trace)
    #expect(try await eventually { new.starts == 1 })
    #expect(trace.lines == ["start old", "dispose old", "start new"])
  }

  @Test func aValueThatComesAtOnceIsInTime() async {
    let prompt = Signal<Int, String> { [source] subscriber in
      subscriber.putNext(1)
      return source.signal.start(next: { subscriber.putNext($0) })
    }
    let disposable = (prompt |> timeout(0.01, queue: queue, alternate: alternate.signal)).trace(to: trace)
    await settle(after: 0.03)
    #expect(alternate.starts == 0)
    source.put(2)
    #expect(trace.lines == ["1", "2"])
    disposable.dispose()
  }

  @Test func anEndIsAnEventToo() async {
    _ = (Signal<Int, String>.complete() |> timeout(0.01, queue: queue, alternate: alternate.signal))
      .trace(to: trace)
    _ = (Signal<Int, String>.fail("oops") |> timeout(0.01, queue: queue, alternate: alternate.signal))
      .trace(to: trace)
    await settle(after: 0.03)
    #expect(alternate.starts == 0)
    #expect(trace.lines == ["completed", "error oops"])
  }

  @Test func disposingEndsWhicheverRuns() async throws {
    let first = (source.signal |> timeout(100, queue: queue, alternate: alternate.signal)).trace(to: trace)
    first.dispose()
    #expect(source.running == 0)
    let second = (source.signal |> timeout(0.001, queue: queue, alternate: alternate.signal)).trace(to: trace)
    #expect(try await eventually { alternate.starts == 1 })
    second.dispose()
    #expect(alternate.running == 0)
    #expect(trace.lines == [])
  }
}
