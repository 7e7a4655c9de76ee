import Signals

// The expectations again for code that takes streams which cannot fail. A diagram with an "x" is refused.

/// Expects the same of code whose input cannot fail.
///
///     expect("-a--b-|", { shouted($0) }, "-A--B-|")
@_disfavoredOverload
public func expect<Output: Sendable, Failure: Error>(
  _ input: String,
  _ operation: (EventStream<EitherDrive, String, Never>) -> EventStream<EitherDrive, Output, Failure>,
  _ output: String, only drive: TestedDrive? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let failures = MarbleTest([input], canFail: false, only: drive) { $0 }
    .failures(expecting: output) { inputs, _ in operation(inputs[0].neverFailing) }
  report(failures, at: TestPlace(fileID, filePath, line, column))
}

/// Expects the same of code whose input cannot fail, and that needs a clock.
@_disfavoredOverload
public func expect<Output: Sendable, Failure: Error>(
  _ input: String,
  _ operation: (EventStream<EitherDrive, String, Never>, TestScheduler) -> EventStream<
    EitherDrive, Output, Failure
  >,
  _ output: String, only drive: TestedDrive? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let failures = MarbleTest([input], canFail: false, only: drive) { $0 }
    .failures(expecting: output) { inputs, time in operation(inputs[0].neverFailing, time) }
  report(failures, at: TestPlace(fileID, filePath, line, column))
}

/// Expects the same of code whose input cannot fail, with values of another type.
@_disfavoredOverload
public func expect<Input: Sendable, Output: Sendable, Failure: Error>(
  _ input: String, values: [String: Input],
  _ operation: (EventStream<EitherDrive, Input, Never>) -> EventStream<EitherDrive, Output, Failure>,
  _ output: String, only drive: TestedDrive? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let failures = MarbleTest([input], canFail: false, only: drive) { values[$0] }
    .failures(expecting: output) { inputs, _ in operation(inputs[0].neverFailing) }
  report(failures, at: TestPlace(fileID, filePath, line, column))
}

/// Expects the same of code that takes a producer, or a signal, which cannot fail.
///
///     func results(of queries: Signal<String, Never>) -> Signal<String, Never> { … }
///     expect("-a--b-|", { results(of: $0) }, "-1--2-|")
@_disfavoredOverload
public func expect<D: Drive, NoFailure: Impossible, Output: Sendable, Failure: Error>(
  _ input: String,
  _ operation: (EventStream<D, String, NoFailure>) -> EventStream<D, Output, Failure>,
  _ output: String,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let failures = MarbleTest([input], canFail: false, only: .the(D.self)) { $0 }
    .failures(expecting: output) { inputs, _ in
      operation(impossible(inputs[0]).reinterpretingDrive()).reinterpretingDrive()
    }
  report(failures, at: TestPlace(fileID, filePath, line, column))
}

/// Expects the same of code that takes a producer, or a signal, which cannot fail, and that needs a clock.
@_disfavoredOverload
public func expect<D: Drive, NoFailure: Impossible, Output: Sendable, Failure: Error>(
  _ input: String,
  _ operation: (EventStream<D, String, NoFailure>, TestScheduler) -> EventStream<D, Output, Failure>,
  _ output: String,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  let failures = MarbleTest([input], canFail: false, only: .the(D.self)) { $0 }
    .failures(expecting: output) { inputs, time in
      operation(impossible(inputs[0]).reinterpretingDrive(), time).reinterpretingDrive()
    }
  report(failures, at: TestPlace(fileID, filePath, line, column))
}

/// `Never`, and nothing else. Of a closure that fits producers which can fail as well, the compiler does not find out that
/// it should be this; so it is no second meaning of `{ $0.retry(1) }`.
public protocol Impossible: Error {}

extension Never: Impossible {}

private func impossible<Value, NoFailure: Impossible>(
  _ input: MarbleStream<Value>
) -> EventStream<EitherDrive, Value, NoFailure> {
  input.neverFailing.setFailureType(to: NoFailure.self)
}

extension TestedDrive {
  /// The one drive that a stream type stands for; nil for ``EitherDrive``.
  fileprivate static func the<D: Drive>(_ drive: D.Type) -> TestedDrive? {
    if drive == EitherDrive.self { return nil }
    return D.pushes ? .pushed : .pulled
  }
}
