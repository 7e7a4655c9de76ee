import Signals

/// Expects that an operator of producers turns one marble diagram into another.
///
///     expect("--a--x", { $0.retry(1) }, "--a----a--x")
@_disfavoredOverload
public func expect<Output: Sendable, Failure: Error>(
  _ input: String,
  _ operation: (SignalProducer<String, TestFailure>) -> SignalProducer<Output, Failure>,
  _ output: String,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let failures = MarbleTest([input], only: .pulled) { $0 }
    .failures(expecting: output) { inputs, _ in
      operation(inputs[0].reinterpretingDrive()).reinterpretingDrive()
    }
  report(failures, at: TestPlace(fileID, filePath, line, column))
}

/// Expects that an operator of producers turns several marble diagrams into one.
///
///     expect(["--a|", "-1|"], { $0[0].prepend($0[1]) }, "-1--a|")
@_disfavoredOverload
public func expect<Output: Sendable, Failure: Error>(
  _ inputs: [String],
  _ operation: ([SignalProducer<String, TestFailure>]) -> SignalProducer<Output, Failure>,
  _ output: String,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let failures = MarbleTest(inputs, only: .pulled) { $0 }
    .failures(expecting: output) { inputs, _ in
      operation(inputs.map { $0.reinterpretingDrive() }).reinterpretingDrive()
    }
  report(failures, at: TestPlace(fileID, filePath, line, column))
}

/// Expects the same of an operator of producers that needs a clock.
@_disfavoredOverload
public func expect<Output: Sendable, Failure: Error>(
  _ input: String,
  _ operation: (SignalProducer<String, TestFailure>, TestScheduler) -> SignalProducer<Output, Failure>,
  _ output: String,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let failures = MarbleTest([input], only: .pulled) { $0 }
    .failures(expecting: output) { inputs, time in
      operation(inputs[0].reinterpretingDrive(), time).reinterpretingDrive()
    }
  report(failures, at: TestPlace(fileID, filePath, line, column))
}
