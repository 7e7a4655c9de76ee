import SignalsMarbles

/// One row of a drawing.
struct RowDrawing {
  private let row: Timeline
  private let y: Double
  private let layout: PictureLayout

  init(_ row: Timeline, _ y: Double, _ layout: PictureLayout) {
    self.row = row
    self.y = y
    self.layout = layout
  }

  func draw(in svg: inout SVG) {
    svg.text("name", layout.nameRight, y + 4.5, row.name)
    let begin = layout.x(row.begin ?? 0) - (row.begin ?? 0 == 0 ? layout.step / 2 : 0)
    let stop = row.events.end ?? row.letGo
    let until = stop.map { layout.x($0) + room(at: $0) } ?? (row.isOpen ? layout.right : begin)
    if until > begin { svg.line("line", begin, y, until, y) }
    if row.isOpen {
      let back = (until - 7).short
      svg.path("line", "M\(back) \((y - 5).short)L\(until.short) \(y.short)L\(back) \((y + 5).short)")
    }
    drawRest(from: until, in: &svg)
    if row.begin ?? 0 > 0 { svg.circle("begin", begin, y, 3.5) }
    draw(row.events, in: &svg)
    if let letGo = row.letGo, !row.showsRest {
      drawEnd(.interrupted, layout.x(letGo) + room(at: letGo), in: &svg)
    }
  }

  /// What would have come.
  private func drawRest(from start: Double, in svg: inout SVG) {
    guard row.showsRest, row.letGo != nil || row.begin == nil else { return }
    let end = row.rest.end.map(layout.x) ?? layout.right
    svg.add("<g class=\"rest\">")
    if end > start { svg.line("line", start, y, end, y) }
    draw(row.rest, in: &svg)
    svg.add("</g>")
  }

  private func draw(_ diagram: MarbleDiagram, in svg: inout SVG) {
    for (step, marks) in diagram.steps.enumerated() {
      let x = layout.x(step)
      let names = marks.compactMap { $0.name }
      let stack = PictureLayout.stack(of: names.count)
      for mark in marks where mark.isTerminating {
        drawEnd(mark, x + PictureLayout.room(for: names), beside: stack, in: &svg)
      }
      let top = y - stack
      for (index, name) in names.enumerated() {
        drawMarble(name, x, top + Double(index) * PictureLayout.stackStep, in: &svg)
      }
    }
  }

  /// - Parameter stack: How much higher than one value what stands beside it is, above and below.
  private func drawEnd(_ mark: MarbleDiagram.Mark, _ x: Double, beside stack: Double = 0, in svg: inout SVG) {
    svg.end(mark, x, y, beside: stack)
  }

  private func drawMarble(_ name: String, _ x: Double, _ y: Double, in svg: inout SVG) {
    let radius = PictureLayout.radius
    let half = PictureLayout.marbleWidth(name) / 2
    if row.carriesStreams {
      let (left, side) = ((x - half).short, (2 * half).short)
      svg.add(
        "<rect class=\"stream\" x=\"\(left)\" y=\"\((y - radius + 1).short)\" width=\"\(side)\""
          + " height=\"\((2 * radius - 2).short)\" rx=\"\((radius - 1).short)\"/>")
      svg.text("streamName", x, y + 4.5, name)
      return
    }
    svg.marble(name, x, y)
  }

  /// How far an end stands beside the values of its instant.
  private func room(at step: Int) -> Double {
    let marks = row.events.steps.indices.contains(step) ? row.events.steps[step] : []
    return PictureLayout.room(for: marks.compactMap { $0.name })
  }
}
