import Foundation
import SwiftSignalKit
import TestSupport
import Testing

/// Many threads, deep recursion, and things in the wrong order.
@Suite("Churn", .mayBlock) struct ChurnTests {
  private struct Books: Sendable {
    let opened = Atomic(value: 0)
    let closed = Atomic(value: 0)
    let captured = Atomic(value: 0)
    let released = Atomic(value: 0)

    func resource(_ pipe: ValuePipe<Int>) -> Signal<Int, NoError> {
      Signal { subscriber in
        opened.modify { $0 + 1 }
        let disposable = pipe.signal().start(next: { subscriber.putNext($0) })
        nonisolated(unsafe) let inner = disposable
        return ActionDisposable {
          inner.dispose()
          closed.modify { $0 + 1 }
        }
      }
    }

    func start(_ signal: Signal<Int, NoError>) -> any Disposable {
      captured.modify { $0 + 1 }
      let released = self.released
      let probe = DeinitProbe { released.modify { $0 + 1 } }
      return signal.start(next: { _ in withExtendedLifetime(probe) {} })
    }

    func isBalanced() -> Bool {
      opened.with { $0 } == closed.with { $0 } && captured.with { $0 } == released.with { $0 }
    }
  }

  @Test(
    "Start, send, switch and dispose leak nothing on 8 threads"
  )
  func balances() {
    let shapes: [@Sendable (Signal<Int, NoError>) -> Signal<Int, NoError>] = [
      { $0 |> map { $0 + 1 } |> afterDisposed {} }, { signal in signal |> mapToSignal { _ in signal } },
      { combineLatest($0, 0, $0, 0) |> map { $0.0 + $0.1 } }, { combineLatest([$0, $0]) |> map { $0[0] } },
      { signal in signal |> mapToQueue { _ in signal |> take(1) } }, { $0 |> take(1) |> restart |> take(3) },
      { $0 |> take(2) |> then($0) },
    ]
    for shape in shapes {
      let (books, pipe, meta, set) = (Books(), ValuePipe<Int>(), MetaDisposable(), DisposableSet())
      let outer = ValuePipe<Int>()
      let switched = books.start(outer.signal() |> mapToSignal { _ in shape(books.resource(pipe)) })
      onThreads(8) { thread in
        for round in 0..<rounds(100) {
          switch (thread + round) % 4 {
          case 0: meta.set(books.start(shape(books.resource(pipe))))
          case 1: outer.putNext(round)
          case 2:
            let disposable = books.start(shape(books.resource(pipe)))
            set.add(disposable)
            disposable.dispose()
          default: pipe.putNext(round)
          }
        }
      }
      meta.dispose()
      set.dispose()
      switched.dispose()
      #expect(books.isBalanced())
    }
  }

  @Test(
    "After dispose the resource is closed on any thread"
  )
  func disposalIsSynchronousUnderLoad() {
    let (books, pipe) = (Books(), ValuePipe<Int>())
    let isOpen = Atomic(value: false)
    let faults = Atomic(value: 0)
    let stop = Atomic(value: false)
    let sending = Elsewhere { while !stop.with({ $0 }) { pipe.putNext(1) } }
    for _ in 0..<rounds(1_000) {
      let signal = combineLatest(
        Signal<Int, NoError> { subscriber in
          isOpen.swap(true)
          let disposable = pipe.signal().start(next: { subscriber.putNext($0) })
          nonisolated(unsafe) let inner = disposable
          return ActionDisposable {
            isOpen.swap(false)
            inner.dispose()
          }
        }, numbers([1]))
      let disposable = books.start(signal |> map { $0.0 })
      disposable.dispose()
      if isOpen.with({ $0 }) { faults.modify { $0 + 1 } }
    }
    stop.swap(true)
    _ = sending.result
    #expect(faults.with { $0 } == 0)
    #expect(books.isBalanced())
  }

  @Test("Feedback a hundred thousand times uses constant stack")
  func answersItself() {
    onSmallStack {
      let count = rounds(100_000)
      let (promise, value, pipe) = (Promise<Int>(), ValuePromise<Int>(ignoreRepeated: true), ValuePipe<Int>())
      let last = Atomic(value: (0, 0, 0))
      promise.get().start(next: { number in
        last.modify { (number, $0.1, $0.2) }
        if number < count { promise.set(.single(number + 1)) }
      })
      promise.set(.single(1))
      value.get().start(next: { number in
        last.modify { ($0.0, number, $0.2) }
        if number < count { value.set(number + 1) }
      })
      value.set(1)
      let switched = pipe.signal() |> mapToSignal { single($0, NoError.self) }
      switched.start(next: { number in
        last.modify { ($0.0, $0.1, number) }
        if number < count { pipe.putNext(number + 1) }
      })
      pipe.putNext(1)
      #expect(last.with { $0 } == (count, count, count))
    }
  }

  @Test("Late and repeated events and disposals have no effect")
  func twiceAndTooLate() {
    let (trace, source) = (Trace(), Source<Int, String>("source", Trace()))
    let disposable = combineLatest(source.signal, numbers([1]) |> castError(String.self)).trace(to: trace)
    source.put(1)
    source.complete()
    source.complete()
    source.fail("x")
    source.put(2)
    disposable.dispose()
    disposable.dispose()
    source.last.keepAlive(Trace())
    #expect(trace.lines == ["(1, 1)", "completed"])
    let meta = MetaDisposable()
    meta.set(meta)
    meta.set(nil)
    meta.dispose()
    meta.dispose()
    let (dict, set) = (DisposableDict<Int>(), DisposableSet())
    dict.set(nil, forKey: 1)
    set.remove(EmptyDisposable)
    set.add(set)
    set.dispose()
    set.add(meta)
    let bag = Bag<Int>()
    bag.remove(.max)
    bag.remove(.min)
    #expect(bag.get(.min) == nil)
    #expect(bag.add(1) == 0)
    bag.remove(.max)
    bag.remove(.min)
    #expect(bag.copyItems() == [1])
  }

  @Test("A lock admits one of eight threads at a time, and wakes all")
  func locksAreFair() {
    let lock = Lock()
    nonisolated(unsafe) var count = 0
    onThreads(8) { thread in
      for round in 0..<rounds(5_000) {
        lock.locked {
          count += 1
          // Now and then the others have to wait for it.
          if round % 500 == thread { sched_yield() }
        }
      }
    }
    #expect(count == 8 * rounds(5_000))
  }
}
