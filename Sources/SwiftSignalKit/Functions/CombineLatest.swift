import Signals

/// Combines the latest values of all signals, from 2 to 26, whenever one has a new one.
///
///     s1   --a-----b--------|
///     s2   ----1-------2--|
///          combineLatest(s1, s2)
///     out  ----a1--b1--b2---|
///
/// - Parameter queue: Where to deliver: see ``deliverOn(_:)``.
/// - Completes: when all have.
/// - Fails: with the first error; the other signals are disposed of.
/// - Buffers: the latest value of each signal.
public func combineLatest<each T, E>(
  queue: Queue? = nil, _ signals: repeat Signal<each T, E>
) -> Signal<(repeat each T), E> {
  combining(SeveralSignals<E, repeat each T>(repeat each signals)).delivered(on: queue)
}

/// Combines the latest values of both signals, beginning with those that are given.
///
///     s1   ----b-----|
///     s2   ------2-|
///          combineLatest(s1, a, s2, 1)
///     out  a1--b1b2--|
///
/// - Parameter queue: Where to deliver: see ``deliverOn(_:)``.
/// - Completes: when all have.
/// - Fails: with the first error; the other signals are disposed of.
/// - Buffers: the latest value of each signal.
public func combineLatest<T1, T2, E>(
  queue: Queue? = nil, _ s1: Signal<T1, E>, _ v1: T1, _ s2: Signal<T2, E>, _ v2: T2
) -> Signal<(T1, T2), E> {
  let signals = SeveralSignals<E, T1, T2>(s1, s2, initial: (v1, v2))
  return combining(signals).delivered(on: queue)
}

/// Combines the latest values of three signals, beginning with those that are given. See the form for two.
public func combineLatest<T1, T2, T3, E>(
  queue: Queue? = nil, _ s1: Signal<T1, E>, _ v1: T1, _ s2: Signal<T2, E>, _ v2: T2,
  _ s3: Signal<T3, E>, _ v3: T3
) -> Signal<(T1, T2, T3), E> {
  let signals = SeveralSignals<E, T1, T2, T3>(s1, s2, s3, initial: (v1, v2, v3))
  return combining(signals).delivered(on: queue)
}

/// Combines the latest values of four signals, beginning with those that are given. See the form for two.
public func combineLatest<T1, T2, T3, T4, E>(
  queue: Queue? = nil, _ s1: Signal<T1, E>, _ v1: T1, _ s2: Signal<T2, E>, _ v2: T2,
  _ s3: Signal<T3, E>, _ v3: T3, _ s4: Signal<T4, E>, _ v4: T4
) -> Signal<(T1, T2, T3, T4), E> {
  let signals = SeveralSignals<E, T1, T2, T3, T4>(s1, s2, s3, s4, initial: (v1, v2, v3, v4))
  return combining(signals).delivered(on: queue)
}

/// Combines the latest values of all signals into an array, whenever one has a new one. Without signals it sends
/// one empty array and completes.
///
/// - Parameter queue: Where to deliver: see ``deliverOn(_:)``.
/// - Completes: when all have.
/// - Fails: with the first error; the other signals are disposed of.
/// - Buffers: the latest value of each signal.
/// - Complexity: O(n) per value, for n signals.
public func combineLatest<T, E>(queue: Queue? = nil, _ signals: [Signal<T, E>]) -> Signal<[T], E> {
  signals.isEmpty ? .single([]) : combining(EqualSignals(signals: signals)).delivered(on: queue)
}

// MARK: What they share

// The compiler cannot capture a parameter pack in a closure. So the pack stays in a type, and the closures know that
// type by a protocol.

/// Signals to combine.
private protocol SignalsToCombine: Sendable {
  associatedtype Slots: LatestValues
  associatedtype E

  /// Whether there is something to combine before any signal has spoken.
  var hasInitialValues: Bool { get }

  /// Room for the values of one start.
  func makeSlots() -> Slots

  /// Starts all signals.
  func connect(to state: LatestState<Carried<Slots.Values>, Failed<E>>, _ slots: Slots)
}

/// The latest values of one start.
private protocol LatestValues: Sendable {
  associatedtype Values

  /// How many values there is room for.
  var count: Int { get }

  /// Asked when all are there.
  func latest() -> Values
}

extension LatestValues {
  fileprivate var reader: @Sendable () -> Carried<Values> { { Carried(latest()) } }
}

private typealias Slot<T> = Box<Carried<T>?>

private func combining<Signals: SignalsToCombine>(_ signals: Signals) -> Signal<
  Signals.Slots.Values, Signals.E
> {
  Signal(
    .join { junction in
      let slots = signals.makeSlots()
      let state = LatestState(junction, sources: slots.count, endsWithTheSilent: false)
      if signals.hasInitialValues { state.begin(slots.reader) }
      signals.connect(to: state, slots)
    })
}

/// Signals of any types.
private struct SeveralSignals<E, each T>: SignalsToCombine {
  private let signals: (repeat Signal<each T, E>)
  private let initial: Carried<(repeat each T)>?

  init(_ signals: repeat Signal<each T, E>, initial: (repeat each T)? = nil) {
    self.signals = (repeat each signals)
    self.initial = initial.map { Carried($0) }
  }

  var hasInitialValues: Bool { initial != nil }

  func makeSlots() -> SeveralSlots<repeat each T> { SeveralSlots(initial: initial?.value) }

  func connect(
    to state: LatestState<Carried<(repeat each T)>, Failed<E>>, _ slots: SeveralSlots<repeat each T>
  ) {
    let read = slots.reader
    for (signal, slot) in repeat (each signals, each slots.slots) { state.connect(signal.core, slot, read) }
  }
}

private struct SeveralSlots<each T>: LatestValues {
  let slots: (repeat Slot<each T>)

  init(initial: (repeat each T)?) {
    if let initial {
      slots = (repeat Slot<each T>(Carried(each initial)))
    } else {
      slots = (repeat emptySlot((each T).self))
    }
  }

  /// The slots themselves are counted. A loop over the pack that only counts its passes makes one pass in release
  /// builds of Swift 6.3: the optimiser sees that it uses no element, drops the pack, and takes its length for 1.
  var count: Int {
    var all: [AnyObject] = []
    for slot in repeat each slots { all.append(slot) }
    return all.count
  }

  func latest() -> (repeat each T) { (repeat (each slots).latest()) }
}

private func emptySlot<T>(_ type: T.Type) -> Slot<T> { Slot(nil) }

extension Box {
  fileprivate func latest<T>() -> T where Value == Carried<T>? { value!.value }
}

/// Signals of one type.
private struct EqualSignals<T, E>: SignalsToCombine {
  let signals: [Signal<T, E>]

  var hasInitialValues: Bool { false }

  func makeSlots() -> EqualSlots<T> { EqualSlots(slots: signals.map { _ in Slot<T>(nil) }) }

  func connect(to state: LatestState<Carried<[T]>, Failed<E>>, _ slots: EqualSlots<T>) {
    let read = slots.reader
    for (signal, slot) in zip(signals, slots.slots) { state.connect(signal.core, slot, read) }
  }
}

private struct EqualSlots<T>: LatestValues {
  let slots: [Slot<T>]

  var count: Int { slots.count }

  func latest() -> [T] { slots.map { $0.latest() } }
}

extension Signal {
  fileprivate func delivered(on queue: Queue?) -> Signal { queue.map { self |> deliverOn($0) } ?? self }
}
