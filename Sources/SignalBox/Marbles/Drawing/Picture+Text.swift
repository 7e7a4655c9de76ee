import SignalsMarbles

extension Picture {
  /// The picture as lines of text. One that is too wide goes on below.
  func lines(on terminal: Terminal) -> [String] {
    let blocks = marbles.blocks(upTo: terminal.width - 1)
    let rows = blocks.map { lines in
      zip(lines, paints).map { line, paint in paint.map { terminal.paint($0, line) } ?? line }
    }
    let text = Array(rows.joined(separator: [""]))
    return goesOn ? text + [terminal.paint(.faint, "and so on")] : text
  }

  /// The picture in the notation of marble diagrams.
  var marbles: MarblePicture {
    MarblePicture(
      inputs.map { $0.row(upTo: steps) } + [.note(code)] + outputs.map { $0.row(upTo: steps) },
      style: .picture)
  }

  /// A paint for each row.
  private var paints: [Paint?] {
    inputs.map { $0.begin == nil ? .faint : nil } + [.pull] + outputs.map { _ in .title }
  }
}

extension Timeline {
  fileprivate func row(upTo count: Int) -> MarblePicture.Row {
    var diagram = diagram
    if isOpen { diagram.steps += Array(repeating: [], count: Swift.max(0, count - diagram.steps.count)) }
    return .diagram(begin == nil ? "(\(name))" : name, diagram, from: begin ?? 0)
  }
}
