import Signals

/// Where in a file the reading begins.
public enum FilePosition: Hashable, Sendable {
  /// With what it holds already.
  case beginning
  /// With what is appended from now on.
  case end
  /// Behind a line that came of an earlier start, of this program or of one before it.
  case after(FilePlace)
}

extension SignalProducer<TextLine, FileError> {
  /// The lines of a file that grows, such as a log, as they are appended: what `tail -F` shows.
  ///
  ///     SignalProducer.lines(following: FilePath("/var/log/app.log"))
  ///       .filter { $0.text.contains("ERROR") }
  ///       .startWithResult { print($0) }
  ///
  /// The file need not be there yet. It may be renamed and made anew, truncated, or deleted and made anew: what gets the
  /// name is read from its beginning. A file that was renamed is read on alone until the new one holds something, and both are
  /// for the time of the `overlap` after that: nothing is lost while a program goes over to the new one, also if it has several
  /// processes that do so one after the other. What is written into the old one later is lost, and so is what was in a file
  /// that had the name only between two looks, or was truncated before it was read. A file that shows no size, as those below
  /// `/proc`, is read once. Begin it with `.beginning`: most of them have no end to begin at, and `.end` fails with `EINVAL`.
  ///
  /// Each line has a place (``TextLine/place``). With `.after(place)` the next one is that which followed it, nothing is lost and
  /// nothing is sent twice, also if the file was renamed in between: it is looked for in the folder of the path. Where more than
  /// one file has had the name since, those in between are not known, and are not read.
  ///
  /// A line is sent when it has ended. The beginning of one is sent when another file, or a truncation, takes its place: no
  /// line consists of parts of two files. It may begin in the middle with `.end`.
  ///
  /// The file is opened before the start returns: with `.end`, what is appended after that is sent. It is read on a queue of
  /// the stream's own, when something happens to it, and looked at each second in addition: links, and folders on other
  /// machines or such as cannot be watched, or are not there yet, report nothing. While a pause is requested it is not read.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - position: Where to begin in a file that is there at the start.
  ///   - longest: How many bytes a line has at most. A longer one is cut, between two characters, into several of
  ///     which all but the last say so (``TextLine/isCut``).
  ///   - overlap: How long a file that has lost the name is read as well as the next one, from the time on when that
  ///     holds something. At most eight of them are read.
  /// - Completes: never.
  /// - Fails: with ``FileError/Cause/placeLost`` when a file of the place is not in the folder any more, or does not hold what
  ///   was before the place, also one that had lost the name and was still read (``FilePlace/inNewestFile``); when the path, or a folder on the way, cannot be looked at, opened or read for another reason than that
  ///   it is not there; when it leads to a folder, a pipe or a device. That a new file may not be read is a failure after five
  ///   seconds: programs that make one set its rights a moment later.
  /// - Buffers: of each file that is read one piece of at most 64 KiB, and one line of at most `longest` bytes.
  /// - Precondition: `longest` is at least 4, which is as much as a character has; `overlap` is not negative.
  public static func lines(
    following path: FilePath, from position: FilePosition = .end, longest: Int = 1 << 20,
    overlap: Duration = .seconds(10)
  ) -> Self {
    let name: StaticString = "lines(following:from:longest:overlap:)"
    require(longest >= 4, name, "a line must have room for 4 bytes", longest)
    require(overlap >= .zero, name, "the overlap must not be negative", overlap)
    return lines(
      following: path, from: position, longest: longest, overlap: overlap,
      watching: { .fileEvents(below: $0) { _ in false } })
  }

  /// - Parameter events: What happens in a folder.
  package static func lines(
    following path: FilePath, from position: FilePosition, longest: Int, overlap: Duration = .seconds(10),
    watching events: @escaping @Sendable (FilePath) -> SignalProducer<FileEvent, FileError>
  ) -> Self {
    Self { observer, lifetime in
      do throws(FileError) {
        let lines = try FollowedLines(of: path, from: position, longest: longest, overlap: overlap)
        FileFollower(lines, watching: events, observer, lifetime).begin()
      } catch {
        observer.fail(error)
      }
    }
  }
}
