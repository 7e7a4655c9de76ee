import SignalsFoundation
import SignalsMarbles

/// What of a recording is drawn.
struct TimelineRange: Equatable, Sendable {
  /// From the beginning of the recording.
  var from: Duration = .zero
  /// Nil: to the end.
  var to: Duration?
  /// How many subscriptions at most.
  var most = 60
}

extension RecordedLanes {
  /// A row for each subscription, with its marbles at the times at which they came.
  func svg(_ range: TimelineRange) -> String {
    let (start, stop) = times(range)
    let alive = lanes.values.filter { ($0.end ?? end) >= start && $0.begin <= stop }
    let busiest = alive.sorted { a, b in
      let (x, y) = (a.weight(in: start...stop), b.weight(in: start...stop))
      return x != y ? x > y : a.number < b.number
    }
    let rows = rows(
      of: Set(busiest.prefix(20 * range.most).map(\.number)), most: range.most, in: start...stop)
    let chart = Chart(start: start, stop: stop, count: rows.count)
    var svg = SVG()
    svg.add(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 \(Chart.width.short) \(chart.height.short)\""
        + " width=\"\(Chart.width.short)\" height=\"\(chart.height.short)\">")
    svg.add("<title>\("\(program) \(process)".escapedForXML)</title>")
    svg.add("<style>\(SVGStyle.text)\(Chart.style)</style>")
    svg.add(
      "<rect class=\"card\" x=\"0.5\" y=\"0.5\" width=\"\((Chart.width - 1).short)\""
        + " height=\"\((chart.height - 1).short)\" rx=\"12\"/>")
    let shown = rows.reduce(0) { $0 + $1.lanes.count }
    let left = alive.count - shown
    svg.text(
      "lane title", Chart.margin, 28,
      "\(program) \(process): \(shown.of("subscription"))"
        + (left > 0 ? ", and \(left.grouped) more" : ""))
    for (index, row) in rows.enumerated() { drawLabel(row, chart.middle(index), in: &svg) }
    svg.add(
      "<clipPath id=\"times\"><rect x=\"\((Chart.left - 8).short)\" y=\"0\" width=\"\(Chart.width.short)\""
        + " height=\"\(chart.height.short)\"/></clipPath>")
    svg.add("<g clip-path=\"url(#times)\"><g id=\"zoomed\">")
    drawAxis(chart, in: &svg)
    for (index, row) in rows.enumerated() {
      for lane in row.lanes { draw(lane, chart.middle(index), chart, in: &svg) }
    }
    svg.add("</g></g>")
    for (index, button) in ["−", "+"].enumerated() {
      svg.text("zoom", Chart.width - 58 + Double(index) * 28, 29, button)
    }
    svg.add(TimelineScript.element(left: Chart.left, width: Chart.timeWidth))
    svg.add("</svg>")
    return svg.lines.joined(separator: "\n") + "\n"
  }

  /// The first moment and the last one that are drawn.
  func times(_ range: TimelineRange) -> (start: Double, stop: Double) {
    let start = begin + range.from / .milliseconds(1)
    let stop = range.to.map { begin + $0 / .milliseconds(1) } ?? end
    return (start, max(stop, start + 1))
  }

  private func drawAxis(_ chart: Chart, in svg: inout SVG) {
    for time in chart.ticks(from: begin) {
      let x = chart.x(begin + time)
      svg.line("grid", x, Chart.top - 6, x, chart.height - Chart.margin)
      svg.mark(at: x) { $0.text("tick", x, Chart.top - 12, time.asTick) }
    }
  }

  /// Subscriptions that stand in one line, because they come one after the other.
  private struct Row {
    var lanes: [Lane]
    var depth: Int
  }

  /// Streams that one join has started one after the other share a row.
  private func rows(of numbers: Set<Int>, most: Int, in range: ClosedRange<Double>) -> [Row] {
    let parents = Set(numbers.compactMap { lanes[$0]?.parent })
    var rows: [Row] = []
    // The rows of each join that another stream may follow in.
    var open: [String: [Int]] = [:]
    for (lane, depth) in ordered(numbers) {
      guard lane.row.kind == "inner", let parent = lane.parent, !parents.contains(lane.number) else {
        rows.append(Row(lanes: [lane], depth: depth))
        continue
      }
      let join = "\(parent) \(lane.label)"
      let index = open[join, default: []].first { index in
        rows[index].lanes.last?.end.map { $0 <= lane.begin } ?? false
      }
      if let index {
        rows[index].lanes.append(lane)
      } else {
        open[join, default: []].append(rows.count)
        rows.append(Row(lanes: [lane], depth: depth))
      }
    }
    let weights = rows.map { row in row.lanes.reduce(0) { $0 + $1.weight(in: range) } }
    let kept = Set(rows.indices.sorted { (-weights[$0], $0) < (-weights[$1], $1) }.prefix(most))
    return rows.indices.filter(kept.contains).map { rows[$0] }
  }

  private func drawLabel(_ row: Row, _ y: Double, in svg: inout SVG) {
    let indent = Double(min(row.depth, 6)) * 12
    let room = Int((Chart.left - Chart.margin - 20 - indent) / 6)
    let count = row.lanes.count > 1 ? "  (\(row.lanes.count.grouped))" : ""
    let label = (row.lanes.first?.label ?? "").ellipsized(to: room - count.count) + count
    svg.text("lane", Chart.margin + indent, y + 4.5, label)
  }

  private func draw(_ lane: Lane, _ y: Double, _ chart: Chart, in svg: inout SVG) {
    let (first, last) = (max(lane.begin, chart.start), min(lane.end ?? .infinity, chart.stop))
    if first > last { return }
    svg.line("line", chart.x(first), y, chart.x(last), y)
    if lane.begin >= chart.start {
      svg.mark(at: chart.x(lane.begin)) { $0.circle("begin", chart.x(lane.begin), y, 3.5) }
    }
    for pause in lane.pauses where pause.upperBound >= chart.start && pause.lowerBound <= chart.stop {
      let (a, b) = (max(pause.lowerBound, chart.start), min(pause.upperBound, chart.stop))
      svg.line("pause", chart.x(a), y, max(chart.x(b), chart.x(a) + 2), y)
    }
    drawValues(lane, y, chart, in: &svg)
    guard let end = lane.end, end <= chart.stop else { return }
    let mark: MarbleDiagram.Mark =
      switch lane.endMark {
      case "failed": .failed
      case "completed": .completed
      default: .interrupted
      }
    svg.mark(at: chart.x(end)) { $0.end(mark, chart.x(end), y) }
  }

  /// A marble where there is room for its name, and a dot where there is not. Dots that would lie on each other are one.
  private func drawValues(_ lane: Lane, _ y: Double, _ chart: Chart, in svg: inout SVG) {
    let values = lane.values.filter { $0.time >= chart.start && $0.time <= chart.stop }
      .map { (x: chart.x($0.time), name: $0.name) }
    var (taken, dot) = (-Double.infinity, -Double.infinity)
    for (index, value) in values.enumerated() {
      let half = value.name.map { PictureLayout.marbleWidth($0) / 2 + 2 } ?? 5
      let next = index + 1 < values.count ? values[index + 1].x - 5 : .infinity
      if let name = value.name, value.x - half >= taken, value.x + half <= min(next, Chart.width - 6) {
        svg.mark(at: value.x) { $0.marble(name, value.x, y) }
        taken = value.x + half
      } else if value.x >= taken, value.x - dot >= 3 {
        svg.mark(at: value.x) { $0.circle("dot", value.x, y, 4) }
        dot = value.x
      }
    }
  }
}

extension Lane {
  /// How much there is to see of it.
  fileprivate func weight(in range: ClosedRange<Double>) -> Int {
    values.reduce(0) { $0 + (range.contains($1.time) ? 1 : 0) } + 2 * pauses.count + (parent == nil ? 1 : 0)
  }
}

extension Lane.Value {
  /// Nil: nothing fits into a marble.
  fileprivate var name: String? {
    if count > 1 { return "×\(count.compact)" }
    guard let text, !text.isEmpty else { return nil }
    return text.ellipsized(to: 12)
  }
}

extension Double {
  /// A number of milliseconds on an axis.
  fileprivate var asTick: String {
    let seconds = self / 1_000
    if seconds < 120 { return seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s" }
    let whole = Int(seconds.rounded())
    return whole % 60 == 0 ? "\(whole / 60) min" : "\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60)"
  }
}

/// Where things stand.
private struct Chart {
  static let width = 1_200.0
  static let margin = 20.0
  static let left = 320.0
  static let top = 70.0
  static var timeWidth: Double { width - left - 2 * margin }
  static let lane = 34.0

  let start: Double
  let stop: Double
  let count: Int

  var height: Double { Self.top + Double(max(1, count)) * Self.lane + Self.margin }

  func x(_ time: Double) -> Double {
    Self.left + (time - start) / (stop - start) * Self.timeWidth
  }

  func middle(_ index: Int) -> Double { Self.top + (Double(index) + 0.5) * Self.lane }

  /// Round times, twelve at most, counted from the beginning of the recording.
  func ticks(from begin: Double) -> [Double] {
    let steps = (0...8).flatMap { exponent in [1.0, 2, 5].map { $0 * pow10(exponent) } }
    let step = steps.first { (stop - start) / $0 <= 12 } ?? stop - start
    let first = ((start - begin) / step).rounded(.up) * step
    return Array(stride(from: first, through: stop - begin, by: step))
  }

  private func pow10(_ exponent: Int) -> Double { (0..<exponent).reduce(1.0) { power, _ in power * 10 } }

  static let style = """

    .lane { font-size: 12.5px; fill: #24303c }
    .title { font-size: 14px; font-weight: 600 }
    .tick { font-size: 11px; fill: #66717d; text-anchor: middle }
    .grid { stroke: #d6dbe1; stroke-width: 1 }
    .pause { stroke: #e59445; stroke-width: 8; opacity: 0.55 }
    .dot { fill: #3578d4 }
    .zoom { font-size: 18px; fill: #66717d; text-anchor: middle; cursor: pointer }
    @media (prefers-color-scheme: dark) {
    .lane { fill: #e4eaf1 }
    .tick { fill: #97a3b0 }
    .grid { stroke: #333c47 }
    }

    """
}
