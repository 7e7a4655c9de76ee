import SignalsMarbles

extension Picture {
  /// The picture as a drawing that stands alone: no fonts or scripts from elsewhere, for light and dark.
  func svg(title: String) -> String {
    let layout = PictureLayout(self)
    let (width, height) = (layout.width.short, layout.height.short)
    var svg = SVG()
    svg.add(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 \(width) \(height)\""
        + " width=\"\(width)\" height=\"\(height)\">")
    svg.add("<title>\(title.escapedForXML)</title>")
    svg.add("<desc>\n\(marbles.lines.map(\.escapedForXML).joined(separator: "\n"))\n</desc>")
    svg.add("<style>\(Self.style)</style>")
    svg.add(
      "<rect class=\"card\" x=\"0.5\" y=\"0.5\" width=\"\((layout.width - 1).short)\""
        + " height=\"\((layout.height - 1).short)\" rx=\"12\"/>")
    drawOperator(layout, in: &svg)
    drawConnections(layout, in: &svg)
    for (row, y) in zip(inputs + outputs, layout.middles) { RowDrawing(row, y, layout).draw(in: &svg) }
    svg.add("</svg>")
    return svg.lines.joined(separator: "\n") + "\n"
  }

  private func drawOperator(_ layout: PictureLayout, in svg: inout SVG) {
    let margin = PictureLayout.margin
    svg.add(
      "<rect class=\"operator\" x=\"\(margin.short)\" y=\"\(layout.operatorTop.short)\""
        + " width=\"\((layout.width - 2 * margin).short)\" height=\"\(PictureLayout.operatorHeight.short)\""
        + " rx=\"9\"/>")
    svg.text("code", layout.width / 2, layout.operatorTop + PictureLayout.operatorHeight / 2 + 5, code)
  }

  /// From each value that is a stream, or is made into one, to the row of that stream.
  private func drawConnections(_ layout: PictureLayout, in svg: inout SVG) {
    var parent = 0
    for (index, row) in (inputs + outputs).enumerated() {
      if row.role != .inner {
        parent = index
      } else if let begin = row.begin, (inputs + outputs)[parent].hasValue(at: begin) {
        let x = layout.x(begin)
        svg.line("connection", x, layout.middles[parent], x, layout.middles[index])
      }
    }
  }

  /// Everything has its colour by what it is.
  private static let style = """

    text { font-family: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif }
    .card { fill: #ffffff; stroke: #d6dbe1 }
    .operator { fill: #f2f5f9; stroke: #c3ccd6 }
    .code { font: 600 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #24303c; text-anchor: middle }
    .name { font-size: 12.5px; fill: #66717d; text-anchor: end }
    .line, .end { stroke: #4d5864; stroke-width: 2; fill: none; stroke-linecap: round; stroke-linejoin: round }
    .end { stroke-width: 3 }
    .failure { stroke: #d63c3c; stroke-width: 3.2; fill: none; stroke-linecap: round }
    .interruption { stroke: #c96f17; stroke-width: 3.2; fill: none; stroke-linecap: round }
    .begin { fill: #4d5864 }
    .connection { stroke: #8b96a3; stroke-width: 1.5; fill: none; stroke-dasharray: 2 4; stroke-linecap: round }
    .rest { opacity: 0.32 }
    .rest .line { stroke-dasharray: 1 6 }
    .value { font-size: 14px; font-weight: 600; fill: #ffffff; text-anchor: middle }
    .long { font-size: 12.5px }
    .stream { fill: #ffffff; stroke: #4d5864; stroke-width: 2 }
    .streamName { font-size: 12.5px; font-weight: 600; fill: #24303c; text-anchor: middle }
    @media (prefers-color-scheme: dark) {
    .card { fill: #161b22; stroke: #333c47 }
    .operator { fill: #222a34; stroke: #414c59 }
    .code, .streamName { fill: #e4eaf1 }
    .name { fill: #97a3b0 }
    .line, .end { stroke: #a7b2be }
    .begin { fill: #a7b2be }
    .failure { stroke: #f26a6a }
    .interruption { stroke: #e59445 }
    .connection { stroke: #6c7885 }
    .rest { opacity: 0.42 }
    .stream { fill: #161b22; stroke: #a7b2be }
    }

    """
}

extension Timeline {
  fileprivate func hasValue(at step: Int) -> Bool {
    events.steps.indices.contains(step) && events.steps[step].contains(where: \.isValue)
  }
}
