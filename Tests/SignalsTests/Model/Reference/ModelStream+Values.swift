import Signals

extension ModelStream {
  func map<NewValue>(_ transform: @escaping (Value) -> NewValue) -> ModelStream<NewValue, Failure> {
    stage { source in source.with(source.values.map { Timed($0.time, transform($0.value)) }) }
  }

  func compactMap<NewValue>(
    _ transform: @escaping (Value) -> NewValue?
  ) -> ModelStream<NewValue, Failure> {
    stage { source in
      source.with(source.values.compactMap { value in transform(value.value).map { Timed(value.time, $0) } })
    }
  }

  func filter(_ isIncluded: @escaping (Value) -> Bool) -> Self {
    compactMap { isIncluded($0) ? $0 : nil }
  }

  func replaceNil<Wrapped>(with replacement: Wrapped) -> ModelStream<Wrapped, Failure>
  where Value == Wrapped? { map { $0 ?? replacement } }

  func compacted<Wrapped>() -> ModelStream<Wrapped, Failure> where Value == Wrapped? {
    compactMap { $0 }
  }

  func scan<Result>(
    _ seed: Result, _ next: @escaping (Result, Value) -> Result
  ) -> ModelStream<Result, Failure> {
    stage { source in
      var result = seed
      return source.with(
        source.values.map { value in
          result = next(result, value.value)
          return Timed(value.time, result)
        })
    }
  }

  func reductions<Result>(
    _ seed: Result, _ next: @escaping (Result, Value) -> Result
  ) -> ModelStream<Result, Failure> {
    derived { span in
      let results = self.scan(seed, next).timeline(span)
      return results.with([Timed(span.start, seed)] + results.values)
    }
  }

  func pairwise() -> ModelStream<(previous: Value, current: Value), Failure> {
    stage { source in
      source.with(
        Swift.zip(source.values, source.values.dropFirst()).map { previous, current in
          Timed(current.time, (previous: previous.value, current: current.value))
        })
    }
  }

  func pairwise(initial: Value) -> ModelStream<(previous: Value, current: Value), Failure> {
    stage { source in
      source.with(
        Swift.zip([initial] + source.values.map { $0.value }, source.values).map { previous, current in
          Timed(current.time, (previous: previous, current: current.value))
        })
    }
  }

  func scanMap<State, NewValue>(
    _ initial: State, _ next: @escaping (State, Value) -> (State, NewValue)
  ) -> ModelStream<NewValue, Failure> {
    stage { source in
      var state = initial
      return source.with(
        source.values.map { value in
          let (newState, newValue) = next(state, value.value)
          state = newState
          return Timed(value.time, newValue)
        })
    }
  }

  func enumerated() -> ModelStream<(offset: Int, element: Value), Failure> {
    stage { source in
      source.with(
        source.values.enumerated().map { Timed($1.time, (offset: $0, element: $1.value)) })
    }
  }

  func removeDuplicates(
    by areEquivalent: @escaping (_ previous: Value, _ current: Value) -> Bool
  ) -> Self {
    stage { source in
      var kept: [Timed<Value>] = []
      for value in source.values {
        if let last = kept.last, areEquivalent(last.value, value.value) { continue }
        kept.append(value)
      }
      return source.with(kept)
    }
  }

  func unique<Key: Hashable>(by key: @escaping (Value) -> Key) -> Self {
    stage { source in
      var seen: Set<Key> = []
      return source.with(source.values.filter { seen.insert(key($0.value)).inserted })
    }
  }

  func ignoreValues() -> ModelStream<Never, Failure> { stage { $0.with([]) } }

  func interspersed(with separator: Value) -> Self {
    stage { source in
      source.with(
        source.values.enumerated().flatMap { index, value in
          index == 0 ? [value] : [Timed(value.time, separator), value]
        })
    }
  }

  func timestamped() -> ModelStream<(time: Duration, value: Value), Failure> {
    stage { source in
      source.with(source.values.map { Timed($0.time, (time: $0.time, value: $0.value)) })
    }
  }

  func measureInterval() -> ModelStream<(interval: Duration, value: Value), Failure> {
    derived(interruptedAfter: latency) { span in
      let source = self.timeline(span)
      let previous = [span.start] + source.values.map { $0.time }
      return source.with(
        Swift.zip(source.values, previous).map { Timed($0.time, (interval: $0.time - $1, value: $0.value)) })
    }
  }
}
