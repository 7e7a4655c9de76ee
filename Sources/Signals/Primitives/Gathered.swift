/// The values of a chunk that is not complete.
@usableFromInline struct Gathered<Value: Sendable>: Sendable {
  @usableFromInline var values: [Value] = []
  /// Whether the source is paused, because there are as many as there may be.
  @usableFromInline var isFull = false
  /// Which chunk it is: a timer that fires too late must not send the next one.
  @usableFromInline var id = 0

  @inlinable init() {}

  /// True: the source has to be paused.
  @inlinable mutating func add(_ value: Value, upTo limit: Int) -> Bool {
    values.append(value)
    if values.count < limit || isFull { return false }
    isFull = true
    return true
  }

  /// Returns the chunk, if it is complete with this value.
  @inlinable mutating func add(_ value: Value, _ count: Int) -> (id: Int, isFirst: Bool, full: [Value]?) {
    values.append(value)
    return (id, values.count == 1, values.count == count ? take().values : nil)
  }

  @inlinable mutating func take() -> (values: [Value], wasFull: Bool) {
    id += 1
    return (exchange(&values, with: []), exchange(&isFull, with: false))
  }

  @inlinable mutating func take(_ id: Int) -> [Value]? {
    id == self.id && !values.isEmpty ? take().values : nil
  }
}
