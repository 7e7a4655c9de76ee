import SwiftSignalKit
import TestSupport
import Testing

@Suite(.mayBlock) struct SignalTests {
  @Test func runsItsGeneratorAtEachStartOnTheStartingThread() {
    let trace = Trace()
    let signal = Signal<Int, NoError> { subscriber in
      trace.add("generator")
      subscriber.putNext(1)
      subscriber.putCompletion()
      return EmptyDisposable
    }
    #expect(trace.lines == [])
    signal.trace(to: trace)
    trace.add("started")
    signal.trace(to: trace)
    #expect(trace.lines == ["generator", "1", "completed", "started", "generator", "1", "completed"])
  }

  @Test("keep: next* (error | completed)?, and nothing after that")
  func keepsTheGrammar() {
    let endings: [(Subscriber<Int, String>) -> Void] = [
      { $0.putCompletion() }, { $0.putError("x") },
    ]
    for end in endings {
      let (trace, source) = (Trace(), Source<Int, String>())
      source.signal.trace(to: trace)
      source.put(1)
      end(source.last)
      let told = trace.lines
      #expect(told.count == 2)
      source.put(2)
      source.complete()
      source.fail("y")
      #expect(trace.lines == told)
      #expect(source.running == 0)
    }
  }

  @Test("keep: disposal is silent")
  func disposalIsSilent() {
    let (trace, source) = (Trace(), Source<Int, NoError>())
    let disposable = source.signal.trace(to: trace)
    source.put(1)
    disposable.dispose()
    disposable.dispose()
    source.put(2)
    source.complete()
    #expect(trace.lines == ["1"])
    #expect(source.running == 0)
  }

  // MARK: The end

  /// Handlers, what the generator has returned, and something that the handlers captured.
  private func start(_ signal: Signal<Int, String>, _ trace: Trace) -> any Disposable {
    signal.start(
      next: { [probe = DeinitProbe { trace.add("captures released") }] value in
        withExtendedLifetime(probe) { trace.add("next \(value)") }
      }, error: { trace.add("error \($0)") }, completed: { trace.add("completed") })
  }

  @Test("keep: order is handler, generator's disposable, captures")
  func endsInOrder() {
    let (trace, source) = (Trace(), Source<Int, String>("source", Trace()))
    let watched = Signal<Int, String> { subscriber in
      _ = source.signal.start(
        next: { subscriber.putNext($0) }, error: { subscriber.putError($0) },
        completed: { subscriber.putCompletion() })
      return ActionDisposable { [probe = DeinitProbe { trace.add("disposable released") }] in
        withExtendedLifetime(probe) { trace.add("disposable") }
      }
    }
    // The test keeps the disposables and the subscribers of the source.
    let completed = start(watched, trace)
    source.complete()
    #expect(trace.takeLines() == ["completed", "disposable", "disposable released", "captures released"])
    let failed = start(watched, trace)
    source.fail("x")
    #expect(trace.takeLines() == ["error x", "disposable", "disposable released", "captures released"])
    let disposed = start(watched, trace)
    disposed.dispose()
    #expect(trace.takeLines() == ["disposable", "disposable released", "captures released"])
    withExtendedLifetime((completed, failed, disposed, source)) {}
  }

  @Test("keep: the same through functions")
  func endsInOrderThroughFunctions() {
    let (trace, source) = (Trace(), Source<Int, String>())
    let signal =
      source.signal
      |> map { [probe = DeinitProbe { trace.add("function released") }] value in
        withExtendedLifetime(probe) { value + 1 }
      }
      |> afterDisposed { trace.add("after disposed") }
    let start = start(signal |> mapToSignal { .single($0) }, trace)
    source.put(1)
    #expect(trace.takeLines() == ["next 2"])
    source.complete()
    #expect(trace.takeLines() == ["completed", "after disposed", "captures released"])
    withExtendedLifetime((start, source)) {}
  }

  @Test func anEndBeforeTheGeneratorReturnsDisposesOfWhatItReturns() {
    let trace = Trace()
    let signal = Signal<Int, String> { subscriber in
      subscriber.putCompletion()
      trace.add("returns")
      return ActionDisposable { trace.add("disposable") }
    }
    let disposable = start(signal, trace)
    #expect(trace.lines.starts(with: ["completed"]))
    #expect(
      trace.lines.suffix(2) == ["disposable", "captures released"] || trace.lines.contains("disposable"))
    #expect(trace.lines.contains("captures released"))
    withExtendedLifetime(disposable) {}
  }

  @Test func disposingInAHandlerDisposesOfTheGeneratorsLaterResult() {
    let trace = Trace()
    let meta = MetaDisposable()
    let signal = Signal<Int, NoError> { subscriber in
      subscriber.putNext(1)
      subscriber.putNext(2)
      return ActionDisposable { trace.add("disposable") }
    }
    meta.set(
      signal.start(next: { value in
        trace.add(value)
        meta.dispose()
      }))
    #expect(trace.lines == ["1", "2", "disposable"])
  }

  @Test("mend: no value arrives after dispose on the same thread")
  func disposalIsPrompt() {
    let (trace, source) = (Trace(), Source<Int, NoError>())
    let meta = MetaDisposable()
    meta.set(
      source.signal.start(
        next: { value in
          trace.add(value)
          source.put(value + 1)
          meta.dispose()
          source.put(value + 2)
        }, completed: { trace.add("completed") }))
    source.put(1)
    source.complete()
    #expect(trace.lines == ["1"])
  }

  @Test("mend: sending from inside a callback is queued")
  func sendingFromInsideIsQueued() {
    let (trace, source) = (Trace(), Source<Int, NoError>())
    source.signal.start(
      next: { value in
        if value < 3 { source.put(value + 1) }
        trace.add(value)
      }, completed: { trace.add("completed") })
    source.put(1)
    #expect(trace.lines == ["1", "2", "3"])
  }

  @Test("mend: an end that is sent from inside is queued")
  func endingFromInsideIsQueued() {
    let (trace, source) = (Trace(), Source<Int, NoError>())
    source.signal.start(
      next: { value in
        source.complete()
        trace.add("end of \(value)")
      }, completed: { trace.add("completed") })
    source.put(1)
    #expect(trace.lines == ["end of 1", "completed"])
  }

  @Test("mend: events are serialised")
  func eventsAreSerial() {
    let source = Source<Int, NoError>()
    let inside = Atomic(value: 0)
    let (most, count) = (Atomic(value: 0), Atomic(value: 0))
    source.signal.start(next: { _ in
      let now = inside.modify { $0 + 1 }
      most.modify { max($0, now) }
      count.modify { $0 + 1 }
      inside.modify { $0 - 1 }
    })
    onThreads(4) { _ in for number in 0..<1000 { source.put(number) } }
    #expect(most.with { $0 } == 1)
    #expect(count.with { $0 } == 4000)
  }

  @Test("keep: a released start disposes of nothing")
  func aForgottenStartIsReleased() {
    let trace = Trace()
    let signal = Signal<Int, String> { _ in ActionDisposable { trace.add("disposable") } }
    _ = start(signal |> map { $0 } |> afterDisposed { trace.add("after disposed") }, trace)
    #expect(trace.lines == ["captures released"])
  }

  @Test("keep: a start lives while its generator keeps the subscriber")
  func aStartNeedsNoReference() {
    let (trace, source) = (Trace(), Source<Int, NoError>())
    source.signal.trace(to: trace)
    source.put(1)
    #expect(trace.lines == ["1"])
  }
}
