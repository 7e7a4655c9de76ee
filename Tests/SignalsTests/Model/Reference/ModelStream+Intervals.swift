import Signals

/// As the documentation of both `chunks` with an interval says.
private let maximalWaitingChunks = 16

extension ModelStream {
  func sample(every interval: Duration, latency: Duration) -> Self {
    scheduled(latency) { span in
      let source = self.timeline(span)
      let intervals = source.intervals(span, interval)
      let rest = source.values.last { $0.time >= intervals.last?.tick ?? .zero }
      return source.with(
        intervals.compactMap { tick, values in values.last.map { Timed(tick, .byTimer($0)) } }
      ).flushing(rest.map { [.atOnce($0.value)] } ?? []).onScheduler(latency)
    }
  }

  func chunks(
    every interval: Duration, includesEmpty: Bool = false, latency: Duration
  ) -> ModelStream<[Value], Failure> {
    scheduled(latency) { span in
      let source = self.timeline(span)
      let intervals = source.intervals(span, interval)
      let rest = source.values.filter { $0.time >= intervals.last?.tick ?? .zero }.map { $0.value }
      return source.with(
        intervals.filter { includesEmpty || !$0.values.isEmpty }.map { Timed($0.tick, .byTimer($0.values)) }
      ).flushing(rest.isEmpty ? [] : [.atOnce(rest)]).onScheduler(latency, limit: maximalWaitingChunks)
    }
  }

  func chunks(
    ofCount count: Int, orEvery interval: Duration, latency: Duration
  ) -> ModelStream<[Value], Failure> {
    scheduled(latency) { span in
      let source = self.timeline(span)
      var output = source.with([Timed<SentOnScheduler<[Value]>>]())
      var chunk: [Value] = []
      var deadline: Duration?
      func advance(to time: Duration) {
        guard let end = deadline, end < time else { return }
        output.send(.byTimer(chunk), at: end)
        chunk = []
        deadline = nil
      }
      for value in source.values {
        advance(to: value.time)
        chunk.append(value.value)
        if chunk.count == 1 { deadline = value.time + interval }
        if chunk.count == count {
          output.send(.atOnce(chunk), at: value.time)
          chunk = []
          deadline = nil
        }
      }
      advance(to: source.end?.time ?? span.end)
      return output.flushing(chunk.isEmpty ? [] : [.atOnce(chunk)])
        .onScheduler(latency, limit: maximalWaitingChunks)
    }
  }
}

extension Timeline {
  /// The intervals that are over before the end, and the values of each.
  fileprivate func intervals(_ span: Span, _ interval: Duration) -> [(tick: Duration, values: [Value])] {
    span.ticks(every: interval).filter { !hasEnded(before: $0) }.map { tick in
      (tick, values.filter { $0.time < tick && $0.time >= tick - interval }.map { $0.value })
    }
  }
}
