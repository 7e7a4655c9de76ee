import Signals

/// An operator with inputs that play diagrams, run once in virtual time, pushed or pulled.
package struct MarbleRun<Output: Sendable, Failure: Error> {
  let drive: TestedDrive
  let diagrams: [MarbleDiagram]
  /// What came out, and when.
  let entries: [Recorder<Output, Failure>.Entry]
  /// The rules that the output broke.
  let violations: [ContractViolation]
  /// For each input, when the operator had disposed of it; nil if it never did.
  let detached: [Duration?]

  /// - Parameters:
  ///   - markers: Whose `^` and `$` say when the observer is attached, before what the inputs send then,
  ///     and when it is disposed of, after it. Without `^` it is there from the subscription.
  ///   - value: The value that a name in a diagram stands for.
  package init<Input: Sendable>(
    _ drive: TestedDrive, _ diagrams: [MarbleDiagram], markers: MarbleDiagram,
    value: @escaping @Sendable (String) -> Input,
    _ operation: ([MarbleStream<Input>], TestScheduler) -> EventStream<EitherDrive, Output, Failure>
  ) {
    let time = TestScheduler()
    let inputs = diagrams.map { MarbleInput($0, on: time, value: value) }
    let recorder = Recorder<Output, Failure>(on: time)
    let subscription = Subscription()
    drive.run {
      let output = operation(inputs.map { $0.stream(drive) }, time)
      if let step = markers.step(of: .attached) {
        time.schedule(at: MarbleDiagram.step * step) { output.attach(recorder.observer, subscription) }
      } else {
        output.attach(recorder.observer, subscription)
      }
      if drive == .pushed { inputs.forEach { $0.playHot() } }
      if let step = markers.step(of: .disposed) {
        time.schedule(at: MarbleDiagram.step * step) { subscription.dispose() }
      }
      time.run()
    }
    self.drive = drive
    self.diagrams = diagrams
    // All of this before the inputs are released, which interrupts what has not ended.
    entries = recorder.entries
    violations = recorder.violations
    detached = inputs.map(\.detached)
  }
}

extension MarbleRun {
  /// What is not as expected: broken rules, and the diagrams under each other if they differ.
  func differences(from expected: MarbleDiagram) -> [String] {
    // A diagram has no room for it, and would stop all other tests too.
    if let late = entries.first(where: { !MarbleDiagram.hasRoom(at: $0.time) }) {
      return ["\(drive), \(late.event) came at \(late.time), later than a diagram can show"]
    }
    let got = MarbleDiagram(entries)
    let between = entries.filter { !$0.time.isWhole(MarbleDiagram.step) }
    let rules = violations.map { "\(drive), \($0)" }
    if got == expected, between.isEmpty { return rules }
    let picture = MarblePicture(inputRows + [.diagram("expected", expected), .diagram("got", got)])
    let lines =
      ["\(drive), the operator does not do what the diagram says:"]
      + picture.lines.map { "  " + $0 }
      + between.map { "\($0.event) came between two steps, at \($0.time)" }
    return [lines.joined(separator: "\n")] + rules
  }

  /// A sentence for each input that is not disposed of at its step.
  func differences(fromDisposalAt steps: [Int?]) -> [String] {
    guard steps.count == diagrams.count else {
      return ["\(diagrams.count) inputs need as many steps, not \(steps.count)"]
    }
    return diagrams.indices.compactMap { index in
      let (got, expected) = (detached[index], steps[index].map { MarbleDiagram.step * $0 })
      if got == expected { return nil }
      return "\(drive), \(diagrams[index]) is disposed of \(moment(got)), expected \(moment(expected))"
    }
  }

  private var inputRows: [MarblePicture.Row] {
    diagrams.enumerated().map { index, diagram in
      .diagram(diagrams.count == 1 ? "input" : "input \(index + 1)", diagram)
    }
  }

  private func moment(_ time: Duration?) -> String {
    guard let time else { return "never" }
    let step = time.count(of: MarbleDiagram.step)
    return time.isWhole(MarbleDiagram.step) ? "at step \(step)" : "after step \(step), at \(time)"
  }
}
