import Signals
import SignalsTesting

extension ModelCase {
  /// The case as code that can be run again, with what was expected and what came.
  func report(_ mismatch: Mismatch) -> String {
    let (code, inputs) = self.code(mismatch.drive)
    let picture = MarblePicture(
      inputs + [
        .diagram("expected", diagram(mismatch.expected)), .diagram("got", diagram(mismatch.got)),
      ])
    var lines = mismatch.complaints.map { "\(mismatch.drive): \($0)" }
    lines += [""] + code
    if attached > 0 { lines.append("// attached at \(SignalsTests.code(attached))") }
    switch disposal {
    case .none: break
    case .at(let time): lines.append("// disposed of at \(SignalsTests.code(time))")
    case .after(let values): lines.append("// disposed of inside the delivery of value number \(values)")
    }
    lines += [""] + picture.lines
    lines += ["", "expected  \(list(mismatch.expected))", "got       \(list(mismatch.got))"]
    return lines.joined(separator: "\n")
  }

  /// The case as code, and its sources as diagrams.
  func code(_ drive: TestedDrive) -> (lines: [String], inputs: [MarblePicture.Row]) {
    var writer = CodeWriter()
    let stream = writer.write(pipeline, drive)
    let circumstances = ["let bench = Bench()", "let time = bench.time"]
    return (circumstances + writer.lines + ["let stream = \(stream)"], writer.inputs)
  }

  private func diagram(_ trace: Trace) -> MarbleDiagram {
    var diagram = MarbleDiagram(steps: [])
    for entry in trace {
      diagram.add(MarbleDiagram.Mark(entry.value), at: Int(entry.time.components.seconds))
    }
    return diagram
  }

  private func list(_ trace: Trace) -> String {
    trace.isEmpty ? "nothing" : trace.map { "\($0.value) at \($0.time)" }.joined(separator: ", ")
  }
}

/// Writes pipelines as Swift code, one constant per source and other stream.
private struct CodeWriter {
  var lines: [String] = []
  var inputs: [MarblePicture.Row] = []
  private var count = 0

  /// The expression of a pipeline, after the lines it needs.
  mutating func write(_ pipeline: Pipeline, _ drive: TestedDrive) -> String {
    let source = write(pipeline.source, drive)
    return pipeline.steps.reduce(source) { text, step in
      let others = step.others.map { write(named: $0) }
      return "\(text)\n  .\(step.code(others))"
    }
  }

  private mutating func write(named pipeline: Pipeline) -> String {
    if pipeline.steps.isEmpty { return write(pipeline.source, pipeline.drive) }
    let text = write(pipeline, pipeline.drive)
    return define(text, "stream")
  }

  private mutating func write(_ source: Source, _ drive: TestedDrive) -> String {
    switch source {
    case .creation(let creation, let numbers, let durations):
      return creation.code.filled("#", numbers.map(String.init)).filled("@", durations.map(code))
    case .script(let script):
      let name = define("\(script.code).\(drive == .pushed ? "signal" : "producer")(bench)", "source")
      inputs.append(.diagram(name, script.diagram))
      return name
    }
  }

  private mutating func define(_ text: String, _ name: String) -> String {
    count += 1
    lines.append("let \(name)\(count) = \(text)")
    return "\(name)\(count)"
  }
}

extension Pipeline.Step {
  fileprivate func code(_ others: [String]) -> String {
    modelled.code.filled("#", numbers.map(String.init)).filled("@", durations.map(SignalsTests.code))
      .filled("§", others)
  }
}

extension Script {
  fileprivate var code: String {
    let list = values.map { "(\($0.time.grouped), \($0.number))" }.joined(separator: ", ")
    guard let end else { return "Script([\(list)])" }
    let termination =
      switch end.termination {
      case .completed: ".completed"
      case .failed: ".failed(TestFailure())"
      case .interrupted: ".interrupted"
      }
    return "Script([\(list)], end: (\(end.time.grouped), \(termination)))"
  }

  fileprivate var diagram: MarbleDiagram {
    var diagram = MarbleDiagram(steps: [])
    for event in timeline.events {
      diagram.add(MarbleDiagram.Mark(event.value), at: Int(event.time.components.seconds))
    }
    return diagram
  }
}

private func code(_ time: Nanoseconds) -> String { ".nanoseconds(\(time.grouped))" }

extension Nanoseconds {
  /// With an underscore in front of each group of three digits.
  fileprivate var grouped: String {
    let digits = Array(String(self))
    return digits.indices.map { index in
      index > 0 && (digits.count - index) % 3 == 0 ? "_\(digits[index])" : "\(digits[index])"
    }.joined()
  }
}

extension String {
  /// The text with each mark and index replaced.
  fileprivate func filled(_ mark: String, _ texts: [String]) -> String {
    texts.enumerated().reduce(self) { text, entry in
      text.replacing("\(mark)\(entry.offset)", with: entry.element)
    }
  }
}
