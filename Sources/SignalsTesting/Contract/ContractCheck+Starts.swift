import Signals

extension ContractCheck {
  /// P2, P3: two starts that overlap each do what a single one does, and each runs the work.
  func checkStarts() -> [ContractViolation] {
    guard drive == .pulled else { return [] }
    let alone = run(startingAt: [0])
    let both = run(startingAt: [0, 2])
    var violations: [ContractViolation] = []
    if both.started != 2 * alone.started {
      violations.append(
        ContractViolation(
          .p2, "two starts start the source \(both.started) times, one starts it \(alone.started) times"))
    }
    for (name, events) in Swift.zip(["first", "second"], both.events) where events != alone.events[0] {
      violations.append(
        ContractViolation(
          .p3, "the \(name) of two starts gives \(events), one alone gives \(alone.events[0])"))
    }
    return violations
  }

  /// Starts one producer at each of the `seconds`; every start of the source plays the same diagram.
  private func run(startingAt seconds: [Int]) -> (events: [String], started: Int) {
    let time = TestScheduler()
    let started = Guarded(0)
    let values = (1...6).flatMap { [[.value("\($0)")], []] } as [[MarbleDiagram.Mark]]
    let script = MarbleDiagram(steps: values + [[.completed]])
    let source = SignalProducer<Int, TestFailure> { observer, lifetime in
      started.withLock { $0 += 1 }
      lifetime += script.play(into: observer, on: time) { Int($0)! }
    }
    let stream = operation(source.reinterpretingDrive(), time)
    let recorders = seconds.map { second in
      let recorder = Recorder<Output, Failure>(on: time)
      time.schedule(at: .seconds(second)) { stream.attach(recorder.observer, Subscription()) }
      return recorder
    }
    time.run()
    let events = Swift.zip(recorders, seconds).map { text(of: $0.entries, since: .seconds($1)) }
    return (events, started.withLock { $0 })
  }

  /// A diagram, if it has room for all of them.
  private func text(of entries: [Recorder<Output, Failure>.Entry], since start: Duration) -> String {
    if entries.allSatisfy({ MarbleDiagram.hasRoom(at: $0.time - start) }) {
      return MarbleDiagram(entries, from: start).description
    }
    return entries.map { "\($0.event) after \($0.time - start)" }.joined(separator: ", ")
  }
}
