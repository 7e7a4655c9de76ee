import Signals

extension ModelStream {
  func delay(_ interval: Duration, latency: Duration) -> Self {
    scheduled(latency) { span in
      let source = self.timeline(span)
      let values = source.values.map { Timed($0.time + interval, $0.value) }
      guard let end = source.end else { return Timeline(values) }
      if end.value.isCompleted { return Timeline(values, end: Timed(end.time + interval, .completed)) }
      return Timeline(values.filter { $0.time < end.time }, end: Timed(end.time + latency, end.value))
    }
  }

  /// For producers.
  func delayStart(_ interval: Duration) -> Self {
    derived { self.timeline($0.from($0.start + interval)) }
  }

  /// For producers, on a scheduler that takes `latency` to come to a job.
  func start(latency: Duration) -> Self { delayStart(latency) }

  /// On a scheduler that takes `latency` to come to a job: the job takes all that waits then.
  func receive(latency: Duration) -> Self {
    scheduled(latency) { self.timeline($0).atOnce().onScheduler(latency) }
  }

  func debounce(for interval: Duration, onCompletion: PendingValue = .flush, latency: Duration) -> Self {
    scheduled(latency) { span in
      let source = self.timeline(span)
      let next = source.values.dropFirst().map { $0.time }
      let settled = source.values.enumerated().filter { index, value in
        let fires = value.time + interval
        return !source.hasEnded(before: fires) && (index >= next.count || next[index] > fires)
      }.map { Timed($1.time + interval, $1.value) }
      let isPending =
        source.values.last.map { source.hasEnded(before: $0.time + interval) } == true
        && onCompletion == .flush
      return source.with(settled.byTimers()).flushing(isPending ? [.atOnce(source.values.last!.value)] : [])
        .onScheduler(latency)
    }
  }

  func throttle(
    for interval: Duration, leading: Bool = true, trailing: Bool = true, latency: Duration
  ) -> Self {
    scheduled(latency) { span in
      let source = self.timeline(span)
      var output = source.with([Timed<SentOnScheduler<Value>>]())
      var waiting: Value?
      /// When the interval ends that is going on.
      var ends: Duration?
      func advance(to time: Duration) {
        while let end = ends, end < time {
          ends = nil
          guard let value = waiting.take() else { return }
          output.send(.byTimer(value), at: end)
          ends = end + interval
        }
      }
      for value in source.values {
        advance(to: value.time)
        if let end = ends, value.time < end {
          if trailing { waiting = value.value }
        } else {
          let last = waiting.take()
          ends = value.time + interval
          if leading {
            output.send(.atOnce(value.value), at: value.time)
          } else {
            if let last { output.send(.atOnce(last), at: value.time) }
            waiting = value.value
          }
        }
      }
      advance(to: source.end?.time ?? span.end)
      return output.flushing(waiting.map { [.atOnce($0)] } ?? []).onScheduler(latency)
    }
  }

  func timeout(_ scope: TimeoutScope, _ interval: Duration, failingWith failure: Failure) -> Self {
    timeout(scope, interval, switchingTo: ModelStream(error: failure), latency: .zero)
  }

  func timeout(
    _ scope: TimeoutScope, _ interval: Duration, switchingTo other: ModelStream, latency: Duration
  ) -> Self {
    derived { span in
      let source = self.timeline(span)
      var deadline: Duration? = span.start + interval
      var inTime: [Timed<Value>] = []
      for value in source.values {
        if let deadline, deadline < value.time { break }
        inTime.append(value)
        switch scope {
        case .total: break
        case .firstValue: deadline = nil
        case .betweenValues: deadline = value.time + interval
        }
      }
      guard let deadline, deadline <= span.end, !source.hasEnded(before: deadline) else { return source }
      return Timeline<Value, Failure>(inTime).followed(by: other.timeline(span.from(deadline + latency)))
    }
  }

  func prefix(for interval: Duration) -> Self {
    derived { span in
      let (source, over) = (self.timeline(span), span.start + interval)
      if source.hasEnded(before: over) { return source }
      return Timeline(source.values.filter { $0.time < over }, end: Timed(over, .completed))
    }
  }

  func drop(for interval: Duration) -> Self {
    derived { span in
      let source = self.timeline(span)
      return source.with(source.values.filter { $0.time > span.start + interval })
    }
  }
}
