import Foundation

/// What went wrong with a file: where, doing what, and why.
public struct FileError: Error, Hashable {
  /// What was being done.
  public enum Operation: String, Sendable {
    /// Ask what it is.
    case look = "look at"
    /// List a folder.
    case list = "list"
    /// Open a file.
    case open = "open"
    /// Read what is in it.
    case read = "read"
    /// Put something else in it.
    case write = "write"
    /// Make a folder.
    case make = "make the folder"
    /// Give it another name.
    case rename = "rename"
    /// Watch it for changes.
    case watch = "watch"
  }

  /// Why it could not be done.
  public enum Cause: Hashable, Sendable {
    /// What else the system said, as in `errno`.
    case system(code: Int32)
    /// The path holds a NUL character, where the system would take it for ended.
    case nul
    /// This program has as many files, pipes and the like open as it may have.
    case descriptorLimit
    /// All programs together have as many files, pipes and the like open as the system allows.
    case systemDescriptorLimit
    /// This user's programs watch as many folders as they may.
    case watchLimit
    /// This user's programs have as many watchers as they may, however many folders those watch.
    case watcherLimit
    /// It was there when the work began, and is not there any more.
    case gone
    /// It holds something else than text.
    case binary
    /// It is a symbolic link. They are not followed, so that no file is met twice.
    case link
    /// It is a device, a socket or the like, which could block or never end.
    case special
    /// It is a folder that was not to be entered.
    case leftOut
    /// The file that had been read up to a place is gone, or does not hold any more what was before that.
    case placeLost
  }

  /// Where.
  public let path: FilePath
  /// What was being done.
  public let operation: Operation
  /// Why it could not be done.
  public let cause: Cause

  /// A failure of a source of your own that works on files.
  public init(_ path: FilePath, _ operation: Operation, _ cause: Cause) {
    self.path = path
    self.operation = operation
    self.cause = cause
  }

  /// A failure that the system has reported, with what it said in `errno`.
  package init(_ path: FilePath, _ operation: Operation, code: Int32) {
    let cause: Cause =
      switch code {
      case EMFILE: .descriptorLimit
      case ENFILE: .systemDescriptorLimit
      default: .system(code: code)
      }
    self.init(path, operation, cause)
  }

  /// The failure that the system has just reported.
  static func last(_ path: FilePath, _ operation: Operation) -> FileError {
    FileError(path, operation, code: errno)
  }
}

extension FileError {
  /// Whether there is nothing at the path.
  var saysGone: Bool { cause == .system(code: ENOENT) || cause == .system(code: ENOTDIR) }
}

extension FileError: CustomStringConvertible {
  public var description: String { "cannot \(operation.rawValue) '\(path)': \(cause)" }
}

extension FileError.Cause: CustomStringConvertible {
  public var description: String {
    switch self {
    case .system(let code): String(cString: strerror(code))
    case .nul: "the path holds a NUL character"
    case .descriptorLimit: DescriptorLimit.ofProgram
    case .systemDescriptorLimit: DescriptorLimit.ofSystem
    case .watchLimit:
      "too many folders are watched: watch fewer, or raise the limit (on Linux fs.inotify.max_user_watches, see sysctl)"
    case .watcherLimit:
      "too many watchers run: end some, or raise the limit (on Linux fs.inotify.max_user_instances, see sysctl)"
    case .gone: "it is gone"
    case .binary: "it holds something else than text"
    case .link: "it is a symbolic link, and links below the given paths are not followed"
    case .special: "it is not a regular file"
    case .placeLost:
      "the file of the place to go on from is gone, or was written anew: begin at its beginning or its end"
    case .leftOut: "it is a folder that the closure `entering` left out"
    }
  }
}

/// What to say, and what to do, when no more files can be opened.
enum DescriptorLimit {
  static let ofProgram = "this program has too many files open: close some, or raise the limit (ulimit -n)"
  static let ofSystem =
    "all programs together have too many files open: end some, or raise the limit (on Linux fs.file-max, see sysctl)"
}
