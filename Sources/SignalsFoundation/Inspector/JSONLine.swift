import Signals

/// An object of JSON that is being written.
struct JSONLine {
  private var text = "{"
  private let isLine: Bool

  /// A line of the protocol.
  init(_ kind: String) {
    isLine = true
    add("kind", kind)
  }

  /// An object inside a line.
  init() { isLine = false }

  var bytes: [UInt8] { Array((text + (isLine ? "}\n" : "}")).utf8) }

  private mutating func begin(_ name: String) {
    if text.utf8.count > 1 { text += "," }
    text += "\"\(name)\":"
  }

  /// A field without a value is left out.
  mutating func add(_ name: String, _ value: Int?) {
    guard let value else { return }
    begin(name)
    text += "\(value)"
  }

  mutating func add(_ name: String, _ value: Double?) {
    guard let value else { return }
    begin(name)
    text += "\(value)"
  }

  mutating func add(_ name: String, _ value: Bool) {
    begin(name)
    text += value ? "true" : "false"
  }

  mutating func add(_ name: String, _ value: String?, limit: Int = 200) {
    guard let value else { return }
    begin(name)
    text += Self.quoted(value, limit)
  }

  mutating func add(_ name: String, _ values: [String]) {
    begin(name)
    text += "[\(values.map { Self.quoted($0, 200) }.joined(separator: ","))]"
  }

  mutating func add(_ name: String, _ values: ArraySlice<Int>) {
    begin(name)
    text += "[\(values.map { "\($0)" }.joined(separator: ","))]"
  }

  mutating func add(_ name: String, _ rows: ArraySlice<JSONLine>) {
    begin(name)
    text += "[\(rows.map { $0.text + "}" }.joined(separator: ","))]"
  }

  mutating func add(_ name: String, _ events: [(time: Double, kind: String, text: String?)]) {
    begin(name)
    let rows = events.map { event in
      "[\(event.time),\"\(event.kind)\"\(event.text.map { "," + Self.quoted($0, 200) } ?? "")]"
    }
    text += "[\(rows.joined(separator: ","))]"
  }

  private static func quoted(_ text: String, _ limit: Int) -> String {
    let isLong = text.utf8.count > limit && text.count > limit
    return "\"\(isLong ? text.prefix(limit - 1).description.escapedForJSON + "…" : text.escapedForJSON)\""
  }
}
