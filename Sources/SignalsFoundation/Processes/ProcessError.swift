import Foundation

/// Why a program could not be run.
public struct ProcessError: Error, Hashable {
  public enum Cause: Hashable, Sendable {
    /// There is no such program, or no such interpreter as its first line names.
    case notFound
    /// It is no program, or not one that this user may run.
    case notExecutable
    /// The folder that it should run in is not there or cannot be entered.
    case folder(FilePath)
    /// Somebody else has taken the news of its end, so how it ended is unknown.
    case endUnknown
    /// What else the system said, as in `errno`.
    case system(code: Int32)
  }

  public let program: String
  public let cause: Cause

  public init(_ program: String, _ cause: Cause) {
    self.program = program
    self.cause = cause
  }
}

extension ProcessError: CustomStringConvertible {
  public var description: String { "cannot run '\(program.printable)': \(cause)" }
}

extension ProcessError.Cause: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notFound: "not found"
    case .notExecutable: "not executable"
    case .folder(let path): "cannot enter the folder '\(path)'"
    case .endUnknown: "how it ended is unknown"
    case .system(let code): String(cString: strerror(code))
    }
  }
}
