import Signals
import SignalsMarbles

extension Property {
  /// A diagram that can be read is written so that it reads the same, and plays so that it is recorded the same.
  static let marbles = Property(name: "marbles") { input in
    let text = input.text
    do throws(MarbleSyntaxError) {
      return violation(of: try MarbleDiagram(text))
    } catch {
      if !(0...text.count).contains(error.position) { return "the mistake stands outside the text: \(error)" }
      return error.sentence.isEmpty ? "nothing is said about a mistake in \(text)" : nil
    }
  }

  private static func violation(of diagram: MarbleDiagram) -> String? {
    do {
      let again = try MarbleDiagram(diagram.description)
      if again != diagram {
        return "\(diagram.steps) is written as \(diagram), which is read as \(again.steps)"
      }
    } catch {
      return "\(diagram.steps) is written as \(diagram), which cannot be read: \(error)"
    }
    for style in [MarbleStyle.notation, .picture] {
      let lines = MarblePicture([.diagram("in", diagram), .note("map")], style: style).lines
      if lines.count != 2 { return "a row and a note are drawn as \(lines)" }
    }
    let recorded = recording(of: diagram)
    let expected = diagram.withoutMarkers
    return recorded == expected ? nil : "\(expected) is played as \(recorded)"
  }

  private static func recording(of diagram: MarbleDiagram) -> MarbleDiagram {
    let time = TestScheduler()
    let recorder = Recorder<String, TestFailure>(on: time)
    diagram.play(into: recorder.observer, on: time)
    time.run()
    return MarbleDiagram(recorder.entries)
  }
}

extension MarbleDiagram {
  /// Its events: no `^` and `$`, and nothing after the last event.
  fileprivate var withoutMarkers: MarbleDiagram {
    var steps = steps.map { $0.filter { $0 != .attached && $0 != .disposed } }
    while steps.last?.isEmpty == true { steps.removeLast() }
    return MarbleDiagram(steps: steps)
  }
}
