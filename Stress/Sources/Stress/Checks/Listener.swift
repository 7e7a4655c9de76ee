import Signals
import Synchronization

/// An observer that checks what the contract says of every observer: events come one at a time and do not nest
/// (E6, E7), those of one sender in their order (E6), nothing follows the end (E1), and nothing follows a disposal
/// (D2).
final class Listener: Sendable {
  /// What may be said of the order of the values of one sender.
  enum Order { case rising, notFalling, free }

  private struct State {
    var last: [Int: Int] = [:]
    var log: [Int] = []
    var count = 0
    var ends: [String] = []
    var afterForeignDisposal = 0
  }

  private enum Disposal: Int { case none, here, elsewhere }

  let name: String
  private let faults: Faults
  private let order: Order
  private let keepsLog: Bool
  /// Whether disposing of it interrupts the observer: true for what was started, false for what observes.
  let isInterrupted: Bool
  private let action: @Sendable (Item, Listener) -> Void
  private let inside = Atomic<UInt>(0)
  private let disposal = Atomic<Int>(0)
  private let state = Guarded(State())
  private let attachment = Guarded<(any Disposable)?>(nil)

  init(
    _ name: String, _ faults: Faults, order: Order = .rising, keepsLog: Bool = false,
    isInterrupted: Bool = false,
    _ action: @escaping @Sendable (Item, Listener) -> Void = { _, _ in }
  ) {
    self.name = name
    self.faults = faults
    self.order = order
    self.keepsLog = keepsLog
    self.isInterrupted = isInterrupted
    self.action = action
  }

  func next(_ item: Item) {
    enter()
    let disposal = disposal.load(ordering: .acquiring)
    if disposal == Disposal.here.rawValue {
      faults.add("D2", "\(name) got a value after dispose() had returned on the delivering thread")
    }
    state.withLock { state in
      state.count += 1
      if disposal == Disposal.elsewhere.rawValue {
        state.afterForeignDisposal += 1
        if state.afterForeignDisposal == 2 {
          faults.add("D2", "\(name) got two values after dispose() had returned on another thread")
        }
      }
      if let end = state.ends.first { faults.add("E1", "\(name) got a value after \(end)") }
      checkOrder(of: item, &state)
      if keepsLog { state.log.append(item.id) }
    }
    action(item, self)
    leave()
  }

  func end(_ what: String) {
    enter()
    state.withLock { state in
      state.ends.append(what)
      if state.ends.count == 2 {
        faults.add("E1", "\(name) got two ends: \(state.ends.joined(separator: ", "))")
      }
    }
    // A start that is disposed of inside its last value may get the end that this value brings instead of
    // `interrupted`.
    if disposal.load(ordering: .acquiring) == Disposal.here.rawValue, !isInterrupted {
      faults.add("D2", "\(name) got \(what) after dispose() had returned on the delivering thread")
    }
    leave()
  }

  private func checkOrder(of item: Item, _ state: inout State) {
    if order == .free || item.sender < 0 { return }
    if let last = state.last[item.sender] {
      if item.number < last || (item.number == last && order == .rising) {
        faults.add("E6", "\(name) got number \(item.number) of sender \(item.sender) after number \(last)")
      }
    }
    state.last[item.sender] = item.number
  }

  private func enter() {
    let thread = currentThread()
    let other = inside.exchange(thread, ordering: .acquiringAndReleasing)
    if other == 0 { return }
    if other == thread {
      faults.add("E7", "\(name) got an event inside an event, on one thread")
    } else {
      faults.add("E6", "\(name) got two events at once, on two threads")
    }
  }

  private func leave() { inside.store(0, ordering: .releasing) }

  // MARK: Disposal

  /// Says what is to be disposed of: the start or the observation itself, not a container. Of two threads that
  /// dispose of a container, the second may return before the first has come to the member.
  func attached(_ disposable: any Disposable) { attachment.withLock { $0 = disposable } }

  /// Disposes on the thread that delivers to this observer now; does nothing while the call that attaches has not
  /// returned.
  func disposeHere() {
    guard let disposable = attachment.withLock({ $0 }) else { return }
    disposable.dispose()
    disposal.store(Disposal.here.rawValue, ordering: .releasing)
  }

  /// Disposes on another thread, or outside of any event.
  func disposeElsewhere() {
    guard let disposable = attachment.withLock({ $0 }) else { return }
    disposable.dispose()
    _ = disposal.compareExchange(
      expected: Disposal.none.rawValue, desired: Disposal.elsewhere.rawValue, ordering: .acquiringAndReleasing
    )
  }

  // MARK: What was seen

  var log: [Int] { state.withLock { $0.log } }
  var count: Int { state.withLock { $0.count } }
  var ends: [String] { state.withLock { $0.ends } }
  var isOutside: Bool { inside.load(ordering: .acquiring) == 0 }

  func take<Failure: Error>(_ event: Event<Item, Failure>) {
    switch event {
    case .next(let item): next(item)
    case .failed: end("failed")
    case .completed: end("completed")
    case .interrupted: end("interrupted")
    }
  }

  func observer<Failure: Error>(_: Failure.Type = Oops.self) -> Observer<Item, Failure> {
    Observer(next: { self.next($0) }, end: { self.end($0.name) })
  }
}

extension Termination {
  var name: String {
    switch self {
    case .failed: "failed"
    case .completed: "completed"
    case .interrupted: "interrupted"
    }
  }
}
