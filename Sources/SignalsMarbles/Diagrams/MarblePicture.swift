/// Several diagrams under each other, with their names, aligned step by step: in each column the widest
/// step decides.
///
///     in   --a--b   --c--d--|
///          prefix(2)
///     out  --a--(b|)
public struct MarblePicture: Sendable {
  /// A line of the picture.
  public enum Row: Sendable {
    /// A diagram and its name. Before step `from` there is nothing to see of it.
    case diagram(_ name: String, MarbleDiagram, from: Int = 0)
    /// Text between the diagrams, such as the operator.
    case note(String)
  }

  /// The lines, from top to bottom.
  public var rows: [Row]
  /// How the diagrams are written.
  public var style: MarbleStyle

  /// A picture of `rows`, from top to bottom.
  public init(_ rows: [Row], style: MarbleStyle = .notation) {
    self.rows = rows
    self.style = style
  }

  /// The lines of the text, without trailing spaces.
  public var lines: [String] {
    let widths = columnWidths
    return lines(widths.indices, widths)
  }

  /// The lines in blocks of up to `width` characters, where a single step is not wider than that. Notes are
  /// not broken.
  package func blocks(upTo width: Int) -> [[String]] {
    let widths = columnWidths
    let margin = margin
    var blocks: [Range<Int>] = []
    var used = 0
    for column in widths.indices {
      if let last = blocks.last, used + widths[column] <= width {
        blocks[blocks.count - 1] = last.lowerBound..<(column + 1)
      } else {
        blocks.append(column..<(column + 1))
        used = margin + 2
      }
      used += widths[column]
    }
    return blocks.isEmpty ? [lines] : blocks.map { lines($0, widths) }
  }

  private func lines(_ columns: Range<Int>, _ widths: [Int]) -> [String] {
    let margin = margin
    return rows.map { row in
      let name = row.name.padded(to: margin) + "  "
      return switch row {
      case .note(let text): (name + text).trimmed
      case .diagram(_, let diagram, let begin): (name + line(diagram, from: begin, columns, widths)).trimmed
      }
    }
  }

  private var margin: Int { rows.map { $0.name.count }.max() ?? 0 }

  private var columnWidths: [Int] {
    let diagrams = rows.compactMap { $0.diagram }
    let count = diagrams.map { $0.steps.count }.max() ?? 0
    // Names without quotes run into each other, unless a dash follows each of them.
    let gap = style == .picture && diagrams.contains(where: { $0.hasLongNames }) ? 1 : 0
    return (0..<count).map { column in
      diagrams.map { diagram in
        let marks = diagram.marks(at: column)
        return style.cell(marks).count + (marks.count == 1 && marks[0].isValue ? gap : 0)
      }.max() ?? 1
    }
  }

  private func line(
    _ diagram: MarbleDiagram, from begin: Int, _ columns: Range<Int>, _ widths: [Int]
  ) -> String {
    let end = diagram.end ?? .max
    let count = style == .picture && diagram.end == nil ? widths.count : diagram.steps.count
    return columns.prefix { $0 < count }.map { column in
      if column < begin { return " ".padded(to: widths[column]) }
      let goesOn = style == .picture && column < end
      let cell = style == .picture && column > end ? " " : style.cell(diagram.marks(at: column))
      return cell.padded(to: widths[column], with: goesOn ? "-" : " ")
    }.joined()
  }
}

extension MarblePicture: CustomStringConvertible {
  /// The lines as one text.
  public var description: String { lines.joined(separator: "\n") }
}

extension MarblePicture.Row {
  fileprivate var name: String {
    if case .diagram(let name, _, _) = self { name } else { "" }
  }

  fileprivate var diagram: MarbleDiagram? {
    if case .diagram(_, let diagram, _) = self { diagram } else { nil }
  }
}

extension MarbleDiagram {
  /// What happens in a step; nothing in those after the last one.
  fileprivate func marks(at step: Int) -> [Mark] { step < steps.count ? steps[step] : [] }

  fileprivate var hasLongNames: Bool {
    steps.joined().contains { if case .value(let name) = $0 { name.count > 1 } else { false } }
  }
}

extension String {
  fileprivate func padded(to width: Int, with filler: Character = " ") -> String {
    self + String(repeating: filler, count: Swift.max(0, width - count))
  }

  fileprivate var trimmed: String {
    lastIndex { $0 != " " }.map { String(self[...$0]) } ?? ""
  }
}
