import Foundation
import Signals

extension RunningProcess {
  /// Writes what a stream sends to the process.
  func feed(_ input: some EventSource<[UInt8], Never>, into pipe: Descriptor) {
    let subscription = Subscription()
    let writer = InputWriter(pipe)
    feeding.inner = subscription
    // A stream may send during its start, and the write may block: on a thread of its own it does not block the caller.
    Thread.detachNewThread {
      input.attach(
        Observer(
          next: { bytes in
            if !writer.write(bytes, unless: { subscription.isDisposed }) { subscription.dispose() }
          },
          end: { _ in writer.close() }),
        subscription)
    }
  }
}

/// The input of a process, from this side.
private final class InputWriter: Sendable {
  private let pipe: Guarded<Descriptor?>

  init(_ pipe: Descriptor) {
    pipe.neverWait()
    self.pipe = Guarded(pipe)
  }

  func close() { pipe.withLock { $0 = nil } }

  /// Writes everything, and waits for the process to read. False: it does not take more.
  func write(_ bytes: [UInt8], unless isCancelled: () -> Bool) -> Bool {
    guard let pipe = pipe.withLock({ $0 }) else { return false }
    var rest = bytes[...]
    while !rest.isEmpty {
      let (count, code) = pipe.writeQuietly(rest)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if code == EAGAIN {
        if isCancelled() { return false }
        var waiting = pollfd(fd: pipe.number, events: Int16(POLLOUT), revents: 0)
        _ = poll(&waiting, 1, 100)
      } else if code != EINTR {
        return false
      }
    }
    return true
  }
}
