import Signals

/// What a value is called in a diagram: tuples as their elements in a row (`a1`), collections in
/// brackets (`[a, b]`), optionals as what they hold, streams as `stream`, everything else as it describes itself.
package func marbleName(of value: Any) -> String {
  // A live stream refers to its observers, and they to it: its parts have no end.
  // A property describes itself with its place in the program, which is too long.
  if value is any EventSource, !(value is any CustomStringConvertible) || value is any PropertyProtocol {
    return "stream"
  }
  let mirror = Mirror(reflecting: value)
  // Parts are named for these kinds only: the parts of other values may lead anywhere.
  return switch mirror.displayStyle {
  case .tuple: mirror.partNames.joined()
  case .collection: "[\(mirror.partNames.joined(separator: ", "))]"
  case .optional: mirror.partNames.first ?? "nil"
  default: String(describing: value)
  }
}

extension Mirror {
  fileprivate var partNames: [String] { children.map { marbleName(of: $0.value) } }
}
