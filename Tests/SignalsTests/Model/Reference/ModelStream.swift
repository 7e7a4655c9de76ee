import Signals

/// A stream in the reference model: a timeline for each moment at which an observer could attach.
///
///     let letters = ModelStream<String, TestFailure>(["a", "b"]).delay(.seconds(2), latency: .zero)
///     letters.timeline()  // "a" and "b" at 2 s, completed at 2 s
///
/// Its operators have the names of the real ones. Two events that are independent of each other never happen
/// at the same moment here: their order would depend on the clock by accident. What a source sends while it is
/// being attached comes before everything that is attached later. Times are exact to the nanosecond.
///
/// It has no pauses: what an operator does that would pause its source is not compared (``Pauses``). And it takes runs
/// that observe one signal to have attached to it in the order in which they were started. A run that comes to the signal
/// later, as the second stream of `append`, may have overtaken another one: pipeline 138644 of seed 1124 does, and sends
/// two values of one moment in the other order. It is the only one in the first million of that seed.
struct ModelStream<Value, Failure: Error> {
  /// Whether it is a signal: then there is one timeline, which begins at zero, when the signal is made.
  let pushes: Bool
  private let rule: (Span) -> Timeline<Value, Failure>
  private let interruptionLatency: Latency

  /// What a scheduler takes to interrupt an observer that was attached at the start of a span and is disposed of at a
  /// moment.
  typealias Latency = (Span, _ disposal: Duration) -> Duration

  init(
    pushes: Bool = false, interruptedAfter latency: @escaping Latency = { _, _ in .zero },
    _ rule: @escaping (Span) -> Timeline<Value, Failure>
  ) {
    self.pushes = pushes
    interruptionLatency = latency
    self.rule = rule
  }

  /// How long after a disposal the observer is interrupted, if it is one of a producer.
  func latency(_ span: Span, _ disposal: Duration) -> Duration {
    pushes ? .zero : interruptionLatency(span, disposal)
  }

  /// The events up to `end` that an observer receives, attached at `start`.
  func timeline(
    from start: Duration = .zero, until end: Duration = .seconds(1000)
  ) -> Timeline<Value, Failure> {
    timeline(Span(start: start, end: end)).toTheNanosecond
  }

  func timeline(_ span: Span) -> Timeline<Value, Failure> {
    guard pushes else { return rule(span).until(span.end) }
    let whole = rule(Span(start: .zero, end: span.end)).until(span.end).inTurns
    // What came before, or while the signal was made, reaches no observer (contract S2, S5).
    if let end = whole.end, end.time <= span.start {
      // An observer that attaches because of the end, at the same moment, waits until all observers have received
      // the end (contract E7).
      let isInDelivery = span.start - end.time < .nanoseconds(1) && span.start > .zero
      return Timeline(end: Timed(span.start + (isInDelivery ? .turn : .zero), .interrupted))
    }
    return whole.with(whole.values.filter { $0.time > span.start })
  }

  /// The stream that an operator makes of this one: it has the same drive.
  ///
  /// - Parameter latency: Of the scheduler on which it interrupts; by default, it does where the disposal is.
  func derived<NewValue, NewFailure>(
    interruptedAfter latency: @escaping Latency = { _, _ in .zero },
    _ rule: @escaping (Span) -> Timeline<NewValue, NewFailure>
  ) -> ModelStream<NewValue, NewFailure> {
    ModelStream<NewValue, NewFailure>(pushes: pushes, interruptedAfter: latency, rule)
  }

  /// The same for an operator that sends on a scheduler.
  func scheduled<NewValue, NewFailure>(
    _ latency: Duration, _ rule: @escaping (Span) -> Timeline<NewValue, NewFailure>
  ) -> ModelStream<NewValue, NewFailure> {
    derived(interruptedAfter: { _, _ in latency }, rule)
  }

  /// The same for an operator that needs only the events, and passes an interruption on.
  func stage<NewValue, NewFailure>(
    _ rule: @escaping (Timeline<Value, Failure>) -> Timeline<NewValue, NewFailure>
  ) -> ModelStream<NewValue, NewFailure> {
    derived(interruptedAfter: self.latency) { rule(self.timeline($0)) }
  }
}

/// When an observer attaches, and until when its events are of interest: streams need not end.
struct Span {
  var start: Duration
  var end: Duration

  func from(_ start: Duration) -> Span { Span(start: start, end: end) }
}

extension ModelStream {
  /// A producer whose starts all have the same events, at times counted from the start.
  init(producing timeline: Timeline<Value, Failure>) {
    self.init { span in
      Timeline(
        timeline.values.map { Timed(span.start + $0.time, $0.value) },
        end: timeline.end.map { Timed(span.start + $0.time, $0.value) })
    }
  }

  /// A signal that sends these events. Those at zero are over before an observer can attach.
  init(sending timeline: Timeline<Value, Failure>) {
    self.init(pushes: true) { _ in timeline }
  }

  /// A producer that sends the elements of a sequence, then completes.
  init(_ values: some Sequence<Value>) {
    self.init(producing: Timeline(values.map { Timed(.zero, $0) }, end: Timed(.zero, .completed)))
  }

  /// A producer that fails at once.
  init(error: Failure) { self.init(producing: Timeline(end: Timed(.zero, .failed(error)))) }

  /// A producer that is made anew for each observer that attaches.
  static func deferred(_ make: @escaping () -> Self) -> Self { Self { make().timeline($0) } }

  /// A producer that neither sends anything nor ends.
  static var never: Self { Self(producing: Timeline()) }
}

extension ModelStream where Value == Int {
  /// A producer that counts from 0, one number at the end of each interval.
  static func interval(every interval: Duration) -> Self {
    Self { span in
      Timeline(span.ticks(every: interval).enumerated().map { Timed($0.element, $0.offset) })
    }
  }
}

extension Span {
  /// The ends of the intervals that follow each other from the start.
  func ticks(every interval: Duration) -> [Duration] {
    Array(sequence(first: start + interval) { $0 + interval }.prefix { $0 <= end })
  }
}
