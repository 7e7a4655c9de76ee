import Signals

/// Combines the latest values of all signals, from 2 to 26, whenever one has a new one.
///
///     s1   --a-----b--------|
///     s2   ----1-------2--|
///          combineLatest(s1, s2)
///     out  ----a1--b1--b2---|
///
/// - Parameters:
///   - queue: Where the values of all signals are delivered, and so the combinations: see ``deliverOn(_:)-(Queue)``.
///   - signals: The signals whose values are combined.
/// - Completes: when all have.
/// - Fails: with the first error; the other signals are disposed of.
/// - Buffers: the latest value of each signal.
@inlinable public func combineLatest<each T, E>(
  queue: Queue? = nil, _ signals: repeat Signal<each T, E>
) -> Signal<(repeat each T), E> {
  combining(SeveralSignals<E, repeat each T>(repeat each signals), queue)
}

/// Combines the latest values of both signals, beginning with those that are given.
///
///     s1   ----b-----|
///     s2   ------2-|
///          combineLatest(s1, a, s2, 1)
///     out  a1--b1b2--|
///
/// - Parameters:
///   - queue: Where the values of all signals are delivered, and so the combinations, but for the first one: that is
///     sent by the caller that starts.
///   - s1: The first signal.
///   - v1: What counts as the latest value of the first signal until it has one.
///   - s2: The second signal.
///   - v2: What counts as the latest value of the second signal until it has one.
/// - Completes: when all have.
/// - Fails: with the first error; the other signals are disposed of.
/// - Buffers: the latest value of each signal.
@inlinable public func combineLatest<T1, T2, E>(
  queue: Queue? = nil, _ s1: Signal<T1, E>, _ v1: T1, _ s2: Signal<T2, E>, _ v2: T2
) -> Signal<(T1, T2), E> {
  let signals = SeveralSignals<E, T1, T2>(s1, s2, initial: (v1, v2))
  return combining(signals, queue)
}

/// Combines the latest values of three signals, beginning with those that are given. See the form for two.
@inlinable public func combineLatest<T1, T2, T3, E>(
  queue: Queue? = nil, _ s1: Signal<T1, E>, _ v1: T1, _ s2: Signal<T2, E>, _ v2: T2,
  _ s3: Signal<T3, E>, _ v3: T3
) -> Signal<(T1, T2, T3), E> {
  let signals = SeveralSignals<E, T1, T2, T3>(s1, s2, s3, initial: (v1, v2, v3))
  return combining(signals, queue)
}

/// Combines the latest values of four signals, beginning with those that are given. See the form for two.
@inlinable public func combineLatest<T1, T2, T3, T4, E>(
  queue: Queue? = nil, _ s1: Signal<T1, E>, _ v1: T1, _ s2: Signal<T2, E>, _ v2: T2,
  _ s3: Signal<T3, E>, _ v3: T3, _ s4: Signal<T4, E>, _ v4: T4
) -> Signal<(T1, T2, T3, T4), E> {
  let signals = SeveralSignals<E, T1, T2, T3, T4>(s1, s2, s3, s4, initial: (v1, v2, v3, v4))
  return combining(signals, queue)
}

/// Combines the latest values of all signals into an array, whenever one has a new one. Without signals it sends
/// one empty array and completes.
///
/// - Parameters:
///   - queue: Where the values of all signals are delivered, and so the combinations: see ``deliverOn(_:)-(Queue)``.
///   - signals: The signals whose values are combined.
/// - Completes: when all have.
/// - Fails: with the first error; the other signals are disposed of.
/// - Buffers: the latest value of each signal.
/// - Complexity: O(n) per value, for n signals.
@inlinable public func combineLatest<T, E>(queue: Queue? = nil, _ signals: [Signal<T, E>]) -> Signal<[T], E> {
  signals.isEmpty ? .single([]) : combining(EqualSignals(signals: signals), queue)
}

// MARK: What they share

// The compiler cannot capture a parameter pack in a closure. So the pack stays in a type, and the closures know that
// type by a protocol.

/// Signals to combine.
@usableFromInline protocol SignalsToCombine: Sendable {
  associatedtype Slots: LatestValues
  associatedtype E

  /// Whether there is something to combine before any signal has spoken.
  var hasInitialValues: Bool { get }

  /// Room for the values of one start.
  func makeSlots() -> Slots

  /// Starts all signals.
  func connect(to combination: Combination<Slots.Values, E>, _ slots: Slots)
}

/// The latest values of one start.
@usableFromInline protocol LatestValues: Sendable {
  associatedtype Values

  /// How many values there is room for.
  var count: Int { get }

  /// Asked when all are there.
  func latest() -> Values
}

@inlinable func combining<Signals: SignalsToCombine>(_ signals: Signals, _ queue: Queue?) -> Signal<
  Signals.Slots.Values, Signals.E
> {
  Signal(
    joined: .join { junction in
      let slots = signals.makeSlots()
      let combination = Combination<Signals.Slots.Values, Signals.E>(
        junction, queue, sources: slots.count,
        send: { [next = junction.next] in next(Carried(slots.latest())) })
      if signals.hasInitialValues { combination.begin() }
      junction.subscription += combination.sources
      signals.connect(to: combination, slots)
      combination.sources.complete()
    })
}

/// One start of a combination.
///
/// All signals are started, also when one of them fails at once. They are disposed of in their order.
@usableFromInline final class Combination<Values, E>: Sendable {
  @usableFromInline let junction: Junction<Carried<Values>, Failed<E>>
  @usableFromInline let queue: Queue?
  /// Sends the latest values.
  @usableFromInline let send: @Sendable () -> Void
  /// How many signals have not sent a value, and how many have not completed. Touched inside the gate.
  @usableFromInline let missing: Cell<Int>
  @usableFromInline let alive: Cell<Int>
  @usableFromInline let sources = StartsInOrder()

  @inlinable init(
    _ junction: Junction<Carried<Values>, Failed<E>>, _ queue: Queue?, sources count: Int,
    send: @escaping @Sendable () -> Void
  ) {
    self.junction = junction
    self.queue = queue
    self.send = send
    missing = Cell(count)
    alive = Cell(count)
  }

  /// Sends the combination of the initial values. Before the first signal is connected.
  @inlinable func begin() {
    missing.value = 0
    junction.subscription.pass(()) { [self] in send() }
  }

  /// `set` stores a value, and says whether it is the first one of its signal.
  @inlinable func connect<T>(_ signal: Signal<T, E>, set: @escaping @Sendable (Carried<T>) -> Bool) {
    let source = Subscription()
    let isLate = sources.add(source)
    let core = (queue.map { signal |> deliverOn($0) } ?? signal).core
    // It is started nevertheless. One that sends at once might never stop by itself.
    if isLate {
      return core.attach(Observer(next: { [sources] _ in sources.dispose() }, end: { _ in }), source)
    }
    junction.attach(
      core, source,
      next: { [missing, send] value in
        if set(value) { missing.value -= 1 }
        if missing.value <= 0 { send() }
      },
      endOutsideGate: { [self] termination in junction.subscription.pass(termination) { [self] in end($0) } })
  }

  @inlinable func end(_ termination: Termination<Failed<E>>) {
    alive.value -= 1
    if !termination.isCompleted || alive.value == 0 { junction.finish(termination) }
  }
}

/// Starts that are disposed of in their order.
///
/// It is a member of the combination before the first of them begins, so that a pause, and a disposal, reach one that
/// sends while it begins.
@usableFromInline package final class StartsInOrder: Signals.Disposable {
  private struct State {
    var starts: [Subscription] = []
    var areComplete = false
    var isDisposed = false

    /// What is disposed of now. As long as starts are to follow, nothing, unless the last one is sending: a failure at
    /// once disposes of its predecessors after the remaining signals were started.
    ///
    /// In memory of their own: they are read outside the lock while another one is added.
    var due: [Subscription] {
      guard isDisposed else { return [] }
      return areComplete || starts.last.map { !$0.isStopped } ?? false ? starts.map { $0 } : []
    }
  }
  private let state = Guarded(State())
  /// The same starts, for pauses only: it would dispose of the newest first.
  private let paused = CompositeDisposable()

  @usableFromInline package init() {}

  @usableFromInline package var isDisposed: Bool {
    state.withLock { $0.areComplete ? $0.starts : nil }?.allSatisfy(\.isDisposed) ?? false
  }

  /// Adds a start, before its source is attached. True: all were disposed of before.
  @usableFromInline package func add(_ start: Subscription) -> Bool {
    paused += start
    return state.withLock { state in
      state.starts.append(start)
      return state.isDisposed
    }
  }

  /// After the last signal was connected.
  @usableFromInline func complete() { disposeOfDue { $0.areComplete = true } }

  @usableFromInline package func dispose() { disposeOfDue { $0.isDisposed = true } }

  private func disposeOfDue(after note: (inout State) -> Void) {
    let due = state.withLock { state in
      note(&state)
      return state.due
    }
    for start in due { start.dispose() }
  }

  @usableFromInline package func pause() { paused.pause() }

  @usableFromInline package func resume() { paused.resume() }
}

/// Signals of any types.
@usableFromInline struct SeveralSignals<E, each T>: SignalsToCombine {
  @usableFromInline let signals: (repeat Signal<each T, E>)
  @usableFromInline let initial: Carried<(repeat each T)>?

  @inlinable init(_ signals: repeat Signal<each T, E>, initial: (repeat each T)? = nil) {
    self.signals = (repeat each signals)
    self.initial = initial.map { Carried($0) }
  }

  @inlinable var hasInitialValues: Bool { initial != nil }

  @inlinable func makeSlots() -> SeveralSlots<repeat each T> { SeveralSlots(initial: initial?.value) }

  @inlinable func connect(
    to combination: Combination<(repeat each T), E>, _ slots: SeveralSlots<repeat each T>
  ) {
    for (signal, slot) in repeat (each signals, each slots.slots) {
      combination.connect(signal) { value in
        if let latest = slot.value {
          latest.value = value.value
          return false
        }
        slot.value = Cell(value.value)
        return true
      }
    }
  }
}

/// Room for one value: a box that is made with the first one.
///
/// Not an optional value: the code that runs over a pack is not specialised, and would look up the metadata of
/// `Optional<T>` at each event. A reference needs none.
@usableFromInline typealias Slot<T> = Cell<Cell<T>?>

@usableFromInline struct SeveralSlots<each T>: LatestValues {
  @usableFromInline let slots: (repeat Slot<each T>)

  @inlinable init(initial: (repeat each T)?) {
    if let initial {
      slots = (repeat Slot<each T>(Cell(each initial)))
    } else {
      slots = (repeat emptySlot((each T).self))
    }
  }

  /// The slots themselves are counted. A loop over the pack that only counts its passes makes one pass in release
  /// builds of Swift 6.3: the optimiser sees that it uses no element, drops the pack, and takes its length for 1.
  @inlinable var count: Int {
    var all: [AnyObject] = []
    for slot in repeat each slots { all.append(slot) }
    return all.count
  }

  @inlinable func latest() -> (repeat each T) { (repeat latestValue(in: each slots)) }
}

@inlinable func emptySlot<T>(_ type: T.Type) -> Slot<T> { Slot(nil) }

@inlinable func latestValue<T>(in slot: Slot<T>) -> T { slot.value!.value }

/// Signals of one type.
@usableFromInline struct EqualSignals<T, E>: SignalsToCombine {
  @usableFromInline let signals: [Signal<T, E>]

  @inlinable init(signals: [Signal<T, E>]) { self.signals = signals }

  @inlinable var hasInitialValues: Bool { false }

  @inlinable func makeSlots() -> EqualSlots<T> { EqualSlots(count: signals.count) }

  @inlinable func connect(to combination: Combination<[T], E>, _ slots: EqualSlots<T>) {
    for (index, signal) in signals.enumerated() {
      combination.connect(signal) { slots.set($0, at: index) }
    }
  }
}

/// One array, which is changed in its place unless a subscriber has kept the combination before.
@usableFromInline struct EqualSlots<T>: LatestValues {
  @usableFromInline let count: Int
  /// Values that are there before all are.
  @usableFromInline let early: Cell<[Int: Carried<T>]>
  @usableFromInline let all = Cell<Carried<[T]>>(Carried([]))

  @inlinable init(count: Int) {
    self.count = count
    early = Cell([:])
  }

  @inlinable func latest() -> [T] { all.value.value }

  /// Whether it is the first value of its signal.
  @inlinable func set(_ value: Carried<T>, at index: Int) -> Bool {
    if !all.value.value.isEmpty {
      all.value.value[index] = value.value
      return false
    }
    let isFirst = early.value.updateValue(value, forKey: index) == nil
    if early.value.count == count {
      all.value = Carried((0..<count).map { early.value[$0]!.value })
      early.value = [:]
    }
    return isFirst
  }
}
