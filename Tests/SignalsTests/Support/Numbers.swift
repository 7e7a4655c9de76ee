/// What the digits in a diagram stand for.
let numbers = Dictionary(uniqueKeysWithValues: (0...9).map { ("\($0)", $0) })
