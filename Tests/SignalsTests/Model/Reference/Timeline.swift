import Signals

/// A value and the time it comes at.
struct Timed<Value> {
  var time: Duration
  var value: Value

  init(_ time: Duration, _ value: Value) {
    self.time = time
    self.value = value
  }
}

extension Timed: Sendable where Value: Sendable {}
extension Timed: Equatable where Value: Equatable {}

/// What an observer receives that attaches to a stream at one moment: values in the order of their times, then at
/// most one end.
///
/// The reference model describes operators as functions on such lists. Gates, threads and disposal are not part of it:
/// what it says about an operator is what the operator means.
struct Timeline<Value, Failure: Error> {
  var values: [Timed<Value>]
  var end: Timed<Termination<Failure>>?

  init(_ values: [Timed<Value>] = [], end: Timed<Termination<Failure>>? = nil) {
    self.values = values
    self.end = end
  }
}

extension Timeline: Sendable where Value: Sendable {}
extension Timeline: Equatable where Value: Equatable, Failure: Equatable {}

extension Timeline {
  /// Values, and the end if there is one, as events.
  var events: [Timed<Event<Value, Failure>>] {
    values.map { Timed($0.time, .next($0.value)) } + (end.map { [Timed($0.time, Event($0.value))] } ?? [])
  }

  /// The time of the completion; nil if the stream does not end, or in another way.
  var completion: Duration? { end.flatMap { $0.value.isCompleted ? $0.time : nil } }

  /// Whether the end comes before a moment.
  func hasEnded(before time: Duration) -> Bool { end.map { $0.time < time } ?? false }

  /// What has happened by a moment, itself included.
  func until(_ time: Duration) -> Self {
    if values.last.map({ $0.time <= time }) ?? true, end.map({ $0.time <= time }) ?? true { return self }
    return Timeline(values.filter { $0.time <= time }, end: end.flatMap { $0.time <= time ? $0 : nil })
  }

  /// The first values, then completion with the last of them.
  func completed(after count: Int) -> Self {
    Timeline(Array(values.prefix(count)), end: Timed(values[count - 1].time, .completed))
  }

  /// The same end after other values.
  func with<NewValue>(_ values: [Timed<NewValue>]) -> Timeline<NewValue, Failure> {
    Timeline<NewValue, Failure>(values, end: end)
  }

  /// Values that come with the completion, made of all values; none if there is no completion.
  func atCompletion<NewValue>(_ last: ([Value]) -> [NewValue]) -> Timeline<NewValue, Failure> {
    with(completion.map { time in last(values.map { $0.value }).map { Timed(time, $0) } } ?? [])
  }

  /// Some values more that come with the completion, if there is one.
  func flushing(_ last: [Value]) -> Self {
    with(values + (completion.map { time in last.map { Timed(time, $0) } } ?? []))
  }

  mutating func send(_ value: Value, at time: Duration) { values.append(Timed(time, value)) }

  mutating func end(_ termination: Termination<Failure>, at time: Duration) {
    end = Timed(time, termination)
  }

  /// This timeline, then another one in place of its end.
  func followed<NewFailure>(by next: Timeline<Value, NewFailure>) -> Timeline<Value, NewFailure> {
    Timeline<Value, NewFailure>(values + next.values, end: next.end)
  }
}

extension Timeline {
  /// The events of one moment, an attosecond apart: a signal delivers one event to all observers before the next one,
  /// so an observer that is attached twice receives each event twice, not all of them and then all again. At zero,
  /// when the signal is made, no observer is attached.
  var inTurns: Self {
    var last = Duration.zero
    func turn(_ time: Duration) -> Duration {
      if time > .zero { last = max(time, last + .turn) }
      return last
    }
    let values = values.map { Timed(turn($0.time), $0.value) }
    return Timeline(values, end: end.map { Timed(turn($0.time), $0.value) })
  }

  /// Without the turns.
  var toTheNanosecond: Self {
    func rounded(_ time: Duration) -> Duration {
      let (seconds, attoseconds) = time.components
      return .seconds(seconds) + .nanoseconds(attoseconds / 1_000_000_000)
    }
    return Timeline(
      values.map { Timed(rounded($0.time), $0.value) }, end: end.map { Timed(rounded($0.time), $0.value) })
  }
}

extension Duration {
  /// How far apart things are that come one after the other at one moment.
  static let turn = Duration(secondsComponent: 0, attosecondsComponent: 1)
}

/// The events of several timelines in the order in which an observer receives them that attached to one after the
/// other: by time, and at one moment by the order of attachment.
func interleaved<Value, Failure>(
  _ timelines: [Timeline<Value, Failure>]
) -> [(time: Duration, source: Int, event: Event<Value, Failure>)] {
  var heard: [(time: Duration, source: Int, event: Event<Value, Failure>)] = []
  for (source, timeline) in timelines.enumerated() {
    // Those that are there stay before those that come at the same time.
    for event in timeline.events {
      let place = heard.lastIndex { $0.time <= event.time }.map { $0 + 1 } ?? 0
      heard.insert((event.time, source, event.value), at: place)
    }
  }
  return heard
}
