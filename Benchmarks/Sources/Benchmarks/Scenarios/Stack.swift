import Foundation
import Signals
import Synchronization

extension Scenario {
  /// Inner producers, runs and attempts one after the other, all synchronous, on a small stack. They are
  /// correct when there were as many as asked for and the stack did not grow.
  static let stack = [
    oneAfterTheOther("S15.cat", "concat on 512 KB") { count, watch in
      SignalProducer<Int, Never>(0..<count).flatMap(.concat) { value in watch.inner(value) }
        .startWithValues { watch.add($0) }
    },
    oneAfterTheOther("S15.nest", "concat of concat") { count, watch in
      SignalProducer<Int, Never>(0..<1000).flatMap(.concat) { _ in
        SignalProducer<Int, Never>(0..<count / 1000).flatMap(.concat) { value in watch.inner(value) }
      }
      .startWithValues { watch.add($0) }
    },
    oneAfterTheOther("S15.rep", "repeat on 512 KB") { count, watch in
      SignalProducer<Int, Never>.deferred { watch.inner(1) }.repeat(count)
        .startWithValues { watch.add($0) }
    },
    oneAfterTheOther("S15.try", "retry on 512 KB") { count, watch in
      SignalProducer<Int, Refusal>.deferred { watch.failing() }.retry(count - 1)
        .start(Observer { _ in })
    },
  ]

  private static func oneAfterTheOther(
    _ name: String, _ title: String, run: @escaping @Sendable (_ count: Int, _ watch: StackWatch) -> Void
  ) -> Self {
    // One round: the question is whether it works, and there are many inner producers.
    Self(name: name, title: title) {
      let (watch, count) = (StackWatch(), 1_000_000)
      let spent = Stopwatch.processTime.nanoseconds {
        onSmallStack {
          watch.begin()
          run(count, watch)
        }
      }
      let inner = forwarding { watch.add($0) }
      let outer = forwarding { inner($0) }
      let floor = Stopwatch.processTime.nanoseconds { for value in 0..<count { outer(value) } }
      return Measurement(
        value: spent / Double(count), floor: floor / Double(count), faults: watch.faults(expected: count))
    }
  }
}

private struct Refusal: Error {}

private func onSmallStack(_ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    body()
    done.signal()
  }
  thread.stackSize = 512 * 1024
  thread.start()
  done.wait()
}

/// Looks how deep the stack is whenever an inner producer is made, and makes no further one when it is too deep:
/// so that an overflow is reported, and not died of.
private final class StackWatch: Sendable {
  private static let limit = 128 * 1024

  private let base = Atomic<Int>(0)
  private let deepest = Atomic<Int>(0)
  private let count = Atomic<Int>(0)
  private let sink = Sink()

  /// At the bottom of the stack.
  @inline(never) func begin() {
    base.store(stackAddress(), ordering: .relaxed)
  }

  func inner(_ value: Int) -> SignalProducer<Int, Never> {
    isShallow() ? SignalProducer(value: value) : .never
  }

  func failing() -> SignalProducer<Int, Refusal> {
    isShallow() ? SignalProducer(error: Refusal()) : .never
  }

  @inline(__always) func add(_ value: Int) { sink.add(value) }

  func faults(expected: Int) -> [String] {
    let missing = expected - count.load(ordering: .relaxed)
    let isDeep = deepest.load(ordering: .relaxed) > Self.limit
    return (isDeep ? ["the stack grew to more than \(Self.limit / 1024) KB"] : [])
      + (missing != 0 ? ["\(missing) inner producers were not run"] : [])
  }

  private func isShallow() -> Bool {
    let depth = base.load(ordering: .relaxed) - stackAddress()
    if depth > deepest.load(ordering: .relaxed) { deepest.store(depth, ordering: .relaxed) }
    if depth > Self.limit { return false }
    count.store(count.load(ordering: .relaxed) + 1, ordering: .relaxed)
    return true
  }
}

@inline(never) private func stackAddress() -> Int {
  var here = 0
  return withUnsafeMutablePointer(to: &here) { Int(bitPattern: $0) }
}
