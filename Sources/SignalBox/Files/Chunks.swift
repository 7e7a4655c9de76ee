import Foundation
import Signals

extension SignalProducer<[UInt8], FileError> {
  /// The bytes of a text file, piece by piece, then an empty piece that says that no more will come.
  ///
  /// - Completes: after the empty piece.
  /// - Fails: after the empty piece, when the file cannot be read or its first piece shows that it is no text.
  /// - Buffers: one piece of at most `size` bytes, whatever the size of the file.
  static func chunks(of path: Path, size: Int = 64 * 1024) -> Self {
    Self { observer, lifetime in
      do throws(FileError) {
        let file = try OpenFile(path)
        var chunk = try file.read(atMost: size)
        if chunk.contains(0) { throw FileError(path, .read, .binary) }
        while !chunk.isEmpty {
          observer.send(chunk)
          if lifetime.hasEnded { return }
          chunk = try file.read(atMost: size)
        }
        observer.send([])
        observer.complete()
      } catch {
        observer.send([])
        observer.fail(error)
      }
    }
  }
}

/// A regular file that is open for reading, and closed when nobody refers to it any more.
private final class OpenFile {
  private let path: Path
  private let descriptor: Int32

  init(_ path: Path) throws(FileError) {
    self.path = path
    // Should the file have become a pipe since somebody looked: do not wait for its other end.
    descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    if descriptor < 0 { throw .last(path, .open) }
  }

  deinit { close(descriptor) }

  /// The next bytes; none at the end of the file.
  func read(atMost size: Int) throws(FileError) -> [UInt8] {
    while true {
      var count = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
        count = Foundation.read(descriptor, buffer.baseAddress, size)
        initialized = max(0, count)
      }
      if count >= 0 { return bytes }
      if errno != EINTR { throw .last(path, .read) }
    }
  }
}
