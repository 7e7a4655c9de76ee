import Signals

/// Where in a file the reading begins.
public enum FilePosition: Hashable, Sendable {
  /// With what it holds already.
  case beginning
  /// With what is appended from now on.
  case end
}

extension SignalProducer<TextLine, FileError> {
  /// The lines of a file that grows, such as a log, as they are appended: what `tail -F` shows.
  ///
  ///     SignalProducer.lines(following: FilePath("/var/log/app.log"))
  ///       .filter { $0.text.contains("ERROR") }
  ///       .startWithResult { print($0) }
  ///
  /// The file need not be there yet. It may be renamed and made anew, truncated, or deleted and made anew: what gets the
  /// name is read from its beginning. A file that was renamed is read on until the new one holds something, so that nothing
  /// is lost while a program goes over to it. What was in a file that had the name only between two looks is lost, and so is
  /// what was truncated before it was read. A file that shows no size, as those below `/proc`, is read once. Begin it with
  /// `.beginning`: most of them have no end to begin at, and `.end` fails with `EINVAL`.
  ///
  /// A line is sent when it has ended. The beginning of one is sent when another file, or a truncation, takes its place: no
  /// line consists of parts of two files. It may begin in the middle with `.end`.
  ///
  /// The file is opened before the start returns: with `.end`, what is appended after that is sent. It is read on a queue of
  /// the stream's own, when something happens to it, and looked at each second in addition: links, and folders on other
  /// machines or such as cannot be watched, or are not there yet, report nothing. While a pause is requested it is not read.
  ///
  /// - Parameters:
  ///   - position: Where to begin in a file that is there at the start.
  ///   - longest: How many bytes a line has at most. A longer one is cut, between two characters, into several of which
  ///     all but the last say so (``TextLine/isCut``).
  /// - Completes: never.
  /// - Fails: when the path, or a folder on the way, cannot be looked at, opened or read for another reason than that
  ///   it is not there; when it leads to a folder, a pipe or a device. That a new file may not be read is a failure after five
  ///   seconds: programs that make one set its rights a moment later.
  /// - Buffers: one piece of at most 64 KiB, and one line of at most `longest` bytes.
  /// - Precondition: `longest` is at least 4, which is as much as a character has.
  public static func lines(
    following path: FilePath, from position: FilePosition = .end, longest: Int = 1 << 20
  ) -> Self {
    require(longest >= 4, "lines(following:from:longest:)", "a line must have room for 4 bytes", longest)
    return lines(
      following: path, from: position, longest: longest, watching: { .fileEvents(below: $0) { _ in false } })
  }

  /// - Parameter events: What happens in a folder.
  package static func lines(
    following path: FilePath, from position: FilePosition, longest: Int,
    watching events: @escaping @Sendable (FilePath) -> SignalProducer<FileEvent, FileError>
  ) -> Self {
    Self { observer, lifetime in
      do throws(FileError) {
        let lines = FollowedLines(of: try FollowedFile(path, from: position), longest: longest)
        FileFollower(lines, watching: events, observer, lifetime).begin()
      } catch {
        observer.fail(error)
      }
    }
  }
}
