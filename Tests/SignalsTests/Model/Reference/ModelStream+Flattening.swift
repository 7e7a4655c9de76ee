import Signals

extension ModelStream {
  func flatMap<NewValue>(
    _ strategy: FlattenStrategy = .merge,
    _ transform: @escaping (Value) -> ModelStream<NewValue, Failure>
  ) -> ModelStream<NewValue, Failure> {
    derived { span in
      var flattening = Flattening(strategy: strategy, span: span, transform: transform)
      for event in self.timeline(span).events {
        flattening.advance(to: event.time)
        flattening.hear(event.value, at: event.time)
      }
      flattening.advance(to: span.end)
      return flattening.output
    }
  }
}

/// What goes on while inner streams come and go.
private struct Flattening<Value, Inner, Failure: Error> {
  /// The events of an inner stream that are still to come.
  private struct Active {
    let id: Int
    var coming: ArraySlice<Timed<Event<Inner, Failure>>>
  }

  let strategy: FlattenStrategy
  let span: Span
  let transform: (Value) -> ModelStream<Inner, Failure>
  private(set) var output = Timeline<Inner, Failure>()
  private var active: [Active] = []
  private var waiting: [Value] = []
  private var count = 0
  private var outerHasEnded = false
  /// Which inner stream has won a race.
  private var winner: Int?

  /// How many values wait until the outer stream is paused, if it can be.
  private static var maximalWaitingValues: Int { 64 }

  init(strategy: FlattenStrategy, span: Span, transform: @escaping (Value) -> ModelStream<Inner, Failure>) {
    self.strategy = strategy
    self.span = span
    self.transform = transform
  }

  /// The outer stream says something.
  mutating func hear(_ event: Event<Value, Failure>, at time: Duration) {
    if output.end != nil || winner != nil { return }
    switch event {
    case .next(let value): take(value, at: time)
    case .completed:
      outerHasEnded = true
      completeIfOver(at: time)
    case .failed(let failure): output.end(.failed(failure), at: time)
    case .interrupted: output.end(.interrupted, at: time)
    }
  }

  private mutating func take(_ value: Value, at time: Duration) {
    switch strategy {
    case .merge, .race: attach(value, at: time)
    case .concat: active.isEmpty ? attach(value, at: time) : enqueue(value)
    case .concurrent(let limit): active.count < limit ? attach(value, at: time) : enqueue(value)
    case .exhaust: if active.isEmpty { attach(value, at: time) }
    case .conflate: if active.isEmpty { attach(value, at: time) } else { waiting = [value] }
    case .latest:
      active = []
      attach(value, at: time)
    }
  }

  private mutating func enqueue(_ value: Value) {
    waiting.append(value)
    if waiting.count >= Self.maximalWaitingValues { Pauses.note() }
  }

  /// An inner stream begins. What it sends at once comes before everything else.
  private mutating func attach(_ value: Value, at time: Duration) {
    count += 1
    let id = count
    active.append(Active(id: id, coming: transform(value).timeline(span.from(time)).events[...]))
    while let index = active.firstIndex(where: { $0.id == id }), active[index].coming.first?.time == time {
      deliverNext(of: index)
    }
  }

  /// The inner streams say what they have to say by a moment.
  mutating func advance(to time: Duration) {
    while let next = active.indices.filter({ !active[$0].coming.isEmpty })
      .min(by: { active[$0].coming.first!.time < active[$1].coming.first!.time }),
      active[next].coming.first!.time <= time
    {
      deliverNext(of: next)
    }
  }

  private mutating func deliverNext(of index: Int) {
    let event = active[index].coming.removeFirst()
    if output.end != nil { return active = [] }
    if strategy == .race, winner == nil {
      winner = active[index].id
      return decide(for: active[index], event)
    }
    deliver(event, of: index)
  }

  /// Everything but the winner is disposed of.
  private mutating func decide(for winner: Active, _ event: Timed<Event<Inner, Failure>>) {
    active = [winner]
    outerHasEnded = true
    deliver(event, of: 0)
  }

  private mutating func deliver(_ event: Timed<Event<Inner, Failure>>, of index: Int) {
    switch event.value {
    case .next(let value): output.send(value, at: event.time)
    case .failed(let failure): output.end(.failed(failure), at: event.time)
    case .completed, .interrupted:
      active.remove(at: index)
      if !waiting.isEmpty { attach(waiting.removeFirst(), at: event.time) }
      completeIfOver(at: event.time)
    }
  }

  private mutating func completeIfOver(at time: Duration) {
    if output.end == nil, outerHasEnded, active.isEmpty, waiting.isEmpty { output.end(.completed, at: time) }
  }
}
