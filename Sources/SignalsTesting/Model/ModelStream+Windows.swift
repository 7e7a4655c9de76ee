import Signals

extension ModelStream {
  public func windows(ofCount count: Int) -> ModelStream<ModelStream, Failure> {
    stage { source in
      let windows = stride(from: 0, to: source.values.count, by: count).map { first in
        let values = Array(source.values[first...].prefix(count))
        let end = values.count == count ? Timed(values[count - 1].time, .completed) : source.end
        return Timed(values[0].time, ModelStream(live: Timeline(values, end: end)))
      }
      return source.with(windows)
    }
  }

  public func windows(every interval: Duration) -> ModelStream<ModelStream, Failure> {
    derived { span in
      let source = self.timeline(span)
      let starts = [span.start] + span.ticks(every: interval).filter { !source.hasEnded(before: $0) }
      return source.with(
        starts.map { start in
          let end = start + interval
          let values = source.values.filter { $0.time >= start && $0.time < end }
          let last = source.hasEnded(before: end) ? source.end : Timed(end, .completed)
          return Timed(start, ModelStream(live: Timeline(values, end: last)))
        })
    }
  }

  public func grouped<Key: Hashable>(
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
