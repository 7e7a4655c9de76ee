import Signals

/// Checks that an operator keeps the contract, pushed and pulled, and reports every rule it breaks by
/// its number.
///
///     checkContract { $0.prefix(2) }
///
/// - E1: nothing follows the end.
/// - E6: with four sending threads, one event at a time.
/// - E7: values sent from inside a callback keep their place and do not nest.
/// - D2: after disposal, also from inside a callback, nothing comes but the interruption of a producer.
/// - S7, P5: disposal reaches the source.
/// - P2, P3: two starts run the work twice, and do not know of each other.
/// - S8, P5: after the end, observer and source are released.
///
/// - Parameters:
///   - exceptions: Rules that the operator is meant to break, as sharing does with P2.
///   - drive: The one drive to try, where the two differ.
///   - fileID: The file of the call, which the compiler fills in.
///   - filePath: The path of that file, which the compiler fills in.
///   - line: The line of the call, which the compiler fills in.
///   - column: The column of the call, which the compiler fills in.
///   - operation: Applies the operator.
public func checkContract<Output: Sendable, Failure: Error>(
  except exceptions: Set<ContractRule> = [], only drive: TestedDrive? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  _ operation: (MarbleStream<Int>) -> EventStream<EitherDrive, Output, Failure>
) {
  withoutActuallyEscaping(operation) { operation in
    let failures = brokenRules(except: exceptions, only: drive, usesTime: false) { source, _ in
      operation(source)
    }
    report(failures, at: TestPlace(fileID, filePath, line, column))
  }
}

/// Checks the same of an operator that needs a clock.
///
///     checkContract { $0.debounce(for: .seconds(1), on: $1) }
public func checkContract<Output: Sendable, Failure: Error>(
  except exceptions: Set<ContractRule> = [], only drive: TestedDrive? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  _ operation: (MarbleStream<Int>, TestScheduler) -> EventStream<EitherDrive, Output, Failure>
) {
  withoutActuallyEscaping(operation) { operation in
    let failures = brokenRules(except: exceptions, only: drive, usesTime: true, operation)
    report(failures, at: TestPlace(fileID, filePath, line, column))
  }
}

/// Checks the same of an operator of producers.
///
///     checkContract { $0.retry(2) }
@_disfavoredOverload
public func checkContract<Output: Sendable, Failure: Error>(
  except exceptions: Set<ContractRule> = [],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  _ operation: (SignalProducer<Int, TestFailure>) -> SignalProducer<Output, Failure>
) {
  withoutActuallyEscaping(operation) { operation in
    let failures = brokenRules(except: exceptions, only: .pulled, usesTime: false) { source, _ in
      operation(source.reinterpretingDrive()).reinterpretingDrive()
    }
    report(failures, at: TestPlace(fileID, filePath, line, column))
  }
}

/// A sentence for each rule that an operator breaks, without repetitions.
package func brokenRules<Output: Sendable, Failure: Error>(
  except exceptions: Set<ContractRule>, only drive: TestedDrive?, usesTime: Bool,
  _ operation: @escaping (MarbleStream<Int>, TestScheduler) -> EventStream<EitherDrive, Output, Failure>
) -> [String] {
  let drives = drive.map { [$0] } ?? TestedDrive.allCases
  return drives.flatMap { drive in
    let check = ContractCheck(drive: drive, usesTime: usesTime, operation: operation)
    var seen = exceptions
    return check.violations().filter { seen.insert($0.rule).inserted }.map { "\(drive), \($0)" }
  }
}
