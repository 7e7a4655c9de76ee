/// What a value is called in a diagram: tuples as their elements in a row (`a1`), collections in
/// brackets (`[a, b]`), optionals as what they hold, everything else as it describes itself.
package func marbleName(of value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  let parts = mirror.children.map { marbleName(of: $0.value) }
  return switch mirror.displayStyle {
  case .tuple: parts.joined()
  case .collection: "[\(parts.joined(separator: ", "))]"
  case .optional: parts.first ?? "nil"
  default: String(describing: value)
  }
}
