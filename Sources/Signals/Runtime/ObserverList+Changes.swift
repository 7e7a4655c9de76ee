import Synchronization

// How the list of observers changes. Values are delivered in ObserverList.swift.

extension ObserverList {
  @usableFromInline func feed(from upstream: any Disposable) { feed(from: Feed(upstream)) }

  @usableFromInline func add(
    _ observer: consuming Observer<Value, Failure>
  ) -> ObserverNode<Value, Failure> {
    let entry = ObserverNode(consume observer, self)
    add(entry)
    return entry
  }

  /// Adds the observer of a start; it may receive an event before the others (contract S11).
  @inlinable @inline(__always) func add(
    _ observer: consuming Observer<Value, Failure>, in start: Subscription
  ) {
    if start.comesFirst { addFirst(consume observer, in: start) } else { start.add(add(consume observer)) }
  }

  // By itself: what is called nearly always stays so small that the optimiser makes it a part of the caller, where the types
  // are known.
  @usableFromInline @inline(never) func addFirst(
    _ observer: consuming Observer<Value, Failure>, in start: Subscription
  ) {
    let entry = ObserverNode(consume observer, self)
    let place = start.firstPlace
    add(entry, place)
    start.add(entry)
    if let place { insideGate(place) { _ in }?.comeFirstWithSources(place) }
  }

  @usableFromInline func add(_ entry: ObserverNode<Value, Failure>, _ place: FirstPlace? = nil) {
    if gate.enter() {
      let isTooLate = hasEnded
      entry.state.setUnshared(.isClaimed)
      if !isTooLate { linkClaimed(entry, place) }
      gate.leave()
      // Outside the gate, so that an observer that observes the same signal again when it is interrupted is interrupted
      // at once too (contract S5).
      if isTooLate { entry.interrupt() }
    } else {
      addDuringDelivery(entry, place)
    }
  }

  /// The event in delivery may cause more events of this stream before the posted message runs; the entry receives
  /// those events (contract S4).
  ///
  /// Out of line: otherwise each added observer would cost a look-up of the generic metadata that this code needs.
  @inline(never) private func addDuringDelivery(_ entry: ObserverNode<Value, Failure>, _ place: FirstPlace?) {
    Message.push(PendingObserver(entry, gate.dequeued.load(ordering: .acquiring), place), on: front)
    gate.post {
      self.linkPendingObservers()
      self.link(entry, place)
    }
  }

  /// Whether observers were added during a delivery that are not linked yet.
  private var hasPendingObservers: Bool {
    let front = front.load(ordering: .relaxed)
    return front != 0 && front % 2 == 0
  }

  /// Inside the gate: links the observers that were added since the event in delivery was taken out of the queue. An
  /// observer that was added before that is linked by its own message, after the messages that were posted earlier.
  @usableFromInline func linkPendingObservers() {
    if !hasPendingObservers { return }
    let event = gate.dequeued.load(ordering: .acquiring)
    Message.forEach(in: front.exchange(0, ordering: .acquiring)) { message in
      let pending = unsafeDowncast(message, to: PendingObserver<Value, Failure>.self)
      if pending.event == event { link(pending.entry, pending.place) }
    }
    noteWhetherOnly()
  }

  /// Inside the gate, after the list has changed.
  ///
  /// Where `front` leads to the only entry, a value is sent without a look at whether that is active. So `front` must not
  /// lead to one that was disposed of: the thread that disposes of it sets the flag before it clears `front`; this one sets
  /// `front` before it looks at the flag. Whichever comes second sees what the other has done, and clears `front`.
  @inline(__always) func noteWhetherOnly() {
    if let first, first._withUnsafeGuaranteedRef({ $0.next }) == nil {
      if replace(0, by: first.address + 1), first._withUnsafeGuaranteedRef({ $0.state.isSet(.isOver) }) {
        noteDisposed(first)
      }
    } else {
      let front = front.load(ordering: .relaxed)
      if front % 2 != 0 { _ = replace(front, by: 0) }
    }
  }

  /// The entry has been disposed of: what is sent from here on looks at each entry. See ``noteWhetherOnly()``.
  @inline(__always) func noteDisposed(_ entry: Unmanaged<ObserverNode<Value, Failure>>) {
    if front.load(ordering: .sequentiallyConsistent) == entry.address + 1 {
      _ = replace(entry.address + 1, by: 0)
    }
  }

  /// False: another thread has added an observer meanwhile.
  private func replace(_ expected: UInt, by new: UInt) -> Bool {
    front.compareExchange(expected: expected, desired: new, ordering: .sequentiallyConsistent).exchanged
  }

  /// Inside the gate: an entry that may have been disposed of meanwhile.
  @usableFromInline func link(_ entry: ObserverNode<Value, Failure>, _ place: FirstPlace?) {
    if entry.claim() { linkClaimed(entry, place) }
  }

  private func linkClaimed(_ entry: ObserverNode<Value, Failure>, _ place: FirstPlace?) {
    guard !entry.state.isSet(.isOver), kind != .silent else { return entry.empty() }
    if hasEnded { return entry.interrupt() }
    let reference = Unmanaged.passRetained(entry)
    if let place {
      insertFirst(reference, place)
    } else if let first {
      first._withUnsafeGuaranteedRef {
        entry.previous = $0.previous
        $0.previous?._withUnsafeGuaranteedRef { $0.next = reference }
        $0.previous = reference
      }
    } else {
      entry.previous = reference
      first = reference
    }
    noteWhetherOnly()
  }

  func remove(_ entry: ObserverNode<Value, Failure>) {
    if gate.enter() {
      unlink(entry)
      gate.leave()
    } else {
      gate.post { self.unlink(entry) }
    }
  }

  private func unlink(_ entry: ObserverNode<Value, Failure>) {
    guard let previous = entry.previous else { return entry.empty() }
    takeOut(entry, behind: previous)
    entry.previous = nil
    entry.empty()
    noteWhetherOnly()
    Unmanaged.passUnretained(entry).release()
    detachIfUnreferenced()
  }

  /// - Parameter previous: The previous entry; of the first one, the last.
  private func takeOut(
    _ entry: ObserverNode<Value, Failure>, behind previous: Unmanaged<ObserverNode<Value, Failure>>
  ) {
    let reference = Unmanaged.passUnretained(entry)
    let next = entry.next
    if first?.address == reference.address {
      first = next
    } else {
      previous._withUnsafeGuaranteedRef { $0.next = next }
    }
    (next ?? first)?._withUnsafeGuaranteedRef { $0.previous = previous }
  }

  // MARK: Those that come first

  @inline(never) private func insertFirst(
    _ reference: Unmanaged<ObserverNode<Value, Failure>>, _ place: FirstPlace
  ) {
    var previous: Unmanaged<ObserverNode<Value, Failure>>?
    var next = first
    if place == .behindOthers {
      while let following = next, following._withUnsafeGuaranteedRef({ $0.state.wasSet(.comesFirst) }) {
        previous = following
        next = following._withUnsafeGuaranteedRef { $0.next }
      }
    }
    let last = first?._withUnsafeGuaranteedRef { $0.previous }
    reference._withUnsafeGuaranteedRef {
      _ = $0.state.set(.comesFirst)
      $0.previous = previous ?? last ?? reference
      $0.next = next
    }
    if let previous { previous._withUnsafeGuaranteedRef { $0.next = reference } } else { first = reference }
    (next ?? first)?._withUnsafeGuaranteedRef { $0.previous = reference }
  }

  /// Puts an entry where those are that come first. Returns what feeds the list; it comes first as well, later, if a thread
  /// is inside the gate.
  func putFirst(_ entry: ObserverNode<Value, Failure>, _ place: FirstPlace) -> LifetimeMember? {
    insideGate(place) { list in
      guard let previous = entry.previous else { return }
      list.takeOut(entry, behind: previous)
      list.insertFirst(.passUnretained(entry), place)
    }
  }

  /// Returns what feeds the list, unless a thread is inside the gate: that runs `body` later, and lets come first what feeds
  /// the list.
  private func insideGate(
    _ place: FirstPlace, _ body: @escaping (ObserverList) -> Void
  ) -> LifetimeMember? {
    let address = UnsafeMutableRawPointer(Unmanaged.passUnretained(gate).toOpaque())
    if CurrentThread.gateOfMessage == address {
      body(self)
      return upstream
    }
    if gate.enter() {
      defer { gate.leave() }
      body(self)
      return upstream
    }
    gate.post { [self] in
      body(self)
      // What feeds the list may be in the same gate: as a message of its own it would come too late for what was attached
      // meanwhile.
      let outer = CurrentThread.gateOfMessage
      CurrentThread.gateOfMessage = address
      upstream?.comeFirstWithSources(place)
      CurrentThread.gateOfMessage = outer
    }
    return nil
  }
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

/// Feeds a list that is not one stage below another one.
///
/// Sendable because what it holds is.
private final class Feed: LifetimeMember, @unchecked Sendable {
  private let source: any Disposable

  package init(_ source: any Disposable) { self.source = source }

  override var isDisposed: Bool { source.isDisposed }

  override func dispose() { source.dispose() }

  override func comeFirst(_ place: FirstPlace) -> [AnyObject] { [source] }
}
