import Signals
import SignalsFoundation

/// What `signalbox watch` was asked to do.
struct WatchOptions: Sendable {
  /// What to do with changes while the command runs.
  enum OnChange: String, CaseIterable, Sendable {
    /// Stop the command and start over.
    case latest
    /// Run once more afterwards.
    case queue
    /// Nothing.
    case ignore
  }

  var paths: [FilePath] = []
  var debounce = Duration.milliseconds(200)
  /// From the first change on; nil if not said.
  var atLatest: Duration?
  var onChange = OnChange.latest
  var ignored: [IgnorePattern] = []
  var clearsScreen = false
  var isQuiet = false
  var command: [String] = []
}

extension WatchOptions {
  /// How long changes may keep a run waiting.
  var longestWait: Duration { atLatest ?? max(debounce, .seconds(5)) }

  init(_ arguments: [String]) throws(UsageError) {
    let own = arguments.prefix { $0 != "--" }
    guard own.count < arguments.count else { throw Self.missingCommand(after: own.first) }
    command = Array(arguments.dropFirst(own.count + 1))
    guard command.first?.isEmpty == false else { throw .watch("a command is missing after '--'") }

    var rest = own[...]
    while let argument = rest.popFirst() { try take(argument, &rest) }
    if paths.isEmpty { paths = [FilePath(".")] }
  }

  /// What is no option at all may have been meant for one that needs no command, such as `--help`.
  private static func missingCommand(after first: String?) -> UsageError {
    if let first, first.hasPrefix("-"), !Command.watch.help.longOptions.contains(first.optionName) {
      return .unknownOption(first, of: .watch)
    }
    return .watch("a command is missing: put it after '--'")
  }

  private mutating func take(_ argument: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
    guard argument.hasPrefix("-") else { return paths.append(try FilePath(existing: argument)) }
    let name = argument.optionName
    let attached = argument.count > name.count ? String(argument.dropFirst(name.count + 1)) : nil
    switch name {
    case "--clear" where attached == nil: clearsScreen = true
    case "--quiet" where attached == nil: isQuiet = true
    case "--debounce", "--at-latest", "--on-change", "--ignore":
      guard let value = attached ?? rest.popFirst() else { throw .watch("a value is missing after \(name)") }
      try take(value, of: name)
    default: throw .unknownOption(argument, of: .watch)
    }
  }

  private mutating func take(_ value: String, of option: String) throws(UsageError) {
    switch option {
    case "--debounce": debounce = try Self.duration(value)
    case "--at-latest": atLatest = try Self.duration(value)
    case "--on-change":
      guard let choice = OnChange(rawValue: value) else {
        let choices = OnChange.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        throw .watch("\(value.quoted) is none of \(choices)")
      }
      onChange = choice
    default:
      guard let pattern = IgnorePattern(value.utf8) else { throw .watch("\(value.quoted) is no pattern") }
      ignored.append(pattern)
    }
  }
}

extension WatchOptions {
  private static func duration(_ text: String) throws(UsageError) -> Duration {
    if let duration = Duration(text: text) { return duration }
    throw .watch("\(text.quoted) is no duration like '200ms' or '1.5s', up to a day")
  }
}

extension WatchOptions.OnChange {
  /// The whole difference between the three.
  var strategy: FlattenStrategy {
    switch self {
    case .latest: .latest
    case .queue: .conflate
    case .ignore: .exhaust
    }
  }
}

extension UsageError {
  fileprivate static func watch(_ message: String) -> UsageError {
    UsageError("\(message); see 'signalbox watch --help'")
  }
}
