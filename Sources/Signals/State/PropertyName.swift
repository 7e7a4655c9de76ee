/// What a property is called when something has to be said about it: the name it was given, or the place
/// where it was made.
@usableFromInline struct PropertyName: Sendable {
  @usableFromInline let label: StaticString
  @usableFromInline let line: UInt

  @inlinable init(_ label: StaticString, line: UInt = 0) {
    self.label = label
    self.line = line
  }
}

extension PropertyName: ExpressibleByStringLiteral {
  @inlinable init(stringLiteral label: StaticString) { self.init(label) }
}

extension PropertyName: CustomStringConvertible {
  @usableFromInline var description: String { line == 0 ? "\(label)" : "\(label):\(line)" }
}
