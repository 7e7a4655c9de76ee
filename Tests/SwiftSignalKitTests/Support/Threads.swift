import Foundation
import Signals

/// Runs `work` on so many threads at the same time, and waits for all.
func onThreads(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) {
  let threads = (0..<count).map { number in Elsewhere { work(number) } }
  for thread in threads { _ = thread.result }
}

/// Something that another thread does.
final class Elsewhere<Result: Sendable>: Sendable {
  private let done = DispatchSemaphore(value: 0)
  private let found = Guarded<Result?>(nil)

  init(_ work: @escaping @Sendable () -> Result) {
    Thread.detachNewThread { [self] in
      let result = work()
      found.withLock { $0 = result }
      done.signal()
    }
  }

  /// Waits for it.
  var result: Result? {
    done.wait()
    done.signal()
    return found.withLock { $0 }
  }
}

/// Calls when it is released.
final class DeinitProbe: Sendable {
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  deinit { action() }
}
