import Signals

extension ModelStream {
  func materialize() -> ModelStream<Event<Value, Failure>, Never> {
    stage { source in
      Timeline(
        source.events,
        end: source.end.map { end in
          if case .interrupted = end.value {
            Timed(end.time, .interrupted)
          } else {
            Timed(end.time, .completed)
          }
        })
    }
  }

  func dematerialize<NewValue, NewFailure>() -> ModelStream<NewValue, NewFailure>
  where Value == Event<NewValue, NewFailure>, Failure == Never {
    stage { source in
      var output = Timeline<NewValue, NewFailure>()
      for event in source.values {
        switch event.value {
        case .next(let value): output.send(value, at: event.time)
        case .failed(let failure): output.end(.failed(failure), at: event.time)
        case .completed: output.end(.completed, at: event.time)
        case .interrupted: output.end(.interrupted, at: event.time)
        }
        if output.end != nil { return output }
      }
      output.end = source.end.map { Timed($0.time, $0.value.isCompleted ? .completed : .interrupted) }
      return output
    }
  }

  func materializeResults() -> ModelStream<Result<Value, Failure>, Never> {
    materialize().compactMap { event in
      switch event {
      case .next(let value): .success(value)
      case .failed(let failure): .failure(failure)
      case .completed, .interrupted: nil
      }
    }
  }

  func dematerializeResults<NewValue, NewFailure>() -> ModelStream<NewValue, NewFailure>
  where Value == Result<NewValue, NewFailure>, Failure == Never {
    setFailureType(to: NewFailure.self).attemptMap { $0 }
  }

  func single() -> ModelStream<Value, NotSingle<Failure>> {
    stage { source in
      if source.values.count > 1 { return Timeline(end: Timed(source.values[1].time, .failed(.several))) }
      if let time = source.completion, source.values.isEmpty {
        return Timeline(end: Timed(time, .failed(.empty)))
      }
      let single = source.atCompletion { $0 }
      return Timeline(
        single.values, end: source.end.map { Timed($0.time, $0.value.mapError { .failed($0) }) })
    }
  }

  func attemptMap<NewValue>(
    _ transform: @escaping (Value) -> Result<NewValue, Failure>
  ) -> ModelStream<NewValue, Failure> {
    stage { source in
      var values: [Timed<NewValue>] = []
      for value in source.values {
        switch transform(value.value) {
        case .success(let new): values.append(Timed(value.time, new))
        case .failure(let failure): return Timeline(values, end: Timed(value.time, .failed(failure)))
        }
      }
      return source.with(values)
    }
  }

  func mapError<NewFailure>(
    _ transform: @escaping (Failure) -> NewFailure
  ) -> ModelStream<Value, NewFailure> {
    stage { source in
      Timeline(source.values, end: source.end.map { Timed($0.time, $0.value.mapError(transform)) })
    }
  }

  func setFailureType<NewFailure>(
    to type: NewFailure.Type = NewFailure.self
  ) -> ModelStream<Value, NewFailure> where Failure == Never {
    stage { source in
      Timeline(
        source.values,
        end: source.end.map { Timed($0.time, $0.value.isCompleted ? .completed : .interrupted) })
    }
  }

  func replaceError(with value: Value) -> ModelStream<Value, Never> { endingFailures(with: [value]) }

  func completeOnError() -> ModelStream<Value, Never> { endingFailures(with: []) }

  private func endingFailures(with last: [Value]) -> ModelStream<Value, Never> {
    stage { source in
      guard let end = source.end else { return Timeline(source.values) }
      switch end.value {
      case .completed: return Timeline(source.values, end: Timed(end.time, .completed))
      case .interrupted: return Timeline(source.values, end: Timed(end.time, .interrupted))
      case .failed:
        return Timeline(
          source.values + last.map { Timed(end.time, $0) }, end: Timed(end.time, .completed))
      }
    }
  }
}
