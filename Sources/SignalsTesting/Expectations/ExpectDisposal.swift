import Signals

/// Expects that an operator disposes of its source at a step, pushed and pulled: a signal is not observed
/// any more, a start of a producer has ended.
///
///     expectDisposal(of: "--a--b--c--|", { $0.prefix(2) }, at: 5)
///
/// - Parameters:
///   - input: The diagram of the input.
///   - operation: Applies the operator.
///   - step: When nothing is attached to the source any more; nil for never.
///   - drive: The one drive to try, where the two differ.
///   - fileID: The file of the call, which the compiler fills in.
///   - filePath: The path of that file, which the compiler fills in.
///   - line: The line of the call, which the compiler fills in.
///   - column: The column of the call, which the compiler fills in.
public func expectDisposal<Output: Sendable, Failure: Error>(
  of input: String,
  _ operation: (MarbleStream<String>) -> EventStream<EitherDrive, Output, Failure>,
  at step: Int?, only drive: TestedDrive? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let failures = MarbleTest([input], only: drive) { $0 }
    .failures(expectingDisposalAt: [step]) { inputs, _ in operation(inputs[0]) }
  report(failures, at: TestPlace(fileID, filePath, line, column))
}

/// Expects the same of an operator that needs a clock.
public func expectDisposal<Output: Sendable, Failure: Error>(
  of input: String,
  _ operation: (MarbleStream<String>, TestScheduler) -> EventStream<EitherDrive, Output, Failure>,
  at step: Int?, only drive: TestedDrive? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let failures = MarbleTest([input], only: drive) { $0 }
    .failures(expectingDisposalAt: [step]) { inputs, time in operation(inputs[0], time) }
  report(failures, at: TestPlace(fileID, filePath, line, column))
}

/// Expects the same of an operator with several sources.
///
///     expectDisposal(of: ["--a--b--|", "---x"], { $0[0].merge(with: $0[1]) }, at: [3, 3])
///
/// - Parameters:
///   - inputs: The diagrams of the inputs.
///   - operation: Applies the operator.
///   - steps: For each source, when nothing is attached to it any more; nil for never.
///   - drive: The one drive to try, where the two differ.
///   - fileID: The file of the call, which the compiler fills in.
///   - filePath: The path of that file, which the compiler fills in.
///   - line: The line of the call, which the compiler fills in.
///   - column: The column of the call, which the compiler fills in.
public func expectDisposal<Output: Sendable, Failure: Error>(
  of inputs: [String],
  _ operation: ([MarbleStream<String>]) -> EventStream<EitherDrive, Output, Failure>,
  at steps: [Int?], only drive: TestedDrive? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let failures = MarbleTest(inputs, only: drive) { $0 }
    .failures(expectingDisposalAt: steps) { inputs, _ in operation(inputs) }
  report(failures, at: TestPlace(fileID, filePath, line, column))
}

/// Expects the same of an operator of producers.
@_disfavoredOverload
public func expectDisposal<Output: Sendable, Failure: Error>(
  of input: String,
  _ operation: (SignalProducer<String, TestFailure>) -> SignalProducer<Output, Failure>,
  at step: Int?,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let failures = MarbleTest([input], only: .pulled) { $0 }
    .failures(expectingDisposalAt: [step]) { inputs, _ in
      operation(inputs[0].reinterpretingDrive()).reinterpretingDrive()
    }
  report(failures, at: TestPlace(fileID, filePath, line, column))
}
