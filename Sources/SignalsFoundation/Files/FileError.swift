import Foundation

/// What went wrong with a file: where, doing what, and why.
public struct FileError: Error, Equatable {
  public enum Operation: String, Sendable {
    /// Ask what it is.
    case look = "look at"
    /// List a folder.
    case list = "list"
    /// Open a file.
    case open = "open"
    /// Read what is in it.
    case read = "read"
    /// Hear of changes.
    case watch = "watch"
  }

  public enum Cause: Equatable, Sendable {
    /// What the system said, as in `errno`.
    case system(code: Int32)
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

extension FileError: CustomStringConvertible {
  public var description: String { "cannot \(operation.rawValue) '\(path)': \(cause)" }
}

extension FileError.Cause: CustomStringConvertible {
  public var description: String {
    switch self {
    case .system(let code): String(cString: strerror(code))
    case .binary: "not a text"
    case .link: "a symbolic link"
    case .special: "not a regular file"
    case .leftOut: "left out"
    }
  }
}
