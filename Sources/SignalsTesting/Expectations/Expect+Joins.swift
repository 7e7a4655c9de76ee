import Signals

/// Expects that an operator turns several marble diagrams into one, pushed and pulled. All inputs are
/// pushed, or all are pulled. What they send in the same step comes in their order.
///
///     expect(["--a-----b--|", "----1--------|"], { $0[0].merge(with: $0[1]) }, "--a-1---b----|")
///
/// - Parameters:
///   - inputs: The diagrams of the inputs.
///   - operation: Applies the operator.
///   - output: The diagram that is expected.
///   - drive: The one drive to try, where the two differ.
///   - fileID: The file of the call, which the compiler fills in.
///   - filePath: The path of that file, which the compiler fills in.
///   - line: The line of the call, which the compiler fills in.
///   - column: The column of the call, which the compiler fills in.
public func expect<Output: Sendable, Failure: Error>(
  _ inputs: [String],
  _ operation: ([MarbleStream<String>]) -> EventStream<EitherDrive, Output, Failure>,
  _ output: String, only drive: TestedDrive? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let failures = MarbleTest(inputs, only: drive) { $0 }
    .failures(expecting: output) { inputs, _ in operation(inputs) }
  report(failures, at: TestPlace(fileID, filePath, line, column))
}

/// Expects the same of an operator that needs a clock.
public func expect<Output: Sendable, Failure: Error>(
  _ inputs: [String],
  _ operation: ([MarbleStream<String>], TestScheduler) -> EventStream<EitherDrive, Output, Failure>,
  _ output: String, only drive: TestedDrive? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let failures = MarbleTest(inputs, only: drive) { $0 }.failures(expecting: output, operation)
  report(failures, at: TestPlace(fileID, filePath, line, column))
}
