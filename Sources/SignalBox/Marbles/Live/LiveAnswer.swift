import SignalsFoundation
import SignalsMarbles

/// What the module says to the page, as JSON.
enum LiveAnswer {
  static func text(of drawing: LiveDrawing) -> String {
    let layout = drawing.layout
    let rows = drawing.rows.map { row in
      object(place(of: row) + [("name", string(row.name)), ("y", row.y.short)])
    }
    let handles = drawing.handles.map { handle in
      object(
        place(of: handle.row) + [
          ("row", string(handle.row.name)), ("step", "\(handle.step)"), ("index", "\(handle.index)"),
          ("name", string(handle.mark.name ?? "")), ("kind", string(handle.mark.kind)), ("x", handle.x.short),
          ("y", handle.y.short), ("width", handle.width.short),
        ])
    }
    return object([
      ("svg", string(drawing.svg)), ("pushed", drawing.pushed.map(string) ?? "null"),
      ("text", string(drawing.lines.joined(separator: "\n"))),
      ("width", layout.width.short), ("height", layout.height.short), ("left", layout.left.short),
      ("stepWidth", "\(Int(layout.step * 1000))"), ("rows", list(rows)), ("handles", list(handles)),
    ])
  }

  static func text(of mistake: LiveDiagram.Mistake, in live: LiveDiagram) -> String {
    let line = mistake.line == .source ? live.source ?? "" : live.expression
    return object([
      ("mistake", string(mistake.error.sentence.printable)), ("line", string(mistake.line.rawValue)),
      ("before", string(String(line.prefix(mistake.error.position)))),
    ])
  }

  static func text(of live: LiveDiagram, mark: (step: Int, index: Int)?) -> String {
    object([
      ("source", live.source.map(string) ?? "null"), ("expression", string(live.expression)),
      ("mark", mark.map { list(["\($0.step)", "\($0.index)"]) } ?? "null"),
    ])
  }

  private static func place(of row: LiveDrawing.Row) -> [Member] {
    [("place", row.place.map { "\($0)" } ?? "null"), ("begin", "\(row.begin)")]
  }

  private typealias Member = (name: String, value: String)

  private static func object(_ members: [Member]) -> String {
    "{\(members.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ","))}"
  }

  private static func list(_ items: [String]) -> String { "[\(items.joined(separator: ","))]" }

  private static func string(_ text: String) -> String { "\"\(text.escapedForJSON)\"" }
}

extension MarbleDiagram.Mark {
  fileprivate var kind: String {
    switch self {
    case .value: "value"
    case .completed: "completion"
    case .failed: "failure"
    case .interrupted: "interruption"
    case .attached, .disposed: "observer"
    }
  }
}
