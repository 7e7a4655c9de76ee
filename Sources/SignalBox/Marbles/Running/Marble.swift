import Signals
import SignalsMarbles

/// A value in a picture: all there is to it is its name, unless it is a stream.
struct Marble: Sendable {
  let name: String
  /// For the values of an operator that makes streams.
  let stream: SignalProducer<Marble, TestFailure>?

  init(_ name: String, stream: SignalProducer<Marble, TestFailure>? = nil) {
    self.name = name
    self.stream = stream
  }

  /// What the name says, if it is a number.
  ///
  /// Of 64 bits also where `Int` has 32.
  var number: Int64? { Int64(name) }

  /// The name "nil" stands for nothing.
  var unlessNil: Marble? { name == "nil" ? nil : self }

  /// The sum of two numbers; other names are written one after the other.
  static func + (left: Marble, right: Marble) -> Marble {
    guard let a = left.number, let b = right.number else { return Marble(left.name + right.name) }
    return Marble("\(a &+ b)")
  }
}

extension Marble: Hashable {
  static func == (left: Marble, right: Marble) -> Bool { left.name == right.name }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Numbers in their order, everything else by name.
extension Marble: Comparable {
  static func < (left: Marble, right: Marble) -> Bool {
    if let a = left.number, let b = right.number { a < b } else { left.name < right.name }
  }
}

extension Marble: CustomStringConvertible {
  var description: String { name }
}

/// What every picture is made of. Pulled, so that all of it happens between the start and the end.
typealias MarbleProducer = SignalProducer<Marble, TestFailure>
