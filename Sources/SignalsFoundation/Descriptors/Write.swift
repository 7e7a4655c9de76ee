import Foundation
import Signals

extension EventStream where D == Pull, Value == [UInt8] {
  /// Writes the bytes to an open descriptor, such as a socket, a pipe or a terminal. The end of a stream: it sends no values.
  ///
  ///     lines.map { Array("\($0)\n".utf8) }
  ///       .write(to: .standardOutput, failingWith: Trouble.output)
  ///       .startWithResult { print($0) }
  ///
  /// Bytes are written on the thread that sends them. Where there is no room, because a reader is slow, no thread waits: the
  /// source is paused, and it goes on, on a queue of the stream's own, when everything is written. A reader that has left is a
  /// failure (`EPIPE`), without the signal of the system that ends programs. A terminal is opened once more for that;
  /// one that this program may not open holds up the thread while it is full.
  ///
  /// Pieces that several streams write to one descriptor are mixed, where they do not fit in at once.
  ///
  /// - Parameters:
  ///   - descriptor: Where the bytes go.
  ///   - name: What failures call the descriptor: `descriptor 5` if not said otherwise.
  ///   - failure: What a failure of the descriptor is in this stream. Where the source never fails, or fails with
  ///     ``FileError``, it can be left out.
  /// - Completes: when the source has completed and the system has taken everything; not before the disk has it.
  /// - Fails: at once with the source; when something cannot be written, and then the source is disposed of.
  /// - Buffers: one piece; of a source that cannot wait, also what it sends while there is no room.
  public func write(
    to descriptor: Descriptor, name: String? = nil,
    failingWith failure: @escaping @Sendable (FileError) -> Failure
  ) -> SignalProducer<Never, Failure> {
    SignalProducer<Never, Failure> { observer, lifetime in
      write(to: descriptor, as: descriptor.path(name), failure, observer, lifetime)
    }
  }

  /// Writes the bytes to a file, as ``write(to:name:failingWith:)`` does. The file is opened when the work begins, and made
  /// if there is none; the folder has to be there.
  ///
  /// - Parameters:
  ///   - path: A pipe with a name has to be open for reading already.
  ///   - appending: Whether the bytes come after what the file holds. Otherwise they take its place.
  ///   - failure: What a failure of the file is in this stream. Where the source never fails, or fails with
  ///     ``FileError``, it can be left out.
  /// - Completes: when the source has completed and the system has taken everything; not before the disk has it.
  /// - Fails: before the source is started when the file cannot be opened; at once with the source; when something cannot
  ///   be written, as on a full disk, and then the source is disposed of.
  /// - Buffers: one piece.
  public func write(
    toFile path: FilePath, appending: Bool = false,
    failingWith failure: @escaping @Sendable (FileError) -> Failure
  ) -> SignalProducer<Never, Failure> {
    SignalProducer<Never, Failure> { observer, lifetime in
      do throws(FileError) {
        // A pipe without a reader would have to be waited for.
        let flags = O_WRONLY | O_CREAT | O_NONBLOCK | (appending ? O_APPEND : O_TRUNC)
        write(to: try Descriptor.open(path, flags), as: path, failure, observer, lifetime)
      } catch {
        observer.fail(failure(error))
      }
    }
  }

  private func write(
    to descriptor: Descriptor, as path: FilePath, _ failure: @escaping @Sendable (FileError) -> Failure,
    _ observer: Observer<Never, Failure>, _ lifetime: Lifetime
  ) {
    startWithSignal { signal, start in
      let writer = DescriptorWriter(descriptor, from: start) { problem in
        guard let problem else { return observer.complete() }
        observer.fail(failure(FileError(path, .write, code: problem.code)))
      }
      lifetime += start
      lifetime += writer
      signal.observe { event in
        switch event {
        case .next(let bytes): writer.write(bytes)
        case .failed(let error): observer.fail(error)
        case .completed: writer.complete()
        case .interrupted: observer.interrupt()
        }
      }
    }
  }
}

extension EventStream where D == Pull, Value == [UInt8], Failure == FileError {
  /// Writes the bytes to an open descriptor. See ``write(to:name:failingWith:)``.
  public func write(to descriptor: Descriptor, name: String? = nil) -> SignalProducer<Never, FileError> {
    write(to: descriptor, name: name) { $0 }
  }

  /// Writes the bytes to a file. See ``write(toFile:appending:failingWith:)``.
  public func write(toFile path: FilePath, appending: Bool = false) -> SignalProducer<Never, FileError> {
    write(toFile: path, appending: appending) { $0 }
  }
}

extension EventStream where D == Pull, Value == [UInt8], Failure == Never {
  /// Writes the bytes to an open descriptor. See ``write(to:name:failingWith:)``.
  public func write(to descriptor: Descriptor, name: String? = nil) -> SignalProducer<Never, FileError> {
    setFailureType(to: FileError.self).write(to: descriptor, name: name) { $0 }
  }

  /// Writes the bytes to a file. See ``write(toFile:appending:failingWith:)``.
  public func write(toFile path: FilePath, appending: Bool = false) -> SignalProducer<Never, FileError> {
    setFailureType(to: FileError.self).write(toFile: path, appending: appending) { $0 }
  }
}
