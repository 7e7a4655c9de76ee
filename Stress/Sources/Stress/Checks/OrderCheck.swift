/// Compares what several observers of one stream saw.
enum OrderCheck {
  /// Says what is wrong, unless both saw the same in the same order.
  static func difference(_ log: [Int], from reference: [Int]) -> String? {
    if log == reference { return nil }
    let place = zip(log, reference).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    guard let place else { return "one saw \(log.count) values, the other \(reference.count)" }
    return "value \(place) is \(text(log[place])) for one and \(text(reference[place])) for the other"
  }

  /// Says what is wrong, unless one observer, attached later or gone earlier, saw an uninterrupted part of what the
  /// other saw.
  static func gap(in part: [Int], of whole: [Int]) -> String? {
    guard let first = part.first else { return nil }
    guard let start = whole.firstIndex(of: first) else { return "only one of them saw \(text(first))" }
    return difference(part, from: Array(whole[start...].prefix(part.count)))
  }

  private static func text(_ id: Int) -> String { "number \(id & (1 << 40 - 1)) of sender \(id >> 40)" }
}
