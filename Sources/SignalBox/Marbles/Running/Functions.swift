/// The functions that an expression can name. All of them are defined for every value.
enum Functions {
  typealias Transform = @Sendable (Marble) -> Marble
  typealias Condition = @Sendable (Marble) -> Bool
  typealias Relation = @Sendable (Marble, Marble) -> Bool
  typealias Combination = @Sendable (Marble, Marble) -> Marble

  static let transforms: KeyValuePairs<String, Transform> = [
    "uppercase": { Marble($0.name.uppercased()) },
    "lowercase": { Marble($0.name.lowercased()) },
    "double": { $0 + $0 },
    "parity": { Marble(isEven($0) ? "even" : "odd") },
    "initial": { Marble(String($0.name.prefix(1))) },
    "number": { $0.number == nil ? Marble("nil") : $0 },
  ]

  static let conditions: KeyValuePairs<String, Condition> = [
    "isVowel": { ["a", "e", "i", "o", "u"].contains($0.name.lowercased()) },
    "isLetter": { $0.name.allSatisfy({ $0.isLetter }) },
    "isNumber": { $0.number != nil },
    "isEven": { isEven($0) },
    "isOdd": { $0.number != nil && !isEven($0) },
    "isUppercase": { $0.name.allSatisfy({ $0.isUppercase }) },
    "isLowercase": { $0.name.allSatisfy({ $0.isLowercase }) },
  ]

  static let relations: KeyValuePairs<String, Relation> = [
    "isSame": { $0 == $1 },
    "isRising": { $0 < $1 },
    "isSameParity": { isEven($0) == isEven($1) },
    "isSameIgnoringCase": { $0.name.lowercased() == $1.name.lowercased() },
  ]

  static let combinations: KeyValuePairs<String, Combination> = [
    "+": { $0 + $1 },
    "max": { Swift.max($0, $1) },
    "min": { Swift.min($0, $1) },
  ]

  private static func isEven(_ marble: Marble) -> Bool { marble.number.map { $0 % 2 == 0 } ?? false }
}

extension KeyValuePairs where Key == String {
  func first(named name: String) -> Value? { first { $0.key == name }?.value }
}
