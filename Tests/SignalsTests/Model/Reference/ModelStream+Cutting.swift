import Signals

extension ModelStream {
  func prefix(_ count: Int) -> Self {
    derived(interruptedAfter: latency) { span in
      if count == 0 { return Timeline(end: Timed(span.start, .completed)) }
      let source = self.timeline(span)
      return source.values.count < count ? source : source.completed(after: count)
    }
  }

  func prefix(while condition: @escaping (Value) -> Bool) -> Self {
    stage { source in
      guard let first = source.values.firstIndex(where: { !condition($0.value) }) else { return source }
      return Timeline(
        Array(source.values[..<first]), end: Timed(source.values[first].time, .completed))
    }
  }

  func prefix(through condition: @escaping (Value) -> Bool) -> Self {
    stage { source in
      let last = source.values.firstIndex { condition($0.value) }
      return last.map { source.completed(after: $0 + 1) } ?? source
    }
  }

  func first(where condition: @escaping (Value) -> Bool = { _ in true }) -> Self {
    filter(condition).prefix(1)
  }

  func element(at index: Int) -> Self { dropFirst(index).prefix(1) }

  func dropFirst(_ count: Int = 1) -> Self {
    stage { $0.with(Array($0.values.dropFirst(count))) }
  }

  /// Each value comes with the one that is `count` places behind it.
  func dropLast(_ count: Int = 1) -> Self {
    stage { source in
      source.with(Swift.zip(source.values, source.values.dropFirst(count)).map { Timed($1.time, $0.value) })
    }
  }

  func drop(while condition: @escaping (Value) -> Bool) -> Self {
    stage { source in source.with(Array(source.values.drop { condition($0.value) })) }
  }

  func suffix(_ count: Int) -> Self { stage { $0.atCompletion { Array($0.suffix(count)) } } }

  func last(where condition: @escaping (Value) -> Bool = { _ in true }) -> Self {
    filter(condition).suffix(1)
  }

  func replaceEmpty(with value: Value) -> Self {
    stage { $0.flushing($0.values.isEmpty ? [value] : []) }
  }
}
