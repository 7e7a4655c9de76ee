import Foundation
import Signals

extension SignalProducer<[UInt8], FileError> {
  /// The bytes of a file, piece by piece, read on the thread that starts.
  ///
  /// Disposing of the start stops after the piece in hand; so does a pause, and then the reading goes on on the
  /// thread that resumes (contract B2).
  ///
  /// - Parameter mustBeText: Refuse a file whose first piece holds a zero byte.
  /// - Completes: at the end of the file.
  /// - Fails: when the file cannot be opened or read.
  /// - Buffers: one piece of at most `size` bytes, whatever the size of the file.
  /// - Precondition: `size` is at least 1 and at most 1 GiB.
  public static func bytes(
    ofFile path: FilePath, size: Int = 64 * 1024, mustBeText: Bool = false
  ) -> Self {
    require(size > 0, "bytes(ofFile:size:)", "the size must be at least 1", size)
    // Room for a whole piece is made before it is read.
    require(size <= 1 << 30, "bytes(ofFile:size:)", "the size must be at most 1 GiB (1073741824 bytes)", size)
    return Self { observer, lifetime in
      do throws(FileError) {
        // Should it be a pipe without a writer: do not wait for one, but for what a writer has to say.
        let file = try Descriptor.open(path, O_RDONLY | O_NONBLOCK)
        file.waits()
        let isUnchecked = Guarded(mustBeText)
        @Sendable func sendRest() {
          do throws(FileError) {
            while !lifetime.hasEnded {
              if lifetime.isPaused { return lifetime.whenResumed(sendRest) }
              let chunk = try file.readAll(atMost: size, of: path)
              if isUnchecked.withLock({ isUnchecked in
                defer { isUnchecked = false }; return isUnchecked
              }), chunk.contains(0) {
                throw FileError(path, .read, .binary)
              }
              if chunk.isEmpty { return observer.complete() }
              observer.send(chunk)
            }
          } catch {
            observer.fail(error)
          }
        }
        sendRest()
      } catch {
        observer.fail(error)
      }
    }
  }

  /// The bytes of standard input, piece by piece, as they arrive. They are read on a queue of the stream's
  /// own, so that nobody waits, and disposing of the start ends it at once.
  ///
  /// Whoever reads standard input in two places gets some of it in each.
  ///
  /// - Completes: when whoever writes has closed it.
  /// - Fails: when it cannot be read.
  /// - Buffers: one piece of at most 64 KiB.
  public static var bytesOfStandardInput: Self { bytes(arrivingAt: .standardInput, name: "standard input") }

  static func bytes(arrivingAt descriptor: Descriptor, name: String) -> Self {
    Self { observer, lifetime in
      let reader = DescriptorReader(descriptor, on: DispatchQueue(label: name)) { chunk in
        switch chunk {
        case .bytes(let bytes): observer.send(bytes)
        case .end: observer.complete()
        case .failure(let code): observer.fail(FileError(FilePath(name), .read, .system(code: code)))
        }
      }
      lifetime += reader
      reader.begin()
    }
  }
}

extension Descriptor {
  static func open(_ path: FilePath, _ flags: Int32) throws(FileError) -> Descriptor {
    let number = path.withCString { Foundation.open($0, flags | O_CLOEXEC) }
    if number < 0 { throw .last(path, .open) }
    return Descriptor(number)
  }

  fileprivate func readAll(atMost size: Int, of path: FilePath) throws(FileError) -> [UInt8] {
    switch read(atMost: size) {
    case .bytes(let bytes): return bytes
    case .end: return []
    case .failure(let code): throw FileError(path, .read, .system(code: code))
    }
  }
}
