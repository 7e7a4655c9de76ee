extension Duration {
  /// A number and its unit, like `200ms`, `1.5s` or `2m`. A zero needs no unit; a day is the limit.
  init?(text: String) {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let amount = Double(number), amount >= 0, !number.hasPrefix("."), !number.hasSuffix(".") else {
      return nil
    }
    let seconds: Double
    switch text.dropFirst(number.count) {
    case "ms": seconds = amount / 1000
    case "s": seconds = amount
    case "m": seconds = amount * 60
    case "" where amount == 0: seconds = 0
    default: return nil
    }
    if seconds > 86_400 { return nil }
    self = .seconds(seconds)
  }

  /// As people say it: with about three digits.
  var spoken: String {
    let seconds = self / .seconds(1)
    if seconds < 0.9995 { return "\(Int((seconds * 1000).rounded())) ms" }
    if seconds < 59.95 { return "\((seconds * 10).rounded() / 10) s" }
    let whole = Int(seconds.rounded())
    return "\(whole / 60) min \(whole % 60) s"
  }
}
