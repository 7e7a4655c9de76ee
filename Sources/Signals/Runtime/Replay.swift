/// The observers of a hot source, and its last values for late subscribers.
///
/// An observer that is added gets what is remembered at once, on the thread that adds it, also from inside a
/// callback and while another thread delivers, and then everything that is newer: nothing is missed, nothing
/// comes twice, nothing old follows something newer. That takes three things.
///
/// - A value is remembered when it is sent, under a lock, and gets a number. Then it goes through the gate
///   of the observers, and each passage delivers one event, the oldest that waits. So whatever passes
///   before an observer is in the list was remembered before that.
/// - An observer is put into the list first and reads the memory then, inside the gate of its own start.
///   What is delivered to the observer meanwhile waits in the queue of that gate as a message.
/// - The observer ignores values with a number that it has seen.
///
/// Sendable because what changes is in `Guarded`.
@usableFromInline
package final class Replay<Value: Sendable, Failure: Error>: Guarded<ReplayMemory<Value, Failure>>,
  @unchecked Sendable
{
  @usableFromInline typealias Numbered = NumberedValue<Value>

  @usableFromInline let capacity: Int
  @usableFromInline let list = ObserverList<Numbered, Failure>(gate: Gate(), kind: .root)

  @inlinable package init(capacity: Int) {
    self.capacity = capacity
    super.init(ReplayMemory())
  }

  // MARK: Observers

  /// Adds an observer, for as long as its start lasts. It gets the remembered values before this returns.
  ///
  /// - Precondition: The start is open, and nothing else passes through it.
  @inlinable package func add(_ observer: Observer<Value, Failure>, _ subscription: Subscription) {
    add(ReplayReceiver(observer, subscription))
  }

  /// The same for an observer that is a part of an object.
  @inlinable @inline(__always) func add<Receiver: ReceivesReplay>(_ receiver: Receiver)
  where Receiver.Value == Value, Receiver.Failure == Failure {
    // Nearly always the gate is free: then no closure has to be made.
    if receiver.subscription.enter() {
      addInside(receiver)
      receiver.subscription.leave()
    } else {
      receiver.subscription.post { [self] in addInside(receiver) }
    }
  }

  /// Inside the gate of the start.
  @inlinable func addInside<Receiver: ReceivesReplay>(_ receiver: Receiver)
  where Receiver.Value == Value, Receiver.Failure == Failure {
    // Nothing comes after the end, and an observer that is not put into the list leaves nothing behind in the queue of
    // the gate: a run that has ended may be started again and again from inside the delivery of its end (contract D4).
    if withLock({ $0.end != nil }) { return receiver.receive(withLock { $0.remembered }) }
    list.add(receiver.input, in: receiver.subscription)
    let remembered = withLock { $0.remembered }
    receiver.seen = remembered.count
    // Messages wait until all remembered events have been sent: what the messages hold is newer.
    receiver.receive(remembered)
  }

  // MARK: Sending

  /// Remembers a value and delivers it, unless it comes from a source that has been replaced.
  @inlinable package func send(_ value: Value, from source: Subscription? = nil) {
    // A source that sends in order, and nothing to remember.
    if capacity == 0 { return list.send(Numbered(value, number: .max)) }
    let (isSent, _) = withLock { memory -> (Bool, Value?) in
      guard memory.takes(from: source) else { return (false, nil) }
      return (true, memory.remember(value, capacity))
    }
    if isSent { deliver() }
  }

  /// Remembers the end and delivers it, unless it comes from a source that has been replaced.
  @inlinable package func end(_ termination: Termination<Failure>, from source: Subscription? = nil) {
    let isSent = withLock { memory in
      guard memory.takes(from: source) else { return false }
      if capacity == 0 { memory.end = termination } else { memory.finish(termination) }
      return true
    }
    if !isSent { return }
    if capacity > 0 { return deliver() }
    // As its values, the end need not wait for others.
    if list.gate.enter() {
      list.finish(termination)
      list.gate.leave()
    } else {
      list.gate.post { [list] in list.finish(termination) }
    }
  }

  /// Drops the values, and takes those of another source from now on. A value can come first.
  ///
  /// - Returns: What to dispose of: the source before, or the new one if the end has come.
  @inlinable package func listen(to source: Subscription?, beginningWith value: Value? = nil) -> Subscription?
  {
    let (outgoing, isSent, _, _) = withLock {
      memory -> (Subscription?, Bool, older: Fifo<Value>, oldest: Value?) in
      if memory.end != nil { return (source, false, Fifo(), nil) }
      var older = Fifo<Value>()
      // A value takes the place of a single one in its memory.
      if value == nil || capacity > 1 { swap(&older, &memory.values) }
      let oldest = value.flatMap { memory.remember($0, capacity) }
      defer { memory.source = source }
      return (memory.source, value != nil, older, oldest)
    }
    if isSent { deliver() }
    return outgoing
  }

  /// Ends, whatever the source.
  ///
  /// - Returns: What to dispose of.
  @inlinable func close() -> Subscription? {
    let (source, isSent) = withLock { memory in
      let isSent = memory.end == nil
      if isSent { memory.finish(.completed) }
      return (memory.source, isSent)
    }
    if isSent { deliver() }
    return source
  }

  /// Once for each event that was sent, not once for all that wait: an event must not pass before an
  /// observer that was added before it was sent.
  @inlinable func deliver() {
    list.gate.run { [self] in
      switch withLock({ $0.waiting.popFirst() }) {
      case .next(let value)?: list.deliver(value)
      case .failed(let failure)?: list.finish(.failed(failure))
      case .completed?: list.finish(.completed)
      case .interrupted?: list.finish(.interrupted)
      case nil: break
      }
    }
  }
}

/// A value that was sent to the observers of a ``Replay``, with its number.
@usableFromInline struct NumberedValue<Value: Sendable>: Sendable {
  @usableFromInline let value: Value
  @usableFromInline let number: Int

  @inlinable init(_ value: Value, number: Int) {
    self.value = value
    self.number = number
  }
}

/// What a ``Replay`` remembers.
@usableFromInline package struct ReplayMemory<Value: Sendable, Failure: Error>: Sendable {
  /// The newest values, `capacity` at most.
  @usableFromInline package var values = Fifo<Value>()
  /// How many values have been sent: the number of the newest.
  @usableFromInline var count = 0
  @usableFromInline package var end: Termination<Failure>?
  /// Sent, but not yet through the gate.
  @usableFromInline var waiting = Fifo<Event<NumberedValue<Value>, Failure>>()
  /// The only source whose events are taken.
  @usableFromInline package var source: Subscription?

  @inlinable init() {}

  /// What a new observer gets: a copy, because as long as an observer held the queue, a sender would have to copy it under
  /// the lock. One value needs no memory.
  @usableFromInline struct Copy: Sendable {
    @usableFromInline let only: Value?
    @usableFromInline let several: [Value]
    @usableFromInline let count: Int
    @usableFromInline let end: Termination<Failure>?

    @inlinable init(only: Value?, several: [Value], count: Int, end: Termination<Failure>?) {
      self.only = only
      self.several = several
      self.count = count
      self.end = end
    }
  }

  @inlinable @inline(__always) var remembered: Copy {
    Copy(
      only: values.count == 1 ? values.first : nil, several: values.count > 1 ? values.contents : [],
      count: count, end: end)
  }

  @inlinable func takes(from source: Subscription?) -> Bool { end == nil && self.source === source }

  /// - Returns: The value that is dropped. Release it after the lock: that may run code outside the library.
  @inlinable mutating func remember(_ value: Value, _ capacity: Int) -> Value? {
    count += 1
    waiting.append(.next(NumberedValue(value, number: count)))
    values.append(value)
    return values.count > capacity ? values.removeFirst() : nil
  }

  @inlinable package mutating func finish(_ termination: Termination<Failure>) {
    end = termination
    waiting.append(Event(termination))
  }
}
