import Foundation
import Signals
import SwiftSignalKit

/// A signal whose runs the test feeds.
final class Source<T, E>: Sendable {
  private struct State {
    var subscribers: [Subscriber<T, E>] = []
    var disposed = 0
  }
  private let state = Guarded(State())
  private let name: String
  private let trace: Trace?

  /// Notes its starts and disposals.
  init(_ name: String = "source", _ trace: Trace? = nil) {
    self.name = name
    self.trace = trace
  }

  var signal: SwiftSignalKit.Signal<T, E> {
    SwiftSignalKit.Signal { [self] subscriber in
      state.withLock { $0.subscribers.append(subscriber) }
      trace?.add("start \(name)")
      return ActionDisposable { [self] in
        state.withLock { $0.disposed += 1 }
        trace?.add("dispose \(name)")
      }
    }
  }

  var starts: Int { state.withLock { $0.subscribers.count } }
  var running: Int { state.withLock { $0.subscribers.count - $0.disposed } }
  var last: Subscriber<T, E> { state.withLock { $0.subscribers.last! } }

  func put(_ value: T) { last.putNext(value) }
  func complete() { last.putCompletion() }
  func fail(_ error: E) { last.putError(error) }
}

/// Sends the numbers, and completes.
func numbers(_ numbers: some Sequence<Int> & Sendable) -> SwiftSignalKit.Signal<Int, NoError> {
  SwiftSignalKit.Signal { subscriber in
    for number in numbers { subscriber.putNext(number) }
    subscriber.putCompletion()
    return EmptyDisposable
  }
}

/// Runs `body` on a thread whose stack is too small for recursion over many values (contract P8).
func onSmallStack(_ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    body()
    done.signal()
  }
  thread.stackSize = 512 * 1024
  thread.start()
  done.wait()
}
