/// What becomes of values that come faster than they are taken (contract B1).
///
/// Choose by what may be lost: nothing (`suspending`), the past (`newest`), the present (`oldest`).
public enum Buffering: Hashable, Sendable {
  /// Pauses the source when so many values wait, and resumes it when half of them have been taken. Nothing is
  /// dropped: what comes from a source that cannot wait, as a signal or a timer, is kept beyond the limit too.
  case suspending(Int)
  /// Keeps so many values and drops the oldest ones.
  case newest(Int)
  /// Keeps so many values and drops those that come while it is full.
  case oldest(Int)
  /// Keeps everything and never pauses the source.
  case unbounded

  /// How many values may wait before a source is paused that can be.
  @inlinable var limitOfPausing: Int? { if case .suspending(let limit) = self { limit } else { nil } }

  /// Stops the program if the limit makes no sense (contract X1).
  @inlinable func check(_ operation: StaticString) {
    switch self {
    case .suspending(let limit), .newest(let limit), .oldest(let limit):
      require(limit > 0, operation, "the limit of the buffering must be at least 1", limit)
    case .unbounded: break
    }
  }
}

/// Values that wait to be taken, as a ``Buffering`` says.
///
/// It decides, the caller acts: keep it behind a lock, and pause, resume and release afterwards.
@usableFromInline package struct Backlog<Value> {
  @usableFromInline let buffering: Buffering
  @usableFromInline package var waiting = Fifo<Value>()
  /// The source is paused.
  @usableFromInline var isPausing = false
  /// How many values a reader had when it last moved some: they count as if they waited.
  @usableFromInline var countInReader = 0
  /// How many values were not kept.
  @usableFromInline var dropped = 0

  @usableFromInline package enum Arrival {
    case kept
    /// It has been kept, and the source has to be paused.
    case filled
    /// This value or an older one is not kept.
    case dropped(Value)
  }

  @inlinable package init(_ buffering: Buffering) { self.buffering = buffering }

  @inlinable @inline(__always) package mutating func add(_ value: Value) -> Arrival {
    switch buffering {
    case .suspending(let limit):
      waiting.append(value)
      if isPausing || waiting.count + countInReader < limit { return .kept }
      isPausing = true
      return .filled
    case .newest(let limit):
      let oldest = waiting.count == limit ? waiting.popFirst() : nil
      waiting.append(value)
      guard let oldest else { return .kept }
      dropped += 1
      return .dropped(oldest)
    case .oldest(let limit):
      if waiting.count == limit {
        dropped += 1
        return .dropped(value)
      }
      waiting.append(value)
      return .kept
    case .unbounded:
      waiting.append(value)
      return .kept
    }
  }

  /// What is to be delivered next. Where values can be dropped it is one value, so that those that wait can be
  /// replaced as long as they do; elsewhere all of them.
  @inlinable package mutating func takeBatch() -> Fifo<Value> {
    switch buffering {
    case .suspending, .unbounded:
      defer { waiting = Fifo() }
      return waiting
    case .newest, .oldest:
      var one = Fifo<Value>()
      if let value = waiting.popFirst() { one.append(value) }
      return one
    }
  }

  /// The same for a reader, which adds it to what it has left, and consumes it later.
  @inlinable mutating func moveBatch(to reader: inout UniqueFifo<Value>) {
    switch buffering {
    case .suspending, .unbounded: reader.append(takingFrom: &waiting)
    case .newest, .oldest:
      if reader.isEmpty, let value = waiting.popFirst() { reader.append(value) }
    }
    countInReader = reader.count
  }

  /// The source of a reader that has so many values has to be paused. True, once.
  @inlinable mutating func beginPause(_ countInReader: Int) -> Bool {
    self.countInReader = countInReader
    defer { isPausing = true }
    return !isPausing
  }

  /// Puts back what could not be delivered. If others have come meanwhile, there may be one too many: it is returned.
  @inlinable package mutating func putBack(takingFrom rest: inout Fifo<Value>) -> Value? {
    waiting.prepend(takingFrom: &rest)
    switch buffering {
    case .newest(let limit) where waiting.count > limit:
      dropped += 1
      return waiting.popFirst()
    case .oldest(let limit) where waiting.count > limit:
      dropped += 1
      return waiting.popLast()
    default: return nil
    }
  }

  /// True, once: enough has been taken, and the source has to be resumed.
  @inlinable package mutating func takeResumption() -> Bool {
    guard isPausing, case .suspending(let limit) = buffering,
      waiting.count + countInReader <= limit / 2
    else { return false }
    isPausing = false
    return true
  }
}

extension Backlog {
  /// How full it is, for the record.
  @inlinable package var holding: Holding {
    let limit: Int? =
      switch buffering {
      case .suspending(let limit), .newest(let limit), .oldest(let limit): limit
      case .unbounded: nil
      }
    return Holding(
      waits: waiting.count + countInReader, limit: limit, dropped: dropped, isPausing: isPausing)
  }
}

extension Backlog: Sendable where Value: Sendable {}
