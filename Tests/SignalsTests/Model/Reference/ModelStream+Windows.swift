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
      // Values and timers, each with the time that counts, in the order in which they come. The first timer takes a job.
      let ends = sequence(first: span.start + length) { $0 + interval }.prefix { $0 <= span.end }
      let noted =
        arriving.values.map { Timed($0.time, SentOnScheduler.atOnce(Timed($0.time, $0.value as Value?))) }
        + ([Timed(span.start + latency, span.start)]
        + (span.ticks(every: interval) + ends).map { Timed($0, $0) })
        .filter { !arriving.hasEnded(before: $0.time) }
        .map { Timed($0.time, .byTimer(Timed($0.value, nil))) }
      let source = arriving.with(noted.sorted { $0.time < $1.time })
        .flushing([.atOnce(Timed(span.start, nil))]).onScheduler(latency)

      var windows: [(begin: Duration, end: Duration, timeline: Timeline<Value, Failure>)] = []
      var starts: [Duration] = []
      var begin = span.start
      for moment in source.values {
        let (time, now) = (moment.value.time, moment.time)
        while begin <= time {
          if begin + length > time {
            starts.append(now)
            windows.append((begin, begin + length, Timeline()))
          }
          begin += interval
        }
        for index in windows.indices where windows[index].timeline.end == nil {
          if windows[index].end <= time {
            windows[index].timeline.end(.completed, at: now)
          } else if let value = moment.value.value {
            windows[index].timeline.send(value, at: now)
          }
        }
      }
      return source.with(
        Swift.zip(starts, windows).map { start, window in
          var timeline = window.timeline
          timeline.end = timeline.end ?? source.end
          return Timed(start, ModelStream(live: timeline))
        })
    }
  }

  func windows(
    every interval: Duration, orCount count: Int, latency: Duration
  ) -> ModelStream<ModelStream, Failure> {
    derived { span in
      let source = self.timeline(span).atOnce().onScheduler(latency)
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
  init(live timeline: Timeline<Value, Failure>) { self.init { _ in timeline } }
}
