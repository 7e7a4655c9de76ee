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

extension Descriptor {
  /// Writes without the signal that ends a program whose reader has left.
  fileprivate func writeQuietly(_ bytes: ArraySlice<UInt8>) -> (count: Int, code: Int32) {
    #if canImport(Darwin)
      _ = fcntl(number, F_SETNOSIGPIPE, 1)
      let count = bytes.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
      return (count, errno)
    #else
      var (broken, before, pending) = (sigset_t(), sigset_t(), sigset_t())
      sigemptyset(&broken)
      sigaddset(&broken, SIGPIPE)
      sigpending(&pending)
      let wasPending = sigismember(&pending, SIGPIPE) == 1
      pthread_sigmask(SIG_BLOCK, &broken, &before)
      defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
      let count = bytes.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
      let code = errno
      if count < 0, code == EPIPE, !wasPending {
        var now = timespec()
        sigtimedwait(&broken, nil, &now)
      }
      return (count, code)
    #endif
  }
}
