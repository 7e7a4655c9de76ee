import Signals

/// An operator whose contract is checked, with one drive. The checks themselves are in the extensions.
struct ContractCheck<Output: Sendable, Failure: Error> {
  let drive: TestedDrive
  /// Whether the operator uses the clock: then its output depends on when values come.
  let usesTime: Bool
  let operation: (MarbleStream<Int>, TestScheduler) -> EventStream<EitherDrive, Output, Failure>

  /// All rules that the operator breaks.
  func violations() -> [ContractViolation] {
    drive.run {
      checkGrammar() + checkSerialDelivery() + checkReentrancy() + checkDisposal()
        + checkDisposalFromInside() + checkStarts() + checkRelease()
    }
  }
}
