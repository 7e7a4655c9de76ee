import Signals

extension ModelStream {
  func windows(ofCount count: Int) -> ModelStream<ModelStream, Failure> {
    stage { source in
      let windows = stride(from: 0, to: source.values.count, by: count).map { first in
        let values = Array(source.values[first...].prefix(count))
        let end = values.count == count ? Timed(values[count - 1].time, .completed) : source.end
        return Timed(values[0].time, ModelStream(live: Timeline(values, end: end)))
      }
      return source.with(windows)
    }
  }

  func windows(every interval: Duration, latency: Duration) -> ModelStream<ModelStream, Failure> {
    windows(lasting: interval, every: interval, latency: latency)
  }

  func windows(
    lasting length: Duration, every interval: Duration, latency: Duration
  ) -> ModelStream<ModelStream, Failure> {
    derived { span in
      let arriving = self.timeline(span)
      let source = arriving.with(arriving.values.map { Timed($0.time, .atOnce($0.value)) }).onScheduler(
        latency)
      // The first one is sent by a job, the others by timers.
      let windows = ([span.start] + span.ticks(every: interval)).map { begin in
        (start: begin == span.start ? begin + latency : begin, end: begin + length)
      }
      return source.with(
        windows.filter { !source.hasEnded(before: $0.start) }.map { start, end in
          let values = source.values.filter { $0.time >= start && $0.time < end }
          let last = source.hasEnded(before: end) ? source.end : Timed(end, .completed)
          return Timed(start, ModelStream(live: Timeline(values, end: last)))
        })
    }
  }

  func windows(
    every interval: Duration, orCount count: Int, latency: Duration
  ) -> ModelStream<ModelStream, Failure> {
    derived { span in
      let arriving = self.timeline(span)
      let source = arriving.with(arriving.values.map { Timed($0.time, .atOnce($0.value)) }).onScheduler(
        latency)
      // The first one is sent by a job.
      var windows = [(start: span.start + latency, timeline: Timeline<Value, Failure>())]
      func replace(at time: Duration) {
        windows[windows.count - 1].timeline.end(.completed, at: time)
        windows.append((time, Timeline()))
      }
      func advance(to time: Duration) {
        while let last = windows.last, last.start + interval <= time { replace(at: last.start + interval) }
      }
      for value in source.values {
        advance(to: value.time)
        windows[windows.count - 1].timeline.values.append(value)
        if windows[windows.count - 1].timeline.values.count == count { replace(at: value.time) }
      }
      advance(to: source.end?.time ?? span.end)
      windows[windows.count - 1].timeline.end = source.end
      return source.with(
        windows.filter { !source.hasEnded(before: $0.start) }.map {
          Timed($0.start, ModelStream(live: $0.timeline))
        })
    }
  }

  func grouped<Key: Hashable>(
    by key: @escaping (Value) -> Key, limit: Int = 1024
  ) -> ModelStream<(key: Key, values: ModelStream), Failure> {
    stage { source in
      var groups: [(key: Key, timeline: Timeline<Value, Failure>)] = []
      for value in source.values {
        let key = key(value.value)
        let open = groups.indices.filter { groups[$0].timeline.end == nil }
        if let group = open.first(where: { groups[$0].key == key }) {
          groups[group].timeline.values.append(value)
        } else {
          if open.count == limit { groups[open[0]].timeline.end(.completed, at: value.time) }
          groups.append((key, Timeline([value])))
        }
      }
      return source.with(
        groups.map { group in
          var timeline = group.timeline
          timeline.end = timeline.end ?? source.end
          return Timed(timeline.values[0].time, (key: group.key, values: ModelStream(live: timeline)))
        })
    }
  }

  /// A signal that is sent on before its first value: an observer that attaches then gets what comes at that moment.
  private init(live timeline: Timeline<Value, Failure>) { self.init { _ in timeline } }
}
