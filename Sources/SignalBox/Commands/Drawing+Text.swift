extension Drawing {
  /// Its title, what it is about, and the picture, as lines.
  func text(on terminal: Terminal) -> String {
    var lines: [String] = []
    if let summary {
      lines.append(terminal.paint(.title, title))
      lines += summary.wrapped(to: 78).map { "  " + $0 } + [""]
    }
    return (lines + picture.lines(on: terminal)).map { $0 + "\n" }.joined()
  }
}

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

  /// A paint for each row.
  private var paints: [Paint?] {
    inputs.map { $0.begin == nil ? .faint : nil } + [.pull] + outputs.map { _ in .title }
  }
}
