import Foundation
import SwiftSignalKit
import TestSupport
import Testing

/// What existing code relies on when it disposes.
@Suite("Disposal", .mayBlock) struct DisposalTests {
  /// A signal that says when it opens and closes something, as one that plays a file does.
  private func resource(_ name: String, _ trace: Trace) -> Signal<Int, NoError> {
    Signal { subscriber in
      trace.add("open \(name)")
      subscriber.putNext(1)
      return ActionDisposable {
        trace.add("close \(name)")
        withExtendedLifetime(subscriber) {}
      }
    }
  }

  @Test("In a callback, setting nil and then b closes a first")
  func closesBeforeItOpensInsideACallback() {
    let (trace, buttons) = (Trace(), ValuePipe<Int>())
    let meta = MetaDisposable()
    let playing = resource("a", trace) |> mapToSignal { _ in buttons.signal() }
    meta.set(
      playing.start(next: { _ in
        meta.set(nil)
        meta.set(resource("b", trace).start())
      }))
    buttons.putNext(1)
    #expect(trace.lines == ["open a", "close a", "open b"])
  }

  @Test("A start disposed of in its callback is closed on return")
  func closesInItsOwnCallback() {
    let shapes: [(Signal<Int, NoError>) -> Signal<Int, NoError>] = [
      { $0 }, { $0 |> map { $0 + 1 } |> filter { _ in true } |> afterDisposed {} },
      { combineLatest($0, numbers([1])) |> map { $0.0 } },
      { combineLatest($0, 0, Signal<Int, NoError>.never(), 1) |> filter { $0.0 > 0 } |> map { $0.0 } },
      { signal in numbers([1]) |> mapToSignal { _ in signal } },
      { $0 |> mapToSignal { .single($0) } }, { $0 |> mapToQueue { .single($0) } },
      { $0 |> then(.single(9)) }, { $0 |> restart }, { signal in deferred { signal } },
      { $0 |> map { Signal<Int, NoError>.single($0) } |> switchToLatest },
      { $0 |> deliverOnMainQueueInline }, { signal in numbers([]) |> then(signal) },
    ]
    for (index, shape) in shapes.enumerated() {
      let trace = Trace()
      let source = Source<Int, NoError>("source", trace)
      let meta = MetaDisposable()
      meta.set(
        shape(source.signal).start(next: { _ in
          trace.add("before")
          meta.set(nil)
          trace.add("after")
        }))
      source.put(1)
      source.put(2)
      #expect(trace.lines == ["start source", "before", "dispose source", "after"], "\(index)")
    }
  }

  @Test("dispose on another thread returns after the action has run")
  func otherThreadsDoNotWaitForTheCallback() {
    let trace = Trace()
    let source = Source<Int, NoError>("source", trace)
    let (inside, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let signal = combineLatest(source.signal |> map { $0 + 1 }, numbers([1])) |> mapToSignal { .single($0) }
    let disposable = signal.start(next: { _ in
      inside.signal()
      goOn.wait()
    })
    nonisolated(unsafe) let handle = disposable
    let delivering = Elsewhere { source.put(1) }
    inside.wait()
    let disposing = Elsewhere {
      handle.dispose()
      return trace.lines
    }
    #expect(disposing.result == ["start source", "dispose source"])
    goOn.signal()
    _ = delivering.result
  }

  @Test("Disposal order: generator, captures, what was kept alive")
  func disposesInOrder() {
    let trace = Trace()
    let signal = Signal<Int, NoError> { subscriber in
      subscriber.keepAlive(DeinitProbe { trace.add("kept") })
      return ActionDisposable {
        trace.add("disposable")
        withExtendedLifetime(subscriber) {}
      }
    }
    let disposable = signal.start(next: { [probe = DeinitProbe { trace.add("captures") }] _ in
      withExtendedLifetime(probe) {}
    })
    #expect(trace.lines == [])
    disposable.dispose()
    #expect(trace.lines == ["disposable", "captures", "kept"])
  }

  @Test("A value that a disposal sends is not delivered")
  func whatADisposalSendsIsNotDelivered() {
    let trace = Trace()
    let signal = Signal<Int, NoError> { subscriber in
      subscriber.putNext(1)
      return ActionDisposable {
        subscriber.putNext(2)
        subscriber.putCompletion()
      }
    }
    signal.trace(to: trace, "plain ").dispose()
    (signal |> mapToSignal { .single($0) }).trace(to: trace, "flat ").dispose()
    #expect(trace.lines == ["plain 1", "flat 1"])
  }

  @Test("Operators above see nothing that is sent after the end")
  func nothingIsSeenAfterTheEnd() {
    let trace = Trace()
    let signal =
      numbers(1...3)
      |> beforeNext { trace.add("before \($0)") }
      |> mapToSignal { number -> Signal<Int, NoError> in
        trace.add("make \(number)")
        return .single(number)
      }
      |> take(1)
    signal.trace(to: trace)
    #expect(trace.lines == ["before 1", "make 1", "1", "completed"])
  }

  @Test("A subscriber disposed of by another gets no value in flight")
  func disposedInAnotherCallback() {
    let trace = Trace()
    let (pipe, other) = (ValuePipe<Int>(), MetaDisposable())
    pipe.signal().start(next: { value in
      trace.add("first \(value)")
      other.set(nil)
    })
    other.set((pipe.signal() |> map { $0 }).trace(to: trace, "second "))
    pipe.putNext(1)
    #expect(trace.lines == ["first 1"])
  }

  @Test("afterDisposed follows the disposal of the source")
  func afterDisposedIsLast() {
    for ends in 0..<3 {
      let trace = Trace()
      let source = Source<Int, NoError>("source", trace)
      let signal =
        combineLatest(source.signal |> afterDisposed { trace.add("inner") }, numbers([1]))
        |> afterDisposed { trace.add("outer") }
      let meta = MetaDisposable()
      meta.set(signal.start(next: { _ in if ends == 0 { meta.dispose() } }))
      source.put(1)
      if ends == 1 { meta.dispose() }
      if ends == 2 { source.complete() }
      #expect(trace.lines == ["start source", "dispose source", "inner", "outer"], "\(ends)")
    }
  }

  @Test("afterDisposed follows what a generator returns after its end")
  func afterDisposedWaitsForTheGenerator() {
    let trace = Trace()
    let ending = Signal<Int, NoError> { subscriber in
      subscriber.putNext(1)
      subscriber.putCompletion()
      return ActionDisposable { trace.add("closed") }
    }
    (ending |> afterDisposed { trace.add("inner") } |> afterDisposed { trace.add("outer") }).start()
    #expect(trace.takeLines() == ["closed", "inner", "outer"])
    let remembered = Signal<Int, NoError> { subscriber in
      subscriber.putNext(1)
      return ActionDisposable { trace.add("closed") }
    }
    (remembered |> take(1) |> afterDisposed { trace.add("after") }).start()
    #expect(trace.takeLines() == ["closed", "after"])
    let open = Signal<Int, Int> { _ in ActionDisposable { trace.add("closed") } }
    (combineLatest(open, Signal<Int, Int>.fail(1)) |> afterDisposed { trace.add("after") }).start()
    #expect(trace.takeLines() == ["closed", "after"])
    withState(remembered |> take(1), { 0 }, disposed: { _ in trace.add("after") }).start()
    #expect(trace.takeLines() == ["closed", "after"])
  }

  @Test("No end comes with a value whose handler disposes")
  func disposalInTheLastValueIsSilent() {
    let ways: [(String, @Sendable (Signal<Int, NoError>) -> Signal<Int, NoError>)] = [
      ("take", { $0 |> take(1) }),
      ("take(until:)", { $0 |> take(until: { _ in SignalTakeAction(passthrough: true, complete: true) }) }),
      ("last", { $0 |> take(1) |> last |> map { $0 ?? 0 } }),
      ("stages", { $0 |> take(1) |> map { $0 } |> filter { _ in true } }),
      ("mapToSignal", { $0 |> mapToSignal { .single($0) } |> take(1) }),
      ("reduceLeft", { $0 |> take(1) |> reduceLeft(value: 0) { $0 + $1 } }),
    ]
    for (name, way) in ways {
      let (trace, pipe, meta) = (Trace(), ValuePipe<Int>(), MetaDisposable())
      let signal =
        way(pipe.signal()) |> beforeCompleted { trace.add("before") } |> afterCompleted { trace.add("after") }
      meta.set(
        signal.start(
          next: { _ in
            meta.dispose()
            trace.add("disposed")
          }, completed: { trace.add("completed") }))
      pipe.putNext(1)
      #expect(trace.lines == ["disposed"], "\(name)")
    }
  }

  @Test("keep: without a disposal the same ends are reported")
  func lastValueIsFollowedByItsEnd() {
    let (trace, pipe) = (Trace(), ValuePipe<Int>())
    let signal =
      pipe.signal() |> take(1) |> beforeCompleted { trace.add("before") }
      |> afterCompleted { trace.add("after") }
    signal.trace(to: trace)
    pipe.putNext(1)
    #expect(trace.lines == ["1", "before", "completed", "after"])
  }

  @Test func generatorReturnsBeforeTheNextSignal() {
    let trace = Trace()
    let next = Signal<Int, NoError> { subscriber in
      trace.add("next")
      subscriber.putCompletion()
      return EmptyDisposable
    }
    let failing = Signal<Int, Int> { subscriber in
      subscriber.putError(1)
      trace.add("returns")
      return EmptyDisposable
    }
    (failing |> `catch` { _ in next }).start()
    #expect(trace.takeLines() == ["returns", "next"])
    let completing = Signal<Int, NoError> { subscriber in
      subscriber.putCompletion()
      trace.add("returns")
      return EmptyDisposable
    }
    (completing |> then(next)).start()
    #expect(trace.takeLines() == ["returns", "next"])
  }

  @Test func outerErrorDisposesOfTheInner() {
    for queues in [false, true] {
      let trace = Trace()
      let inner = Signal<Int, Int> { _ in ActionDisposable { trace.add("inner closed") } }
      let outer = Signal<Signal<Int, Int>, Int> { subscriber in
        subscriber.putNext(inner)
        subscriber.putError(1)
        trace.add("returns")
        return EmptyDisposable
      }
      (queues ? outer |> queue : outer |> switchToLatest).start()
      #expect(trace.lines == ["inner closed", "returns"])
    }
  }

  @Test("Releasing a handle disposes of nothing, through joins too")
  func releasingDisposesOfNothing() {
    let trace = Trace()
    @Sendable func source(_ name: String) -> Signal<Int, NoError> {
      Signal { _ in ActionDisposable { trace.add("dispose \(name)") } }
    }
    _ = combineLatest(source("a"), source("b")).start()
    _ = (numbers([1]) |> mapToSignal { _ in source("c") }).start()
    _ = (source("d") |> then(source("e")) |> afterDisposed { trace.add("after disposed") }).start()
    #expect(trace.lines == [])
  }

  // MARK: Containers

  /// Runs `dispose` while another thread is inside the disposal of the first member of the same container, and says
  /// whether the second member was over when it returned.
  private func isOver(
    _ member: Source<Int, NoError>, _ container: any Disposable & Sendable, _ first: Blocker
  )
    -> Bool
  {
    let earlier = Elsewhere { container.dispose() }
    first.inside.wait()
    let later = Elsewhere {
      container.dispose()
      return member.running == 0
    }
    defer {
      first.goOn.signal()
      _ = earlier.result
    }
    return later.result ?? false
  }

  private struct Blocker: Sendable {
    let inside = DispatchSemaphore(value: 0)
    let goOn = DispatchSemaphore(value: 0)

    var disposable: ActionDisposable {
      ActionDisposable {
        inside.signal()
        goOn.wait()
      }
    }
  }

  @Test("A container keeps its members until they have ended")
  func containersLetGoAfterDisposal() {
    let (first, member) = (Blocker(), Source<Int, NoError>())
    let set = DisposableSet()
    set.add(first.disposable)
    set.add(member.signal.start())
    #expect(isOver(member, set, first))

    let (other, second) = (Blocker(), Source<Int, NoError>())
    let inner = DisposableSet()
    inner.add(other.disposable)
    inner.add(second.signal.start())
    let meta = MetaDisposable()
    meta.set(inner.strict())
    #expect(isOver(second, meta, other))

    let (third, last) = (Blocker(), Source<Int, NoError>())
    let both = DisposableSet()
    both.add(third.disposable)
    both.add(last.signal.start())
    let dict = DisposableDict<Int>()
    dict.set(both, forKey: 1)
    #expect(isOver(last, dict, third))
  }

  @Test("No value follows a disposal during one on another thread")
  func aSecondThreadGetsNoValue() {
    let (first, trace, pipe) = (Blocker(), Trace(), ValuePipe<Int>())
    let set = DisposableSet()
    let blocking = Signal<Int, NoError> { _ in first.disposable }
    let second = pipe.signal() |> beforeNext { trace.add("before \($0)") }
    set.add(combineLatest(blocking, 0, second, 0).trace(to: trace))
    let earlier = Elsewhere { set.dispose() }
    first.inside.wait()
    set.dispose()
    pipe.putNext(1)
    first.goOn.signal()
    _ = earlier.result
    pipe.putNext(2)
    // The other thread is still on its way to the pipe when 1 is sent.
    #expect(trace.lines == ["(0, 0)", "before 1"])
  }

  private final class Counting: Disposable, Sendable {
    private let count = Atomic(value: 0)
    var times: Int { count.with { $0 } }
    func dispose() { count.modify { $0 + 1 } }
  }

  @Test("A custom disposable is disposed of once on eight threads")
  func foreignDisposablesOnce() {
    for _ in 0..<100 {
      let members = (0..<3).map { _ in Counting() }
      let (meta, set, dict) = (MetaDisposable(), DisposableSet(), DisposableDict<Int>())
      meta.set(members[0])
      set.add(members[1])
      dict.set(members[2], forKey: 1)
      onThreads(8) { _ in
        meta.dispose()
        set.dispose()
        dict.dispose()
      }
      #expect(members.map(\.times) == [1, 1, 1])
    }
  }

  @Test("Containers that hold each other are disposed of")
  func containersInARing() {
    let trace = Trace()
    let (meta, set) = (MetaDisposable(), DisposableSet())
    set.add(meta)
    set.add(ActionDisposable { trace.add("action") })
    meta.set(set)
    meta.dispose()
    #expect(trace.lines == ["action"])
  }
}

/// Delivers on a queue that the caller is on.
@Sendable private func deliverOnMainQueueInline(_ signal: Signal<Int, NoError>) -> Signal<Int, NoError> {
  Signal { subscriber in
    signal.start(next: { subscriber.putNext($0) }, completed: { subscriber.putCompletion() })
  }
}
