import Signals

extension ModelStream {
  func combineLatest<Other>(
    with other: ModelStream<Other, Failure>
  ) -> ModelStream<(Value, Other), Failure> {
    map(Side.first).combineLatest(with: [other.map(Side.second)]).map(pair)
  }

  func combineLatest(with others: [ModelStream]) -> ModelStream<[Value], Failure> {
    derived { span in
      let sources = [self] + others
      var latest: [Value?] = sources.map { _ in nil }
      var alive = sources.count
      var output = Timeline<[Value], Failure>()
      for (time, source, event) in interleaved(sources.map { $0.timeline(span) }) {
        switch event {
        case .next(let value):
          latest[source] = value
          let values = latest.compactMap { $0 }
          if values.count == sources.count { output.send(values, at: time) }
        case .completed:
          alive -= 1
          if alive == 0 || latest[source] == nil { return output.ending(.completed, at: time) }
        case .failed(let failure): return output.ending(.failed(failure), at: time)
        case .interrupted: return output.ending(.interrupted, at: time)
        }
      }
      return output
    }
  }

  func zip<Other>(with other: ModelStream<Other, Failure>) -> ModelStream<(Value, Other), Failure> {
    map(Side.first).zip(with: [other.map(Side.second)]).map(pair)
  }

  func zip(with others: [ModelStream]) -> ModelStream<[Value], Failure> {
    derived { span in
      let sources = [self] + others
      var waiting: [[Value]] = sources.map { _ in [] }
      var isOver = sources.map { _ in false }
      var output = Timeline<[Value], Failure>()
      for (time, source, event) in interleaved(sources.map { $0.timeline(span) }) {
        switch event {
        case .next(let value):
          waiting[source].append(value)
          if waiting.allSatisfy({ !$0.isEmpty }) {
            output.send(waiting.map { $0[0] }, at: time)
            waiting = waiting.map { Array($0.dropFirst()) }
          }
        case .completed: isOver[source] = true
        case .failed(let failure): return output.ending(.failed(failure), at: time)
        case .interrupted: return output.ending(.interrupted, at: time)
        }
        if Swift.zip(isOver, waiting).contains(where: { $0 && $1.isEmpty }) {
          return output.ending(.completed, at: time)
        }
      }
      return output
    }
  }

  func merge(with others: ModelStream...) -> Self {
    derived { span in
      let sources = [self] + others
      var alive = sources.count
      var output = Timeline<Value, Failure>()
      for (time, _, event) in interleaved(sources.map { $0.timeline(span) }) {
        switch event {
        case .next(let value): output.send(value, at: time)
        case .completed:
          alive -= 1
          if alive == 0 { return output.ending(.completed, at: time) }
        case .failed(let failure): return output.ending(.failed(failure), at: time)
        case .interrupted: return output.ending(.interrupted, at: time)
        }
      }
      return output
    }
  }

  func race(with others: ModelStream...) -> Self {
    derived { span in
      let runners = ([self] + others).map { $0.timeline(span) }
      return interleaved(runners).first.map { runners[$0.source] } ?? Timeline()
    }
  }

  func withLatest<Other>(
    from other: ModelStream<Other, Failure>
  ) -> ModelStream<(Value, Other), Failure> {
    derived { span in
      var latest: Other?
      var output = Timeline<(Value, Other), Failure>()
      // The other is attached first.
      let sources = [other.map(Side.second).timeline(span), self.map(Side.first).timeline(span)]
      for (time, source, event) in interleaved(sources) {
        switch event {
        case .next(.second(let value)): latest = value
        case .next(.first(let value)): if let latest { output.send((value, latest), at: time) }
        case .failed(let failure): return output.ending(.failed(failure), at: time)
        case .completed: if source == 1 { return output.ending(.completed, at: time) }
        case .interrupted: if source == 1 { return output.ending(.interrupted, at: time) }
        }
      }
      return output
    }
  }

  func chunks<Boundary>(
    boundedBy boundary: ModelStream<Boundary, Never>, includesEmpty: Bool = false
  ) -> ModelStream<[Value], Failure> {
    derived { span in
      var chunk: [Value] = []
      var output = Timeline<[Value], Failure>()
      func send(at time: Duration, _ includesEmpty: Bool) {
        if includesEmpty || !chunk.isEmpty { output.send(chunk, at: time) }
        chunk = []
      }
      let boundary = boundary.setFailureType(to: Failure.self).map(Side<Value, Boundary>.second)
      // The boundaries are attached first (contract S10).
      for (time, _, event) in interleaved([boundary.timeline(span), self.map(Side.first).timeline(span)]) {
        switch event {
        case .next(.first(let value)): chunk.append(value)
        case .next(.second): send(at: time, includesEmpty)
        case .failed(let failure): return output.ending(.failed(failure), at: time)
        case .completed:
          send(at: time, false)
          return output.ending(.completed, at: time)
        case .interrupted: return output.ending(.interrupted, at: time)
        }
      }
      return output
    }
  }

  func windows<Boundary>(boundedBy boundary: ModelStream<Boundary, Never>) -> ModelStream<
    ModelStream, Failure
  > {
    derived { span in
      var output = Timeline<ModelStream, Failure>()
      var open: (start: Duration, timeline: Timeline<Value, Failure>)?
      func close(_ termination: Termination<Failure>?, at time: Duration) {
        guard var window = open else { return }
        open = nil
        if let termination { window.timeline.end(termination, at: time) }
        output.send(ModelStream(live: window.timeline), at: window.start)
      }
      func end(_ termination: Termination<Failure>, at time: Duration) -> Timeline<ModelStream, Failure> {
        close(termination, at: time)
        return output.ending(termination, at: time)
      }
      let boundary = boundary.setFailureType(to: Failure.self).map(Side<Value, Boundary>.second)
      for (time, _, event) in interleaved([boundary.timeline(span), self.map(Side.first).timeline(span)]) {
        switch event {
        case .next(.first(let value)):
          if open == nil { open = (time, Timeline()) }
          open!.timeline.send(value, at: time)
        case .next(.second): close(.completed, at: time)
        case .failed(let failure): return end(.failed(failure), at: time)
        case .completed: return end(.completed, at: time)
        case .interrupted: return end(.interrupted, at: time)
        }
      }
      close(nil, at: span.end)
      return output
    }
  }

  func sample<Sampler>(
    on sampler: ModelStream<Sampler, Never>, repeating: Bool = false
  ) -> Self {
    derived { span in
      var newest: Value?
      var isNew = false
      var output = Timeline<Value, Failure>()
      let sampler = sampler.setFailureType(to: Failure.self).map(Side<Value, Sampler>.second)
      // The sampler is attached first (contract S10).
      for (time, _, event) in interleaved([sampler.timeline(span), self.map(Side.first).timeline(span)]) {
        switch event {
        case .next(.first(let value)): (newest, isNew) = (value, true)
        case .next(.second):
          if let newest, isNew || repeating { output.send(newest, at: time) }
          isNew = false
        case .failed(let failure): return output.ending(.failed(failure), at: time)
        case .completed:
          if let newest, isNew { output.send(newest, at: time) }
          return output.ending(.completed, at: time)
        case .interrupted: return output.ending(.interrupted, at: time)
        }
      }
      return output
    }
  }

  func throttle(while condition: ModelStream<Bool, Never>) -> Self {
    derived { span in
      var held: Value?
      var isHolding = false
      var output = Timeline<Value, Failure>()
      // The condition is attached first. Its end counts as false.
      let condition = condition.materialize().map { $0.value ?? false }.timeline(span)
      let conditions = Timeline<Side<Value, Bool>, Failure>(
        condition.values.map { Timed($0.time, .second($0.value)) })
      for (time, _, event) in interleaved([conditions, self.map(Side.first).timeline(span)]) {
        switch event {
        case .next(.first(let value)): if isHolding { held = value } else { output.send(value, at: time) }
        case .next(.second(let holds)):
          isHolding = holds
          if !holds, let value = held.take() { output.send(value, at: time) }
        case .failed(let failure): return output.ending(.failed(failure), at: time)
        case .completed:
          if let held { output.send(held, at: time) }
          return output.ending(.completed, at: time)
        case .interrupted: return output.ending(.interrupted, at: time)
        }
      }
      return output
    }
  }
}

/// Values of two streams in one list.
enum Side<First, Second> {
  case first(First)
  case second(Second)
}

private func pair<First, Second>(_ sides: [Side<First, Second>]) -> (First, Second) {
  guard case .first(let first) = sides[0], case .second(let second) = sides[1] else {
    preconditionFailure("the first stream comes first")
  }
  return (first, second)
}

extension Timeline {
  func ending(_ termination: Termination<Failure>, at time: Duration) -> Self {
    Timeline(values, end: Timed(time, termination))
  }
}
