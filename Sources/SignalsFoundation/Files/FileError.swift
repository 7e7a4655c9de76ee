import Foundation

/// What went wrong with a file: where, doing what, and why.
public struct FileError: Error, Hashable {
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
    /// Hear of changes.
    case watch = "watch"
  }

  public enum Cause: Hashable, Sendable {
    /// What the system said, as in `errno`.
    case system(code: Int32)
    /// The system does not let this user watch any more folders, or anything more at all.
    case watchLimit
    /// It holds something else than text.
    case binary
    /// It is a symbolic link. They are not followed, so that no file is met twice.
    case link
    /// It is a device, a socket or the like, which could block or never end.
    case special
    /// It is a folder that was not to be entered.
    case leftOut
  }

  public let path: FilePath
  public let operation: Operation
  public let cause: Cause

  public init(_ path: FilePath, _ operation: Operation, _ cause: Cause) {
    self.path = path
    self.operation = operation
    self.cause = cause
  }

  /// The failure that the system has just reported.
  static func last(_ path: FilePath, _ operation: Operation) -> FileError {
    FileError(path, operation, .system(code: errno))
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
    case .watchLimit: "the system's limit of watches is reached (on Linux, see fs.inotify in sysctl)"
    case .binary: "not a text"
    case .link: "a symbolic link"
    case .special: "not a regular file"
    case .leftOut: "left out"
    }
  }
}
