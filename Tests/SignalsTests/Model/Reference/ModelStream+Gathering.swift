import Signals

extension ModelStream {
  func reduce<Result>(
    _ seed: Result, _ next: @escaping (Result, Value) -> Result
  ) -> ModelStream<Result, Failure> {
    stage { $0.atCompletion { [$0.reduce(seed, next)] } }
  }

  func collect() -> ModelStream<[Value], Failure> { stage { $0.atCompletion { [$0] } } }

  func count() -> ModelStream<Int, Failure> { stage { $0.atCompletion { [$0.count] } } }

  func min() -> Self where Value: Comparable {
    stage { $0.atCompletion { $0.min().map { [$0] } ?? [] } }
  }

  func max() -> Self where Value: Comparable {
    stage { $0.atCompletion { $0.max().map { [$0] } ?? [] } }
  }

  func contains(where condition: @escaping (Value) -> Bool) -> ModelStream<Bool, Failure> {
    stage { source in
      guard let first = source.values.first(where: { condition($0.value) }) else {
        return source.atCompletion { _ in [false] }
      }
      return Timeline([Timed(first.time, true)], end: Timed(first.time, .completed))
    }
  }

  func allSatisfy(_ condition: @escaping (Value) -> Bool) -> ModelStream<Bool, Failure> {
    contains(where: { !condition($0) }).map { !$0 }
  }

  func chunks(ofCount count: Int) -> ModelStream<[Value], Failure> {
    chunked(isFull: { chunk, _ in chunk.count == count })
  }

  func chunks(ofCount count: Int, step: Int) -> ModelStream<[Value], Failure> {
    stage { source in
      let ends = stride(from: count, through: source.values.count, by: step)
      return source.with(
        ends.map { end in
          Timed(source.values[end - 1].time, source.values[(end - count)..<end].map { $0.value })
        })
    }
  }

  func chunked(
    by belongsTogether: @escaping (_ previous: Value, _ current: Value) -> Bool
  ) -> ModelStream<[Value], Failure> {
    chunked(isFull: { chunk, next in !belongsTogether(chunk[chunk.count - 1], next) }, asksBefore: true)
  }

  func chunked<Key: Equatable>(
    on key: @escaping (Value) -> Key
  ) -> ModelStream<(key: Key, values: [Value]), Failure> {
    chunked(by: { key($0) == key($1) }).map { (key: key($0[0]), values: $0) }
  }

  /// A chunk is full with the value in question, or already before it.
  private func chunked(
    isFull: @escaping (_ chunk: [Value], _ value: Value) -> Bool, asksBefore: Bool = false
  ) -> ModelStream<[Value], Failure> {
    stage { source in
      var chunk: [Value] = []
      var chunks: [Timed<[Value]>] = []
      for value in source.values {
        if !asksBefore { chunk.append(value.value) }
        if !chunk.isEmpty, isFull(chunk, value.value) {
          chunks.append(Timed(value.time, chunk))
          chunk = []
        }
        if asksBefore { chunk.append(value.value) }
      }
      return source.with(chunks).flushing(chunk.isEmpty ? [] : [chunk])
    }
  }
}
