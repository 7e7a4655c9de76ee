import Signals

/// Combines the latest values of all signals, from 2 to 26, whenever one has a new one.
///
///     s1   --a-----b--------|
///     s2   ----1-------2--|
///          combineLatest(s1, s2)
///     out  ----a1--b1--b2---|
///
/// - Parameter queue: Where the values of all signals are delivered, and so the combinations: see ``deliverOn(_:)``.
/// - Completes: when all have.
/// - Fails: with the first error; the other signals are disposed of.
/// - Buffers: the latest value of each signal.
public func combineLatest<each T, E>(
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
/// - Parameter queue: Where the values of all signals are delivered, and so the combinations, but for the first one: that
///   is sent by the caller that starts.
/// - Completes: when all have.
/// - Fails: with the first error; the other signals are disposed of.
/// - Buffers: the latest value of each signal.
public func combineLatest<T1, T2, E>(
  queue: Queue? = nil, _ s1: Signal<T1, E>, _ v1: T1, _ s2: Signal<T2, E>, _ v2: T2
) -> Signal<(T1, T2), E> {
  let signals = SeveralSignals<E, T1, T2>(s1, s2, initial: (v1, v2))
  return combining(signals, queue)
}

/// Combines the latest values of three signals, beginning with those that are given. See the form for two.
public func combineLatest<T1, T2, T3, E>(
  queue: Queue? = nil, _ s1: Signal<T1, E>, _ v1: T1, _ s2: Signal<T2, E>, _ v2: T2,
  _ s3: Signal<T3, E>, _ v3: T3
) -> Signal<(T1, T2, T3), E> {
  let signals = SeveralSignals<E, T1, T2, T3>(s1, s2, s3, initial: (v1, v2, v3))
  return combining(signals, queue)
}

/// Combines the latest values of four signals, beginning with those that are given. See the form for two.
public func combineLatest<T1, T2, T3, T4, E>(
  queue: Queue? = nil, _ s1: Signal<T1, E>, _ v1: T1, _ s2: Signal<T2, E>, _ v2: T2,
  _ s3: Signal<T3, E>, _ v3: T3, _ s4: Signal<T4, E>, _ v4: T4
) -> Signal<(T1, T2, T3, T4), E> {
  let signals = SeveralSignals<E, T1, T2, T3, T4>(s1, s2, s3, s4, initial: (v1, v2, v3, v4))
  return combining(signals, queue)
}

/// Combines the latest values of all signals into an array, whenever one has a new one. Without signals it sends
/// one empty array and completes.
///
/// - Parameter queue: Where the values of all signals are delivered, and so the combinations: see ``deliverOn(_:)``.
/// - Completes: when all have.
/// - Fails: with the first error; the other signals are disposed of.
/// - Buffers: the latest value of each signal.
/// - Complexity: O(n) per value, for n signals.
public func combineLatest<T, E>(queue: Queue? = nil, _ signals: [Signal<T, E>]) -> Signal<[T], E> {
  signals.isEmpty ? .single([]) : combining(EqualSignals(signals: signals), queue)
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
  func connect(to combination: Combination<Slots.Values, E>, _ slots: Slots)
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

private func combining<Signals: SignalsToCombine>(_ signals: Signals, _ queue: Queue?) -> Signal<
  Signals.Slots.Values, Signals.E
> {
  Signal(
    joined: .join { junction in
      let slots = signals.makeSlots()
      let combination = Combination<Signals.Slots.Values, Signals.E>(
        junction, queue, sources: slots.count, latest: slots.reader)
      if signals.hasInitialValues { combination.begin() }
      signals.connect(to: combination, slots)
      combination.ownSources()
    })
}

/// One start of a combination.
///
/// All signals are started, also when one of them fails at once. They are disposed of in their order.
private final class Combination<Values, E>: Sendable {
  private let junction: Junction<Carried<Values>, Failed<E>>
  private let queue: Queue?
  private let latest: @Sendable () -> Carried<Values>
  /// How many signals have not sent a value, and how many have not completed. Touched inside the gate.
  private let missing: Box<Int>
  private let alive: Box<Int>
  /// Touched by the caller that starts, before `ownSources`.
  private let sources = Box<[Start]>([])

  init(
    _ junction: Junction<Carried<Values>, Failed<E>>, _ queue: Queue?, sources count: Int,
    latest: @escaping @Sendable () -> Carried<Values>
  ) {
    self.junction = junction
    self.queue = queue
    self.latest = latest
    missing = Box(count)
    alive = Box(count)
  }

  /// Sends the combination of the initial values. Before the first signal is connected.
  func begin() {
    missing.value = 0
    junction.start.pass(()) { [self] in junction.output.next(latest()) }
  }

  func connect<T>(_ signal: Signal<T, E>, _ slot: Slot<T>) {
    let source = Start()
    sources.value.append(source)
    junction.attach(
      (queue.map { signal |> deliverOn($0) } ?? signal).core, source,
      next: { [missing, latest, next = junction.output.next] value in
        if slot.value == nil { missing.value -= 1 }
        slot.value = .some(value)
        if missing.value == 0 { next(latest()) }
      },
      endOutsideGate: { [self] termination in junction.start.pass(termination) { [self] in end($0) } })
  }

  private func end(_ termination: Termination<Failed<E>>) {
    alive.value -= 1
    if !termination.isCompleted || alive.value == 0 { junction.output.end(termination) }
  }

  /// After the last signal was connected.
  func ownSources() {
    junction.start += StartsInOrder(sources.value)
    sources.value = []
  }
}

/// Starts that are disposed of in their order.
private final class StartsInOrder: Signals.Disposable {
  private let starts: [Start]

  init(_ starts: [Start]) { self.starts = starts }

  var isDisposed: Bool { starts.allSatisfy(\.isDisposed) }

  func dispose() { for start in starts { start.dispose() } }

  func pause() { for start in starts { start.pause() } }

  func resume() { for start in starts { start.resume() } }
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

  func connect(to combination: Combination<(repeat each T), E>, _ slots: SeveralSlots<repeat each T>) {
    for (signal, slot) in repeat (each signals, each slots.slots) { combination.connect(signal, slot) }
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

  func connect(to combination: Combination<[T], E>, _ slots: EqualSlots<T>) {
    for (signal, slot) in zip(signals, slots.slots) { combination.connect(signal, slot) }
  }
}

private struct EqualSlots<T>: LatestValues {
  let slots: [Slot<T>]

  var count: Int { slots.count }

  func latest() -> [T] { slots.map { $0.latest() } }
}
