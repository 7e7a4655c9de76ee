import Foundation

/// What went wrong with a file: where, doing what, and why.
struct FileError: Error, Equatable {
  enum Operation: String, Sendable {
    case look = "look at"
    case list = "list"
    case open = "open"
    case read = "read"
  }

  enum Cause: Equatable, Sendable {
    /// What the system said.
    case system(code: Int32)
    /// It holds something else than text.
    case binary
    /// It is a symbolic link. They are not followed, so that no file is met twice.
    case link
    /// It is a device, a socket or the like, which could block or never end.
    case special
    /// It is a folder that the tour does not enter.
    case leftOut
  }

  let path: Path
  let operation: Operation
  let cause: Cause

  init(_ path: Path, _ operation: Operation, _ cause: Cause) {
    self.path = path
    self.operation = operation
    self.cause = cause
  }

  /// The failure that the system has just reported.
  static func last(_ path: Path, _ operation: Operation) -> FileError {
    FileError(path, operation, .system(code: errno))
  }
}

extension FileError: CustomStringConvertible {
  var description: String { "cannot \(operation.rawValue) '\(path)': \(cause)" }
}

extension FileError.Cause: CustomStringConvertible {
  var description: String {
    switch self {
    case .system(let code): String(cString: strerror(code))
    case .binary: "not a text"
    case .link: "a symbolic link"
    case .special: "not a regular file"
    case .leftOut: "left out"
    }
  }
}
