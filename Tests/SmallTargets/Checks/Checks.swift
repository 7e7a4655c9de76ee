import Signals
import SignalsMarbles

/// Checks that need no test framework: a test runs them, and so does a program on each small target.
public struct Checks {
  /// How many there were.
  public private(set) var count = 0
  /// What did not hold.
  public private(set) var failed: [String] = []

  public init() {}

  /// - Parameter depth: How many properties are computed from one another, each inside of the one before. Stacks limit it.
  public mutating func checkAll(depth: Int) {
    checkValuesOfSeveralParts()
    checkProperties()
    checkChains(depth: depth)
    checkSignals()
    checkJoins()
    checkTimedOperators()
    checkLoop()
    checkSharing()
    checkEnds()
  }

  mutating func expect(_ holds: Bool, _ what: StaticString) {
    count += 1
    if !holds { failed.append("\(what)") }
  }

  mutating func expect<Value: Equatable, Failure: Error>(
    _ recorder: Recorder<Value, Failure>, _ values: [Value], ended: Bool = true, _ what: StaticString
  ) {
    expect(recorder.values == values && recorder.hasEnded == ended && recorder.violations.isEmpty, what)
  }
}

/// Starts a producer with a recorder.
func recorded<Value: Sendable, Failure: Error>(
  _ producer: SignalProducer<Value, Failure>
) -> (recorder: Recorder<Value, Failure>, start: any Disposable) {
  let recorder = Recorder<Value, Failure>(on: ImmediateScheduler())
  return (recorder, producer.start(recorder.observer))
}
