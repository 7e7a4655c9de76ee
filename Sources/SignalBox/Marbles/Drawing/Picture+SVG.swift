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
    svg.add("<desc>\n\(marbles.lines.map { $0.escapedForXML }.joined(separator: "\n"))\n</desc>")
    svg.add("<style>\(SVGStyle.text)</style>")
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
}

extension Timeline {
  fileprivate func hasValue(at step: Int) -> Bool {
    events.steps.indices.contains(step) && events.steps[step].contains(where: { $0.isValue })
  }
}
