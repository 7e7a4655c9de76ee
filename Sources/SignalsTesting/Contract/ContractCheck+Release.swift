import Signals

extension ContractCheck {
  /// S8, P5: when a stream has ended or was disposed of, nothing keeps the observer or the source.
  func checkRelease() -> [ContractViolation] {
    checkRelease("after completion") { source, _ in source.end(.completed) }
      + checkRelease("after a failure") { source, _ in source.end(.failed(TestFailure())) }
      + checkRelease("after disposal") { _, subscription in subscription.dispose() }
  }

  private func checkRelease(
    _ name: String, end: (ContractSource, Subscription) -> Void
  ) -> [ContractViolation] {
    var violations: [ContractViolation] = []
    let source = ContractSource()
    let recorder: WeakReference<Recorder<Output, Failure>>
    do {
      let time = TestScheduler()
      let stream = operation(source.stream(drive), time)
      let result = observe(stream, source, time, end)
      // What has not ended may go on.
      guard result.isOver else { return [] }
      recorder = result.recorder
      if drive == .pushed, recorder.object != nil {
        violations.append(ContractViolation(.s8, "the signal keeps its observer \(name)"))
      }
    }
    source.releaseInputs()
    let rule = drive == .pushed ? ContractRule.s8 : .p5
    if recorder.object != nil {
      violations.append(ContractViolation(rule, "something keeps the observer \(name)"))
    }
    if source.isAlive {
      violations.append(ContractViolation(rule, "something keeps the source \(name)"))
    }
    return violations
  }

  /// Observes until the end. Nothing of it is left but what the stream keeps.
  private func observe(
    _ stream: EventStream<EitherDrive, Output, Failure>, _ source: ContractSource, _ time: TestScheduler,
    _ end: (ContractSource, Subscription) -> Void
  ) -> (recorder: WeakReference<Recorder<Output, Failure>>, isOver: Bool) {
    let recorder = Recorder<Output, Failure>(on: time)
    let subscription = Subscription()
    stream.attach(recorder.observer, subscription)
    for value in 1...3 { source.send(value) }
    end(source, subscription)
    // Not until nothing is scheduled: a signal that is still referenced may tick for ever.
    time.advance(by: .seconds(100))
    return (WeakReference(recorder), subscription.isDisposed || recorder.hasEnded)
  }
}
