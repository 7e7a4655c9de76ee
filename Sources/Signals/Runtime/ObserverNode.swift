import Synchronization

/// One observer in a list.
///
/// Sendable because everything but the atomics is touched only inside the gate of the list, or by the thread that has
/// claimed an entry which is not in the list yet.
@usableFromInline
final class ObserverNode<Value: Sendable, Failure: Error>: LifetimeMember,
  @unchecked Sendable
{
  @exclusivity(unchecked) @usableFromInline var sink: Sink<Value, Failure>
  /// The list, whether the observer was disposed of or has received the end, and whether the entry is claimed: the list
  /// has put it into its list, or the entry was disposed of before that.
  @usableFromInline let state: FlaggedReference
  @exclusivity(unchecked) @usableFromInline var next: Unmanaged<ObserverNode>?
  /// In the list the previous entry; of the first one, the last. Outside of it nil.
  @exclusivity(unchecked) @usableFromInline var previous: Unmanaged<ObserverNode>?

  @usableFromInline init(
    _ observer: consuming Observer<Value, Failure>, _ list: consuming ObserverList<Value, Failure>
  ) {
    sink = .live(consume observer)
    state = FlaggedReference(consume list)
  }

  @usableFromInline override var isDisposed: Bool { state.isSet(.isOver) }

  var isLinked: Bool { previous != nil }

  /// Removes the observer. From here on the observer receives nothing more (contract S4).
  ///
  /// If it still waits to be put into the list, its captures are released here: the queue may be long (contract D4).
  @usableFromInline override func dispose() {
    let isFirst = state.set(.isOver)
    state.withObject(as: ObserverList<Value, Failure>.self) { list in
      // Also on a thread that finds another one disposing of it: what this one sends after it has returned must not
      // arrive.
      list.noteDisposed(.passUnretained(self))
      guard isFirst else { return }
      if claim() { empty() } else { list.remove(self) }
    }
  }

  override func comeFirst(_ place: FirstPlace) -> [AnyObject] {
    var source: LifetimeMember?
    state.withObject(as: ObserverList<Value, Failure>.self) {
      source = $0.putFirst(self, place)
    }
    return source.map { [$0] } ?? []
  }

  /// Whether an entry that is not in the list belongs to the caller from here on: to link it, or to empty it.
  func claim() -> Bool {
    !state.isSet(.isClaimed) && state.set(.isClaimed)
  }

  @inlinable @inline(__always) func send(_ value: Value) {
    if !state.wasSet(.isOver) { sendToActive(value) }
  }

  /// To an entry that was active a moment ago: what a thread disposes of now may still receive a value in flight.
  @inlinable @inline(__always) func sendToActive(_ value: Value) {
    switch sink {
    case .live(let observer): observer.next(value)
    case .gone: break
    }
  }

  func end(_ termination: Termination<Failure>) {
    guard state.set(.isOver) else { return }
    switch sink {
    case .live(let observer): observer.end(termination)
    case .gone: break
    }
    if !isLinked { empty() }
  }

  /// Out of line: in generic code a termination on the stack costs a metadata look-up on entry, and the
  /// usual path must not pay for it.
  @inline(never) func interrupt() { end(.interrupted) }

  func empty() { sink = .gone }
}

extension FlaggedReference.Flag {
  @inlinable static var isOver: Self { .first }
  @inlinable static var isClaimed: Self { .second }
  static var comesFirst: Self { .third }
}

/// An observer that was added while an event was being delivered.
final class PendingObserver<Value: Sendable, Failure: Error>: Message {
  let entry: ObserverNode<Value, Failure>
  /// Which event that was.
  let event: UInt32
  /// Where it will stand, if it comes first.
  let place: FirstPlace?

  init(_ entry: ObserverNode<Value, Failure>, _ event: UInt32, _ place: FirstPlace?) {
    self.entry = entry
    self.event = event
    self.place = place
  }
}
