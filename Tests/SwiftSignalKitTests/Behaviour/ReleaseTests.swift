import SwiftSignalKit
import TestSupport
import Testing

private let nothing = Signal<Int, NoError>.never()

/// The source keeps its subscriber, the subscriber keeps the handlers, and nothing else does.
@Suite("Release") struct ReleaseTests {
  private static let shapes:
    [(name: String, make: @Sendable (Signal<Int, NoError>) -> Signal<Int, NoError>)] = [
      ("plain", { $0 }), ("map", { $0 |> map { $0 } |> filter { _ in true } |> distinctUntilChanged }),
      ("take", { $0 |> take(2) }), ("afterDisposed", { $0 |> afterDisposed {} }),
      ("combineLatest", { combineLatest($0, nothing) |> map { $0.0 } }),
      ("combineLatest of an array", { combineLatest([$0, nothing]) |> map { $0[0] } }),
      ("combineLatest with a value", { combineLatest($0, 1, nothing, 2) |> map { $0.0 } }),
      ("mapToSignal", { signal in numbers([1]) |> mapToSignal { _ in signal } }),
      ("mapToQueue", { signal in numbers([1]) |> mapToQueue { _ in signal } }),
      ("mapToThrottled", { signal in numbers([1]) |> mapToThrottled { _ in signal } }),
      ("then", { $0 |> then(.single(1)) }), ("then of an end", { numbers([]) |> then($0) }),
      ("deferred", { signal in deferred { signal } }), ("restart", { $0 |> restart }),
      ("retry", { $0 |> castError(Int.self) |> retry(1, maxDelay: 1, onQueue: .mainQueue()) }),
      ("catch", { $0 |> castError(Int.self) |> `catch` { _ in .single(1) } }),
      ("withState", { withState($0, { 1 }) }),
      ("materialize", { $0 |> dematerialize |> materialize }),
      ("reduceLeft", { $0 |> reduceLeft(value: 0) { $0 + $1 } }),
      (
        "reduceLeft that sends",
        { $0 |> reduceLeft(value: 0) { (sum: Int, next: Int, _: (Int) -> Void) in sum + next } }
      ),
      ("reduceLeft of signals", { $0 |> reduceLeft(0, generator: { .single(($0 + $1, .None)) }) }),
      ("timeout", { $0 |> timeout(1_000_000, queue: Queue(), alternate: .never()) }),
      ("deliverOn", { $0 |> deliverOn(Queue()) }),
      ("core", { $0.producer.map { $0 }.signalKit }),
    ]

  private func start(_ signal: Signal<Int, NoError>, _ trace: Trace) -> any Disposable {
    signal.start(next: { [probe = DeinitProbe { trace.add("released") }] _ in withExtendedLifetime(probe) {} }
    )
  }

  @Test("A source that drops its subscriber releases the handlers")
  func droppedSubscribersReleaseHandlers() {
    for shape in Self.shapes where shape.name != "core" && shape.name != "timeout" {
      let trace = Trace()
      let held = Atomic<Subscriber<Int, NoError>?>(value: nil)
      let source = Signal<Int, NoError> { subscriber in
        held.swap(subscriber)
        return ActionDisposable { trace.add("disposed") }
      }
      let disposable = start(shape.make(source), trace)
      #expect(trace.lines == [], "\(shape.name)")
      held.swap(nil)
      #expect(trace.lines == ["released"], "\(shape.name)")
      disposable.dispose()
      #expect(trace.lines == ["released", "disposed"], "\(shape.name)")
    }
  }

  @Test("A never releases the handlers right after the start")
  func neverReleasesHandlers() {
    for shape in Self.shapes where shape.name != "core" && shape.name != "timeout" {
      let trace = Trace()
      let disposable = start(shape.make(.never()), trace)
      #expect(trace.lines == ["released"], "\(shape.name)")
      withExtendedLifetime(disposable) {}
    }
  }

  @Test("Disposal releases handlers while the subscriber is kept")
  func disposingReleasesHandlers() {
    for shape in Self.shapes {
      let (trace, source) = (Trace(), Source<Int, NoError>())
      let disposable = start(shape.make(source.signal), trace)
      // On another thread the value might still be on its way when the start is disposed of.
      if shape.name != "deliverOn" { source.put(1) }
      #expect(trace.lines == [], "\(shape.name)")
      disposable.dispose()
      #expect(trace.lines == ["released"], "\(shape.name)")
      #expect(source.running == 0)
      withExtendedLifetime((disposable, source)) {}
    }
  }

  @Test("A captured class is released with its subscriber")
  func selfCapturedByAHandler() {
    final class Controller: Sendable {
      private let disposable = MetaDisposable()
      private let trace: Trace
      init(_ trace: Trace) { self.trace = trace }
      func load(_ signal: Signal<Int, NoError>) { disposable.set(signal.start(next: { self.trace.add($0) })) }
      deinit { trace.add("deinit") }
    }
    let trace = Trace()
    Controller(trace).load(
      Signal { subscriber in
        subscriber.putNext(1)
        return EmptyDisposable
      })
    #expect(trace.lines == ["1", "deinit"])
  }

  @Test("What a subscriber keeps alive is released with it")
  func keptObjectsGoWithTheSubscriber() {
    let trace = Trace()
    let held = Atomic<Subscriber<Int, NoError>?>(value: nil)
    let disposable = Signal<Int, NoError> { subscriber in
      subscriber.keepAlive(DeinitProbe { trace.add("kept") })
      held.swap(subscriber)
      return EmptyDisposable
    }.start()
    #expect(trace.lines == [])
    held.swap(nil)
    #expect(trace.lines == ["kept"])
    withExtendedLifetime(disposable) {}
  }

  @Test("A waiting value is delivered after its subscriber is dropped")
  func waitingValuesAreDelivered() {
    let trace = Trace()
    let held = Atomic<Subscriber<Int, NoError>?>(value: nil)
    let disposable = Signal<Int, NoError> { subscriber in
      held.swap(subscriber)
      return EmptyDisposable
    }.start(next: { value in
      trace.add(value)
      if value == 1 { held.swap(nil)?.putNext(2) }
      trace.add("end of \(value)")
    })
    held.with { $0 }?.putNext(1)
    #expect(trace.lines == ["1", "end of 1", "2", "end of 2"])
    withExtendedLifetime(disposable) {}
  }

  // MARK: Pipes

  @Test("A released pipe is silent: what is combined with it goes on")
  func releasedPipesInterruptNothing() {
    let (trace, other) = (Trace(), ValuePipe<Int>())
    var pipe: ValuePipe<Int>? = ValuePipe()
    combineLatest(pipe!.signal(), other.signal()).trace(to: trace)
    (pipe!.signal() |> mapToSignal { _ in other.signal() }).trace(to: trace, "inner ")
    pipe!.signal().trace(to: trace, "alone ")
    (pipe!.signal() |> then(.single(7))).trace(to: trace, "then ")
    pipe?.putNext(1)
    other.putNext(1)
    pipe = nil
    other.putNext(2)
    #expect(trace.lines == ["alone 1", "then 1", "(1, 1)", "inner 1", "(1, 2)", "inner 2"])
  }

  @Test("A released pipe releases the handlers before the handle")
  func releasedPipesReleaseHandlers() {
    let trace = Trace()
    var pipe: ValuePipe<Int>? = ValuePipe()
    let disposable = start(pipe!.signal() |> mapToSignal { .single($0) }, trace)
    pipe?.putNext(1)
    #expect(trace.lines == [])
    pipe = nil
    #expect(trace.lines == ["released"])
    disposable.dispose()
  }
}
