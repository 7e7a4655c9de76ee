import SignalsFoundation

/// What `signalbox inspect` was asked to do.
struct InspectOptions: Sendable {
  /// A process, by its number; nil if not said.
  var process: Int?
  /// The path of a socket.
  var socket: FilePath?
  var isOnce = false
  var isJSON = false
  var recording: FilePath?
  /// For how long; nil: until the user or the program ends it.
  var duration: Duration?
  var view = InspectorView()
}

extension InspectOptions {
  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-") else {
        guard process == nil, socket == nil else {
          throw UsageError("unexpected argument \(argument.quoted); see '\(Command.inspect.helpCall)'")
        }
        if let number = Int(argument) { process = number } else { socket = FilePath(argument) }
        continue
      }
      let name = argument.optionName
      let attached = argument.count > name.count ? String(argument.dropFirst(name.count + 1)) : nil
      switch name {
      case "--once" where attached == nil: isOnce = true
      case "--json" where attached == nil: isJSON = true
      case "--tree" where attached == nil: view.page = .tree
      case "--by", "--filter", "--record", "--for", "--subscription":
        guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
          throw UsageError("a value is missing after \(name); see '\(Command.inspect.helpCall)'")
        }
        try take(value, of: name)
      default: throw .unknownOption(argument, of: .inspect)
      }
    }
  }

  private mutating func take(_ value: String, of option: String) throws(UsageError) {
    switch option {
    case "--by":
      guard let order = InspectorView.Order(rawValue: value) else {
        let all = InspectorView.Order.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        throw UsageError("\(value.quoted) is none of \(all); see '\(Command.inspect.helpCall)'")
      }
      view.order = order
    case "--filter": view.filter = value
    case "--record": recording = FilePath(value)
    case "--for": duration = try Self.duration(value)
    default:
      guard let number = Int(value), number > 0 else {
        throw UsageError("\(value.quoted) is no number of a subscription; see '\(Command.inspect.helpCall)'")
      }
      view.page = .subscription(number)
    }
  }

  private static func duration(_ text: String) throws(UsageError) -> Duration {
    if let duration = Duration(text: text), duration > .zero { return duration }
    throw UsageError("\(text.quoted) is no duration like '500ms' or '10s'; see '\(Command.inspect.helpCall)'")
  }
}
