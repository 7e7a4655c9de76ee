import Foundation
import Signals

extension SignalProducer<[UInt8], FileError> {
  /// The bytes of a file, piece by piece, read on the thread that starts.
  ///
  /// Disposing of the start stops after the piece in hand; so does a pause, and then the reading goes on on the
  /// thread that resumes (contract B2).
  ///
  /// A pipe with a name, a terminal or another device is read as its bytes arrive, on a queue of the stream's own, as
  /// ``bytesOfStandardInput`` is: the start returns at once, and disposing of it ends the waiting. A pipe that no process
  /// has opened for writing yet is waited for.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - size: How many bytes a piece may have.
  ///   - mustBeText: Refuse a file whose first piece holds a zero byte.
  /// - Completes: at the end of the file; of a pipe, when every process that writes has closed it.
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
        let check = mustBeText ? FirstPieceCheck(of: path) : nil
        // Opening a pipe with a name would wait for a process that writes.
        let file = try Descriptor.open(path, O_RDONLY | O_NONBLOCK)
        guard let isSpecial = file.isSpecial else { throw FileError.last(path, .look) }
        if isSpecial { return file.deliver(as: path, atMost: size, check, to: observer, lifetime) }
        @Sendable func sendRest() {
          do throws(FileError) {
            while !lifetime.hasEnded {
              if lifetime.isPaused { return lifetime.whenResumed(sendRest) }
              let chunk = try file.readAll(atMost: size, of: path)
              try check?.check(chunk)
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
  /// own, so that no thread of the caller waits, and disposing of the start ends it at once.
  ///
  /// Two starts at a time get some of the bytes each.
  ///
  /// - Completes: when every process that writes has closed it.
  /// - Fails: when it cannot be read.
  /// - Buffers: one piece of at most 64 KiB.
  public static var bytesOfStandardInput: Self { bytes(arrivingAt: .standardInput) }

  /// The bytes that arrive at an open descriptor, such as a socket or a pipe, piece by piece. They are read on a queue of
  /// the stream's own when something is there, so that no thread waits, and disposing of the start ends it at once.
  ///
  ///     SignalProducer.bytes(arrivingAt: Descriptor(taking: connection)).textLines(longest: 8192)
  ///
  /// While a pause is requested nothing is read, so that the process that writes has to wait. Two starts at a time get some
  /// of the bytes each. What was not read when the start is disposed of is there for the next one.
  ///
  /// Where datagrams arrive, each is a piece, also an empty one. The system cuts one that is longer than `size`.
  ///
  /// - Parameters:
  ///   - descriptor: Where the bytes come from.
  ///   - size: How many bytes a piece may have.
  ///   - name: What failures call it: `descriptor 5` if not said otherwise.
  /// - Completes: when every process that writes has closed its end; of a file, at its end; of datagrams, when the program
  ///   shuts the socket for reading.
  /// - Fails: when it cannot be read.
  /// - Buffers: one piece of at most `size` bytes.
  /// - Precondition: `size` is at least 1 and at most 1 GiB.
  public static func bytes(
    arrivingAt descriptor: Descriptor, size: Int = 64 * 1024, name: String? = nil
  ) -> Self {
    require(size > 0, "bytes(arrivingAt:size:)", "the size must be at least 1", size)
    // Room for a whole piece is made before it is read.
    require(
      size <= 1 << 30, "bytes(arrivingAt:size:)", "the size must be at most 1 GiB (1073741824 bytes)", size)
    return Self { observer, lifetime in
      // What is no descriptor, or not open for reading, would be waited for.
      guard descriptor.isOpen(for: O_RDONLY) else {
        return observer.fail(FileError(descriptor.path(name), .read, code: EBADF))
      }
      descriptor.deliver(as: descriptor.path(name), atMost: size, nil, to: observer, lifetime)
    }
  }
}

/// Refuses a file whose first piece holds a zero byte.
private final class FirstPieceCheck: Sendable {
  private let path: FilePath
  private let hasChecked = Flag()

  init(of path: FilePath) { self.path = path }

  func check(_ piece: [UInt8]) throws(FileError) {
    if hasChecked.set(), piece.contains(0) { throw FileError(path, .read, .binary) }
  }
}

extension Descriptor {
  /// Sends what arrives, on a queue of its own, until the end.
  fileprivate func deliver(
    as path: FilePath, atMost size: Int, _ check: FirstPieceCheck?,
    to observer: Observer<[UInt8], FileError>, _ lifetime: Lifetime
  ) {
    let reader = DescriptorReader(self, atMost: size, on: DispatchQueue(label: "\(path)")) { chunk in
      switch chunk {
      case .bytes(let bytes):
        do throws(FileError) {
          try check?.check(bytes)
          observer.send(bytes)
        } catch {
          observer.fail(error)
        }
      case .end: observer.complete()
      case .failure(let code): observer.fail(FileError(path, .read, code: code))
      }
    }
    lifetime += reader
    do throws(SystemFailure) { try reader.begin() } catch {
      observer.fail(FileError(path, .read, code: error.code))
    }
  }

  /// A file that is made gets all rights that the process allows new files to have.
  package static func open(_ path: FilePath, _ flags: Int32) throws(FileError) -> Descriptor {
    let number = try path.withCString(to: .open) { Foundation.open($0, flags | O_CLOEXEC, 0o666) }
    if number < 0 { throw .last(path, .open) }
    return Descriptor(number)
  }

  fileprivate func readAll(atMost size: Int, of path: FilePath) throws(FileError) -> [UInt8] {
    switch read(atMost: size) {
    case .bytes(let bytes): return bytes
    case .end: return []
    case .failure(let code): throw FileError(path, .read, code: code)
    }
  }
}
