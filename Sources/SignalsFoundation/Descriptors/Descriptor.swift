import Foundation
import Signals

/// An open file, pipe or the like, closed when nothing refers to it any more.
final class Descriptor: Sendable {
  let number: Int32
  private let isOwned: Bool
  /// The number, for one reader at a time. (Not an empty state: ThreadSanitizer takes the address of that for the one of
  /// the object behind it, and each use for a race.)
  private let turn: Guarded<Int32>

  init(_ number: Int32, isOwned: Bool = true) {
    self.number = number
    self.isOwned = isOwned
    turn = Guarded(number)
  }

  deinit { if isOwned { close(number) } }

  /// It belongs to the whole program, which may use it after a stream.
  static let standardInput = Descriptor(STDIN_FILENO, isOwned: false)
}

extension Descriptor {
  /// What one attempt to read gave.
  enum Chunk {
    case bytes([UInt8])
    case end
    /// What the system said. `EAGAIN`: nothing is there now.
    case failure(Int32)
  }

  /// The next bytes.
  func read(atMost size: Int) -> Chunk {
    var count = 0
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
      repeat { count = Foundation.read(number, buffer.baseAddress, size) } while count < 0 && errno == EINTR
      code = errno
      initialized = max(0, count)
    }
    if count < 0 { return .failure(code) }
    return count == 0 ? .end : .bytes(bytes)
  }

  /// The next bytes, if there is something to read now; otherwise the failure is `EAGAIN`. `body` calls it, or does not.
  ///
  /// Several readers of one descriptor take turns, so that none of them waits for what another one has just read.
  func takingTurns(atMost size: Int, _ body: (_ readIfReady: () -> Chunk) -> Chunk) -> Chunk {
    turn.withLock { _ in body { isReady ? read(atMost: size) : .failure(EAGAIN) } }
  }

  /// Whether reading would not wait: there is something, or the end, or a failure. A pipe with a name that no process
  /// has opened for writing yet is not at its end.
  private var isReady: Bool {
    var asked = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&asked, 1, 0) > 0
  }

  /// Whether it is a pipe, a terminal or the like, for which reading may have to wait.
  ///
  /// Nil: the system does not say, for a cause that is in `errno`.
  var isSpecial: Bool? {
    var status = stat()
    guard fstat(number, &status) == 0 else { return nil }
    return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }

  /// Reading and writing give up instead of waiting. For descriptors that no other program uses.
  func neverWait() {
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
  }
}
