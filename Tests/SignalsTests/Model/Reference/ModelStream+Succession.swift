import Signals

extension ModelStream {
  /// A producer takes the place of the join when this stream has ended, and interrupts as it does alone.
  private func latencyOfLast<Other, OtherFailure>(
    _ next: @escaping (Timeline<Value, Failure>) -> ModelStream<Other, OtherFailure>?
  ) -> Latency {
    { span, disposal in
      let source = self.timeline(span)
      guard let end = source.end, end.time < disposal else { return .zero }
      return next(source)?.latency(span.from(end.time), disposal) ?? .zero
    }
  }

  func append(_ other: ModelStream) -> Self {
    derived(interruptedAfter: latencyOfLast({ $0.completion == nil ? nil : other })) { span in
      let source = self.timeline(span)
      return source.completion.map { source.followed(by: other.timeline(span.from($0))) } ?? source
    }
  }

  /// For producers.
  func prepend(_ other: ModelStream) -> Self {
    ModelStream { other.timeline($0) }.append(self)
  }

  func andThen<Other>(_ other: ModelStream<Other, Failure>) -> ModelStream<Other, Failure> {
    derived(interruptedAfter: latencyOfLast({ $0.completion == nil ? nil : other })) { span in
      let source = self.timeline(span)
      return source.completion.map { other.timeline(span.from($0)) } ?? source.with([])
    }
  }

  func ifEmpty(switchTo other: ModelStream) -> Self {
    derived(interruptedAfter: latencyOfLast({ $0.values.isEmpty && $0.completion != nil ? other : nil })) {
      span in
      let source = self.timeline(span)
      guard source.values.isEmpty, let time = source.completion else { return source }
      return other.timeline(span.from(time))
    }
  }

  func `catch`<NewFailure>(
    _ handler: @escaping (Failure) -> ModelStream<Value, NewFailure>
  ) -> ModelStream<Value, NewFailure> {
    derived(
      interruptedAfter: latencyOfLast({
        if case .failed(let failure) = $0.end?.value { handler(failure) } else { nil }
      })
    ) { span in
      let source = self.timeline(span)
      guard let end = source.end else { return Timeline(source.values) }
      switch end.value {
      case .completed: return Timeline(source.values, end: Timed(end.time, .completed))
      case .interrupted: return Timeline(source.values, end: Timed(end.time, .interrupted))
      case .failed(let failure): return source.followed(by: handler(failure).timeline(span.from(end.time)))
      }
    }
  }

  /// For producers.
  func retry(_ count: Int) -> Self {
    restarting { run, runs in
      if case .failed = run.end?.value, runs <= count { .zero } else { nil }
    }
  }

  /// For producers: waits before each of up to `count` attempts in a row. A value makes the next failure count
  /// as the first, if it `resetsOnValue`.
  func retry(
    _ count: Int, resetsOnValue: Bool = false, waiting wait: @escaping (_ attempt: Int) -> Duration
  ) -> Self {
    derived { span in
      var attempts = 0
      return self.restarting { run, _ in
        guard case .failed = run.end?.value else { return nil }
        if resetsOnValue, !run.values.isEmpty { attempts = 0 }
        attempts += 1
        return attempts <= count ? wait(attempts) : nil
      }.timeline(span)
    }
  }

  /// For producers.
  func retry<Trigger>(when trigger: @escaping (Failure) -> ModelStream<Trigger, Failure>) -> Self {
    derived { span in
      var output = Timeline<Value, Failure>()
      var start = span.start
      while start <= span.end {
        let run = self.timeline(span.from(start))
        output.values += run.values
        output.end = run.end
        guard let end = run.end, case .failed(let failure) = end.value else { return output }
        let answer = trigger(failure).timeline(span.from(end.time))
        guard let first = answer.values.first else {
          output.end = answer.end.map { answer in
            if case .failed = answer.value { answer } else { Timed(answer.time, end.value) }
          }
          return output
        }
        start = first.time
        output.end = nil
      }
      return output
    }
  }

  /// For producers.
  func `repeat`(_ count: Int) -> Self {
    if count == 0 { return ModelStream([]) }
    return restarting { run, runs in run.completion != nil && runs < count ? .zero : nil }
  }

  /// For producers that take time.
  func repeatForever() -> Self { restarting { run, _ in run.completion != nil ? .zero : nil } }

  /// Runs again some time after the end of a run; nil stands for never.
  private func restarting(
    _ again: @escaping (_ run: Timeline<Value, Failure>, _ runs: Int) -> Duration?
  ) -> Self {
    derived { span in
      var output = Timeline<Value, Failure>()
      var start = span.start
      var runs = 0
      while start <= span.end {
        let run = self.timeline(span.from(start))
        runs += 1
        output.values += run.values
        guard let end = run.end, let wait = again(run, runs) else {
          output.end = run.end
          return output
        }
        start = end.time + wait
      }
      return output
    }
  }
}
