import Signals

/// Expects that an operator turns one marble diagram into another, pushed and pulled.
///
///     expect("--a--b--c--|", { $0.prefix(2) }, "--a--(b|)")
///
/// Pushed, the input is a hot signal; pulled, it is a producer that plays the diagram when it is started.
/// Either way the operator is applied and observed before the first step, in virtual time: one step is
/// one second. Values are compared by their names: tuples show as their elements in a row, everything
/// else as it describes itself. A failure is an `x`, whatever its type.
///
/// In the output, `^` attaches the observer, before what the input sends in that step (pushed only: each
/// start of a producer begins its own time), and `$` disposes of it, after what the input sends in that
/// step; pulled, that interrupts.
///
/// - Parameters:
///   - input: The diagram of the input.
///   - operation: Applies the operator.
///   - output: The diagram that is expected.
///   - drive: The one drive to try, where the two differ.
///   - fileID: The file of the call, which the compiler fills in.
///   - filePath: The path of that file, which the compiler fills in.
///   - line: The line of the call, which the compiler fills in.
///   - column: The column of the call, which the compiler fills in.
public func expect<Output: Sendable, Failure: Error>(
  _ input: String,
  _ operation: (MarbleStream<String>) -> EventStream<EitherDrive, Output, Failure>,
  _ output: String, only drive: TestedDrive? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let failures = MarbleTest([input], only: drive) { $0 }
    .failures(expecting: output) { inputs, _ in operation(inputs[0]) }
  report(failures, at: TestPlace(fileID, filePath, line, column))
}

/// Expects the same of an operator that needs a clock.
///
///     expect("--a--b--|", { $0.delay(.seconds(2), on: $1) }, "----a--b--|")
public func expect<Output: Sendable, Failure: Error>(
  _ input: String,
  _ operation: (MarbleStream<String>, TestScheduler) -> EventStream<EitherDrive, Output, Failure>,
  _ output: String, only drive: TestedDrive? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let failures = MarbleTest([input], only: drive) { $0 }
    .failures(expecting: output) { inputs, time in operation(inputs[0], time) }
  report(failures, at: TestPlace(fileID, filePath, line, column))
}

/// Expects the same of an operator with values of another type.
///
///     expect("--a--b--|", values: ["a": 1, "b": 2], { $0.map { $0 * 10 } }, "--'10'--'20'--|")
///
/// - Parameters:
///   - input: The diagram of the input.
///   - values: What the names in the input stand for.
///   - operation: Applies the operator.
///   - output: The diagram that is expected.
///   - drive: The one drive to try, where the two differ.
///   - fileID: The file of the call, which the compiler fills in.
///   - filePath: The path of that file, which the compiler fills in.
///   - line: The line of the call, which the compiler fills in.
///   - column: The column of the call, which the compiler fills in.
public func expect<Input: Sendable, Output: Sendable, Failure: Error>(
  _ input: String, values: [String: Input],
  _ operation: (MarbleStream<Input>) -> EventStream<EitherDrive, Output, Failure>,
  _ output: String, only drive: TestedDrive? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let failures = MarbleTest([input], only: drive) { values[$0] }
    .failures(expecting: output) { inputs, _ in operation(inputs[0]) }
  report(failures, at: TestPlace(fileID, filePath, line, column))
}
