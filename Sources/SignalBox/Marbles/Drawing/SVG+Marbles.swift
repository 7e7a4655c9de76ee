import SignalsMarbles

extension SVG {
  /// A value, with its name.
  mutating func marble(_ name: String, _ x: Double, _ y: Double) {
    let half = PictureLayout.marbleWidth(name) / 2
    let textHalf = Swift.min(half, Double(name.count) * PictureLayout.letter / 2)
    for (index, stripe) in Palette.stripes(of: name).enumerated() {
      // Each goes on below the next one, or there would be gaps.
      let left = index == 0 ? x - half : x - textHalf + 2 * textHalf * stripe.start
      path("marble", outline(from: left, to: x + half, y, isFirst: index == 0), " fill=\"\(stripe.color)\"")
    }
    text(name.count < 3 ? "value" : "value long", x, y + 5, name)
  }

  /// The right part of a marble, or all of it.
  private func outline(from left: Double, to right: Double, _ y: Double, isFirst: Bool) -> String {
    let radius = PictureLayout.radius
    let (top, bottom) = ((y - radius).short, (y + radius).short)
    let l = (isFirst ? left + radius : left).short
    let r = Swift.max(right - radius, left).short
    let arc = "A\(radius.short) \(radius.short) 0 0 1"
    return "M\(l) \(top)H\(r)\(arc) \(r) \(bottom)H\(l)"
      + (isFirst ? "\(arc) \(l) \(top)" : "V\(top)") + "Z"
  }

  /// An end.
  ///
  /// - Parameter stack: How much higher than one value what stands beside it is, above and below.
  mutating func end(_ mark: MarbleDiagram.Mark, _ x: Double, _ y: Double, beside stack: Double = 0) {
    switch mark {
    case .failed:
      let (l, r, t, b) = ((x - 7).short, (x + 7).short, (y - 7).short, (y + 7).short)
      path("failure", "M\(l) \(t)L\(r) \(b)M\(r) \(t)L\(l) \(b)")
    case .interrupted:
      path(
        "interruption",
        "M\(x.short) \((y - 13).short)V\((y - 4).short)M\(x.short) \((y + 4).short)V\((y + 13).short)")
    default:
      let half = 12 + stack
      line("end", x, y - half, x, y + half)
    }
  }
}
