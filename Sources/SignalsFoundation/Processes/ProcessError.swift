import Foundation

/// Why a program could not be run.
public struct ProcessError: Error, Hashable {
  /// Why it could not be run.
  public enum Cause: Hashable, Sendable {
    /// There is no such program, or no such interpreter as its first line names.
    case notFound
    /// It is no program, or not one that this user may run.
    case notExecutable
    /// The folder that it should run in is not there or cannot be entered.
    case workingDirectory(FilePath)
    /// The text holds a NUL character, where the system would take it for ended.
    case nul(in: Text)
    /// This program has as many files, pipes and the like open as it may have.
    case descriptorLimit
    /// All programs together have as many files, pipes and the like open as the system allows.
    case systemDescriptorLimit
    /// Another part of this program has taken the news of its end, so how it ended is unknown.
    case endUnknown
    /// What else the system said, as in `errno`.
    case system(code: Int32)
  }

  /// What a process is started with.
  public enum Text: Hashable, Sendable {
    /// The name or path of the program.
    case program
    /// An argument.
    case argument(String)
    /// A variable of the environment, in its name or in its value.
    case variable(name: String)
    /// The folder that it should run in.
    case workingDirectory(FilePath)
  }

  /// The program, as the caller named it.
  public let program: String
  /// Why it could not be run.
  public let cause: Cause

  /// A failure of a source of your own that runs programs.
  public init(_ program: String, _ cause: Cause) {
    self.program = program
    self.cause = cause
  }
}

extension ProcessError {
  /// A failure that the system has reported, with what it said in `errno`.
  package init(_ program: String, code: Int32) {
    let cause: Cause =
      switch code {
      case EMFILE: .descriptorLimit
      case ENFILE: .systemDescriptorLimit
      default: .system(code: code)
      }
    self.init(program, cause)
  }
}

extension ProcessError: CustomStringConvertible {
  public var description: String {
    switch cause {
    case .endUnknown: "'\(program.printable)': \(cause)"
    default: "cannot run '\(program.printable)': \(cause)"
    }
  }
}

extension ProcessError.Cause: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notFound: "not found"
    case .notExecutable: "not executable"
    case .workingDirectory(let path): "cannot enter the folder '\(path)'"
    case .nul(let text): "\(text) holds a NUL character"
    case .descriptorLimit: DescriptorLimit.ofProgram
    case .systemDescriptorLimit: DescriptorLimit.ofSystem
    case .endUnknown: "how it ended is unknown, because other code of this program has waited for it"
    case .system(let code): String(cString: strerror(code))
    }
  }
}

extension ProcessError.Text: CustomStringConvertible {
  public var description: String {
    switch self {
    case .program: "its name"
    case .argument(let text): "the argument '\(text.printable)'"
    case .variable(let name): "the variable '\(name.printable)'"
    case .workingDirectory(let path): "the folder '\(path)'"
    }
  }
}
