import SignalsMarbles

/// What is drawn of a live diagram, and what of it can be taken hold of.
struct LiveDrawing {
  let svg: String
  /// The same with sources that are pushed; nil if the same comes out.
  let pushed: String?
  /// The picture in the notation of marble diagrams.
  let lines: [String]
  let layout: PictureLayout
  let rows: [Row]
  let handles: [Handle]

  /// A diagram in the picture.
  struct Row {
    let name: String
    /// Where the diagram stands in the expression; nil for the one beside it.
    let place: Int?
    /// The step in which it begins.
    let begin: Int
    let y: Double
  }

  /// A mark of a diagram.
  struct Handle {
    let row: Row
    let mark: MarbleDiagram.Mark
    /// The step of the diagram, and which of its marks.
    let step: Int
    let index: Int
    let x: Double
    let y: Double
    let width: Double
  }

  init(_ live: LiveDiagram, _ picture: Picture, _ pushed: Picture?, title: String, limit: Int) {
    let layout = PictureLayout(picture)
    self.layout = layout
    svg = picture.svg(title: title)
    self.pushed = pushed?.svg(title: title)
    lines = picture.marbles.lines
    var rows: [Row] = []
    var handles: [Handle] = []
    for (timeline, y) in zip(picture.inputs, layout.middles) {
      let row = Row(name: timeline.name, place: timeline.place, begin: timeline.begin ?? 0, y: y)
      guard let diagram = live.diagram(at: timeline.place) else { continue }
      rows.append(row)
      for (step, marks) in diagram.steps.enumerated() where row.begin + step < limit {
        // Of a further start nothing is drawn after its end.
        if !timeline.showsRest, timeline.events.marks(at: row.begin + step).count < marks.count { break }
        handles += Self.handles(of: marks, in: step, on: row, layout)
      }
    }
    self.rows = rows
    self.handles = handles
  }

  private static func handles(
    of marks: [MarbleDiagram.Mark], in step: Int, on row: Row, _ layout: PictureLayout
  ) -> [Handle] {
    let names = marks.compactMap { $0.name }
    let x = layout.x(row.begin + step)
    var y = row.y - PictureLayout.stack(of: names.count)
    return marks.enumerated().map { index, mark in
      if let name = mark.name {
        defer { y += PictureLayout.stackStep }
        return Handle(
          row: row, mark: mark, step: step, index: index, x: x, y: y, width: PictureLayout.marbleWidth(name))
      }
      return Handle(
        row: row, mark: mark, step: step, index: index, x: x + PictureLayout.room(for: names), y: row.y,
        width: 16)
    }
  }
}

extension MarbleDiagram {
  fileprivate func marks(at step: Int) -> [Mark] { steps.indices.contains(step) ? steps[step] : [] }
}
