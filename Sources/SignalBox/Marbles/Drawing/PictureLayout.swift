import SignalsMarbles

/// Where things stand in a drawing. Time runs from left to right; all rows have the same steps.
struct PictureLayout {
  let picture: Picture
  /// The width of a step.
  let step: Double
  /// Where the first step begins.
  let left: Double
  /// Where the names of the rows end.
  let nameRight: Double
  let width: Double
  let height: Double
  /// The middle of each row, inputs first.
  let middles: [Double]
  let operatorTop: Double

  /// Wider drawings are the exception, so that a page of them is calm.
  static let usualWidth = 640.0
  static let margin = 20.0
  static let radius = 14.0
  static let operatorHeight = 42.0
  /// The width of a letter in a marble, about.
  static let letter = 7.6

  init(_ picture: Picture) {
    self.picture = picture
    let rows = picture.inputs + picture.outputs
    let names = rows.map { Self.nameWidth($0.name) }.max() ?? 0
    let overhang = rows.compactMap { $0.width(at: 0) }.max() ?? 0
    nameRight = Self.margin + names
    let last = rows.compactMap { $0.width(at: picture.steps - 1) }.max() ?? 0
    let free = Self.usualWidth - nameRight - 14 - Self.margin - last / 2 - 10
    step = Swift.max(Self.step(for: rows), Swift.min(free / Double(picture.steps), 44))
    left = nameRight + 14 + Swift.max(0, overhang / 2 - step / 2)

    var y = Self.margin - 4
    var middles: [Double] = []
    for row in picture.inputs {
      middles.append(y + row.height / 2)
      y += row.height
    }
    operatorTop = y + (picture.inputs.isEmpty ? 4 : 8)
    y = operatorTop + Self.operatorHeight + 8
    for row in picture.outputs {
      middles.append(y + row.height / 2)
      y += row.height
    }
    self.middles = middles
    height = y + Self.margin - 4
    let needed = left + Double(picture.steps) * step + Swift.max(0, last / 2 - step / 2 + 10) + Self.margin
    let code = Double(picture.code.count) * 8.5 + 48 + 2 * Self.margin
    width = Swift.max(needed, code, Self.usualWidth).rounded(.up)
  }

  /// The middle of a step.
  func x(_ step: Int) -> Double { left + (Double(step) + 0.5) * self.step }

  /// The right end of the rows.
  var right: Double { width - Self.margin }

  /// What a marble needs, with its name.
  static func marbleWidth(_ name: String) -> Double {
    name.count < 3 ? 2 * radius : Double(name.count) * letter + 16
  }

  private static func nameWidth(_ name: String) -> Double { Double(name.count) * 7 }

  /// Wide enough that no two marbles in a row touch.
  private static func step(for rows: [Timeline]) -> Double {
    var step = 22.0
    for row in rows {
      let widths = (0...row.last).compactMap { index in row.width(at: index).map { (index, $0) } }
      for ((a, first), (b, second)) in zip(widths, widths.dropFirst()) {
        step = Swift.max(step, ((first + second) / 2 + 5) / Double(b - a))
      }
    }
    return step
  }
}

extension Timeline {
  /// What stands in a step: the widest of its values, and its end beside it.
  fileprivate func width(at step: Int) -> Double? {
    let marks = diagram.steps.indices.contains(step) ? diagram.steps[step] : []
    let names = marks.compactMap { $0.name }
    guard let widest = names.map(PictureLayout.marbleWidth).max() else { return marks.isEmpty ? nil : 10 }
    return widest + (marks.count > names.count ? 12 : 0)
  }

  /// Values at one instant stand above each other.
  fileprivate var height: Double {
    let most = diagram.steps.map { $0.count(where: { $0.isValue }) }.max() ?? 0
    return 44 + Double(Swift.max(0, most - 1)) * PictureLayout.stackStep
  }
}

extension PictureLayout {
  /// From one value to the next at the same instant.
  static let stackStep = 31.0

  /// How much higher than one value several at one instant stand, above and below.
  static func stack(of count: Int) -> Double { Double(Swift.max(0, count - 1)) * stackStep / 2 }

  /// How far an end stands beside the values of its instant.
  static func room(for names: [String]) -> Double { names.map { marbleWidth($0) / 2 + 6 }.max() ?? 0 }
}
