import Signals

/// One observed stream with a source that the check sends into.
struct ContractSession<Output: Sendable, Failure: Error>: Sendable {
  typealias Reaction = @Sendable (Event<Output, Failure>, ContractSource, Subscription) -> Void

  let source = ContractSource()
  let time = TestScheduler()
  let subscription = Subscription()
  let recorder: Recorder<Output, Failure>

  /// Applies the operator and observes the result, without keeping a reference to it. `reaction` is called with each
  /// event, during its delivery.
  init(_ check: ContractCheck<Output, Failure>, reaction: @escaping Reaction = { _, _, _ in }) {
    recorder = Recorder(on: time) { [source, subscription] in reaction($0, source, subscription) }
    check.operation(source.stream(check.drive), time).attach(recorder.observer, subscription)
  }

  /// Sends values, a second between each and the next.
  func send(_ values: ClosedRange<Int>) {
    for value in values {
      source.send(value)
      time.advance(by: .seconds(1))
    }
  }

  /// Ends the source, and waits until all is over.
  func end(_ termination: Termination<TestFailure>) {
    source.end(termination)
    time.run()
  }

  /// What came, by the names of the values.
  var marks: [MarbleDiagram.Mark] { recorder.events.map { MarbleDiagram.Mark($0) } }
}
