import Signals

// The trigger, or the other stream, is attached first: at one moment it comes before the source.

extension ModelStream {
  func prefix<Trigger>(until trigger: ModelStream<Trigger, Never>) -> Self {
    derived { span in
      let source = self.timeline(span)
      guard let fired = trigger.timeline(span).values.first, !source.hasEnded(before: fired.time) else {
        return source
      }
      return Timeline(
        source.values.filter { $0.time < fired.time }, end: Timed(fired.time, .completed))
    }
  }

  func prefix<Trigger>(untilEndOf trigger: ModelStream<Trigger, Never>) -> Self {
    derived { span in
      let source = self.timeline(span)
      guard let fired = trigger.timeline(span).end, !source.hasEnded(before: fired.time) else {
        return source
      }
      return Timeline(
        source.values.filter { $0.time < fired.time }, end: Timed(fired.time, .completed))
    }
  }

  func drop<Trigger>(until trigger: ModelStream<Trigger, Never>) -> Self {
    derived { span in
      let source = self.timeline(span)
      guard let fired = trigger.timeline(span).values.first else { return source.with([]) }
      return source.with(source.values.filter { $0.time >= fired.time })
    }
  }

  func prefix(untilReplacedBy other: ModelStream) -> Self {
    derived { span in
      var (source, other) = (self.timeline(span), other.timeline(span))
      // The completion of the source does not count.
      if source.completion != nil { source.end = nil }
      guard let first = other.events.first, !source.hasEnded(before: first.time) else { return source }
      return Timeline<Value, Failure>(source.values.filter { $0.time < first.time }).followed(by: other)
    }
  }
}
