import Foundation

/// An open file, pipe or the like, closed when nobody refers to it any more.
final class Descriptor: Sendable {
  let number: Int32
  private let isOwned: Bool

  init(_ number: Int32, isOwned: Bool = true) {
    self.number = number
    self.isOwned = isOwned
  }

  deinit { if isOwned { close(number) } }

  /// It belongs to the whole program, which may still use it after us.
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

  /// Reading and writing give up instead of waiting. For descriptors that are ours alone.
  func neverWait() {
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
  }

  /// Reading and writing wait until they can go on. For descriptors that are ours alone.
  func waits() {
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) & ~O_NONBLOCK)
  }
}
