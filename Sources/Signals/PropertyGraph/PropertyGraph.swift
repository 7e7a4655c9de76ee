import Synchronization

/// How properties depend on each other, and how a change spreads.
///
/// A change marks, a read computes. A change of a property that has readers raises the mark of every node below it,
/// under one lock, without calling any code outside the library. A node whose value was computed for its present mark is
/// current; any other one is brought up to date when it is read or announced, under no lock. See
/// Documentation/Decisions/0018-a-graph-that-marks-and-validates.md.
@usableFromInline package enum PropertyGraph {
  @usableFromInline static let lock = Lock()

  /// What all threads look at. Together, so that code of other modules finds its address once.
  @usableFromInline static let clock = Clock()

  @usableFromInline struct Clock: ~Copyable, Sendable {
    /// Counts the steps of changes that a computed value may depend on: odd while one is stored, even otherwise. Written
    /// under the lock. A change has the number of the even epoch that it leads to. The first one is greater than any mark of
    /// a node that no change has reached.
    @usableFromInline let epoch = AtomicUInt64(2)
    /// The number of an open moment; 0 if there is none, 1 while it is not known yet. See ``GraphMoment``.
    @usableFromInline let firstMoment = AtomicUInt64(0)
    /// A bit for each of the others that are open; the lowest one for all that have no number.
    @usableFromInline let otherMoments = Atomic<UInt>(0)
    /// Where the numbers of those are. No step of an explored run: the memory stays for the runs after it.
    let addressOfMoments = Synchronization.Atomic<UInt>(0)
    /// Counts the edges that have been linked. Written under the lock.
    let links = Atomic<UInt>(0)
    /// How many values are kept that were replaced.
    @usableFromInline let keptValues = Atomic<Int>(0)

    fileprivate init() {}
  }

  /// Runs a few loads and stores. No reference is released inside: a `deinit` would take the lock again.
  @inlinable @inline(__always) package static func withLock<Result>(_ body: () -> Result) -> Result {
    lock.withLock(body)
  }

  /// The epoch, once no change is being stored.
  @inline(__always) static func epochAtRest() -> UInt64 {
    let epoch = clock.epoch.load(ordering: .acquiring)
    return epoch & 1 == 0 ? epoch : awaitEpochAtRest()
  }

  /// Returns once the change that is being stored, if there is one, has been stored.
  ///
  /// What the change has found claimed by this thread, it has left to it. The end of a claim must not become visible after
  /// the epoch has been read; at the end of a walk inside another one there is no fence yet.
  @usableFromInline static func waitForChange() {
    if CurrentThread.graphWalks > 0 { atomicMemoryFence(ordering: .sequentiallyConsistent) }
    _ = epochAtRest()
  }

  @inline(never) private static func awaitEpochAtRest() -> UInt64 {
    while true {
      withLock {}
      let epoch = clock.epoch.load(ordering: .acquiring)
      if epoch & 1 == 0 { return epoch }
    }
  }

  // MARK: Changes

  /// Under the lock: calls `body` for each node that is linked below one, until it returns false for those below that.
  static func forEachNode(below origin: NodePointer, _ body: (NodePointer) -> Bool) {
    var first: NodePointer?
    var last: NodePointer?
    var above = origin
    while true {
      var reader = above.pointee.firstReader
      while let edge = reader {
        let node = edge.pointee.reader
        if body(node) {
          node.computed.pointee.nextMarked = nil
          if let last { last.computed.pointee.nextMarked = node } else { first = node }
          last = node
        }
        reader = edge.pointee.nextReader
      }
      guard let next = first else { return }
      first = next.computed.pointee.nextMarked
      if first == nil { last = nil }
      above = next
    }
  }

  /// Under the lock: everything stored by `body` becomes visible in one step. It gets the number of the change, and of
  /// several those that follow as well.
  ///
  /// If `body` marks nodes, it looks at their claims, and a thread that ends a claim looks at the epoch; it looks for open
  /// moments, and a thread that opens one looks at the epoch. The fence lets one of both see what the other one has done.
  @inlinable @inline(__always) static func changing(
    _ count: Int = 1, _ body: (UInt64) -> Void
  ) {
    let before = clock.epoch.load(ordering: .relaxed)
    clock.epoch.store(before + 1, ordering: .relaxed)
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    body(before + 2)
    clock.epoch.store(before + 2 * UInt64(Swift.max(count, 1)), ordering: .releasing)
  }

  // MARK: Edges

  /// Under the lock.
  package static func link(_ edge: DependencyPointer) {
    let source = edge.pointee.source
    edge.pointee.isLinked = true
    clock.links.store(clock.links.load(ordering: .relaxed) &+ 1, ordering: .releasing)
    edge.pointee.nextReader = nil
    if let first = source.pointee.firstReader {
      edge.pointee.previousReader = first.pointee.previousReader
      first.pointee.previousReader!.pointee.nextReader = edge
      first.pointee.previousReader = edge
    } else {
      edge.pointee.previousReader = edge
      source.pointee.firstReader = edge
    }
    if !source.pointee.isFinal.load(ordering: .relaxed) {
      edge.pointee.reader.computed.pointee.liveSources.wrappingAdd(1, ordering: .relaxed)
    }
    listen(to: source)
  }

  /// Under the lock.
  static func unlink(_ edge: DependencyPointer) {
    guard edge.pointee.isLinked else { return }
    let source = edge.pointee.source
    edge.pointee.isLinked = false
    let (previous, next) = (edge.pointee.previousReader!, edge.pointee.nextReader)
    if source.pointee.firstReader == edge {
      source.pointee.firstReader = next
    } else {
      previous.pointee.nextReader = next
    }
    (next ?? source.pointee.firstReader)?.pointee.previousReader = previous
    if !source.pointee.isFinal.load(ordering: .relaxed) {
      edge.pointee.reader.computed.pointee.liveSources.wrappingSubtract(1, ordering: .relaxed)
    }
    stopListening(to: source)
  }

  /// Under the lock: from now on each change of the node takes the lock.
  @usableFromInline package static func listen(to node: NodePointer) {
    if node.pointee.isListenedTo.load(ordering: .relaxed) { return }
    if node.pointee.isComputed {
      node.pointee.isListenedTo.store(true, ordering: .relaxed)
    } else {
      node.beginStoring()
      node.pointee.isListenedTo.store(true, ordering: .relaxed)
      node.endStoring()
    }
  }

  /// Under the lock.
  @usableFromInline static func stopListening(to node: NodePointer) {
    // What is final stays so, and is not set without a look at that.
    if node.pointee.firstReader == nil, !node.pointee.isObserved,
      !node.pointee.isFinal.load(ordering: .relaxed)
    {
      node.pointee.isListenedTo.store(false, ordering: .releasing)
    }
  }

  /// Unlinks a node that is being released from what it reads; returns its edges.
  static func unlinkAll(of node: NodePointer) -> DependencyPointer? {
    if !node.pointee.isComputed { return nil }
    return withLock { unlinkedSources(of: node) }
  }

  /// Under the lock: takes the edges of a node, which is claimed or being released, and unlinks them.
  private static func unlinkedSources(of node: NodePointer) -> DependencyPointer? {
    let first = node.computed.pointee.firstSource
    node.computed.pointee.firstSource = nil
    var next = first
    while let edge = next {
      unlink(edge)
      next = edge.pointee.nextSource
    }
    return first
  }

  /// Releases what edges that were unlinked have kept.
  package static func release(_ edges: DependencyPointer?) {
    var next = edges
    while let edge = next {
      next = edge.pointee.nextSource
      edge.pointee.source.pointee.node.release()
      Heap.deallocate(edge)
    }
  }

  /// ``PropertyNode/confirm(_:)`` under the lock; returns since when the value holds, nil if it does not.
  @usableFromInline @inline(never) static func confirmUnderLock(_ frame: FramePointer) -> UInt64? {
    let node = frame.pointee.node!
    let dropped = frame.cutUnreadSources()
    let since: UInt64? = withLock {
      var next = dropped
      while let edge = next {
        unlink(edge)
        next = edge.pointee.nextSource
      }
      if node.computed.pointee.hasOtherSources {
        next = node.computed.pointee.firstSource
        while let edge = next {
          if !edge.pointee.isLinked { link(edge) }
          next = edge.pointee.nextSource
        }
      }
      // One that another thread was just storing has perhaps been read.
      if frame.pointee.origin == NodeRecord.unknownOrigin { return nil }
      return sinceIfSourcesHold(of: node, frame.pointee.moment)
    }
    node.computed.pointee.hasOtherSources = false
    release(dropped)
    return since
  }

  /// As ``PropertyNode/confirm(_:)``, for a node none of whose sources has changed. They may have been looked at before the moment: then the mark is
  /// another one, if one of them was changed in between.
  @inline(__always) static func confirmUnchanged(_ node: NodePointer, _ moment: UInt64) -> Bool {
    guard clock.epoch.load(ordering: .acquiring) == moment, node.isMarkAsChecked else {
      return confirmUnchangedUnderLock(node, moment)
    }
    node.pointee.since.store(moment, ordering: .relaxed)
    return true
  }

  @inline(never) private static func confirmUnchangedUnderLock(_ node: NodePointer, _ moment: UInt64) -> Bool
  {
    node.noteValue(since: withLock { sinceIfSourcesHold(of: node, moment) })
  }

  /// Under the lock: whether the sources are as the node has read them. If so, its value holds as of now, and has since the
  /// moment that is returned; nil otherwise. Members of a ring that is not closed are looked at when it is.
  ///
  /// That the mark is the same would not be enough: a change does not go on below a source that another thread is just
  /// bringing up to date.
  ///
  /// - Parameter moment: When they were read.
  private static func sinceIfSourcesHold(of node: NodePointer, _ moment: UInt64) -> UInt64? {
    var since = moment
    var next = node.computed.pointee.firstSource
    while let edge = next {
      let source = edge.pointee.source
      if source.isCurrent {
        if source.version != edge.pointee.version { return nil }
        // Between the moment and now it may have had another value, which was computed for no reader.
        since = Swift.max(since, source.pointee.since.load(ordering: .relaxed))
      } else if !source.isMemberOfOpenRing {
        return nil
      }
      next = edge.pointee.nextSource
    }
    node.computed.pointee.checkedMark = node.pointee.mark.load(ordering: .relaxed)
    return since
  }

  // MARK: Ends

  /// The value of a node that is set cannot change any more: in a transaction, from its end on.
  @usableFromInline package static func end(_ origin: GraphNode) {
    if let log = Frame.current?.logOfSets { return log.end(origin) }
    finish(origin.record) { true }
  }

  /// After a claim: ends the node, if it is current and its value cannot change any more.
  @inline(__always) static func endIfFinal(_ node: NodePointer) {
    if node.computed.pointee.liveSources.load(ordering: .sequentiallyConsistent) > 0
      || node.pointee.isFinal.load(ordering: .relaxed)
    {
      return
    }
    finish(node) { node.canFinish(node.pointee.state.load(ordering: .sequentiallyConsistent)) }
  }

  /// Announces that a node and those that depend on nothing else cannot change any more, if `condition` is true under the
  /// lock. They let go of what they were computed from (contract D4).
  @inline(never) private static func finish(_ origin: NodePointer, if condition: () -> Bool) {
    var found = Announcements()
    var edges: [DependencyPointer] = []
    withLock { if condition() { finish(origin, &found, &edges) } }
    Wave.announce(&found)
    for edge in edges { release(edge) }
  }

  /// Under the lock.
  private static func finish(
    _ origin: NodePointer, _ found: inout Announcements, _ edges: inout [DependencyPointer]
  ) {
    if origin.pointee.isFinal.load(ordering: .relaxed) { return }
    listen(to: origin)
    origin.pointee.isFinal.store(true, ordering: .relaxed)
    if origin.pointee.isObserved { found.add(origin, isEnd: true) }
    var all = [origin]
    var claimed: [NodePointer] = []
    var index = 0
    while index < all.count {
      var reader = all[index].pointee.firstReader
      while let edge = reader {
        let node = edge.pointee.reader
        node.computed.pointee.liveSources.wrappingSubtract(1, ordering: .sequentiallyConsistent)
        // Read once: a thread that ends its claim between two reads would be seen neither with it nor without it.
        let state = node.pointee.state.load(ordering: .sequentiallyConsistent)
        if node.canFinish(state), !node.pointee.isFinal.load(ordering: .relaxed) {
          node.pointee.isFinal.store(true, ordering: .relaxed)
          if node.pointee.isObserved { found.add(node, isEnd: true) }
          all.append(node)
        } else if state & 1 != 0 {
          claimed.append(node)
        }
        reader = edge.pointee.nextReader
      }
      index += 1
    }
    if !claimed.isEmpty {
      // Whether they can change has perhaps been looked at already: that is done again when they are brought up to date.
      changing { change in
        for node in claimed where mark(node, change, &found) { mark(below: node, change, &found) }
      }
    }
    for node in all where node.pointee.isComputed {
      // Another thread may be looking at its sources just now: then it keeps them.
      let state = node.pointee.mark.load(ordering: .relaxed)
      let claimed = node.pointee.state.compareExchange(
        expected: state, desired: state | 1, ordering: .acquiringAndReleasing)
      if !claimed.exchanged { continue }
      // A thread may be computing the node still, for itself.
      if let first = unlinkedSources(of: node), !GraphMoment.keep(first) { edges.append(first) }
      node.pointee.state.store(state, ordering: .sequentiallyConsistent)
    }
  }

  /// Calls `body`, under the lock, for what is known to be read by each computation of a node that another thread has
  /// claimed.
  static func forEachSourceReadAlways(by node: NodePointer, _ body: (NodePointer) -> Void) {
    withLock {
      // The other thread may change the edges after those.
      var count = node.pointee.sourcesReadAlways
      var next = count > 0 ? node.computed.pointee.firstSource : nil
      while count > 0, let edge = next {
        body(edge.pointee.source)
        count -= 1
        next = count > 0 ? edge.pointee.nextSource : nil
      }
    }
  }

  /// Notifies the observers of a node that was not brought up to date when they began.
  @usableFromInline package static func announce(_ node: NodePointer) {
    var found = Announcements()
    withLock { if node.pointee.isObserved { found.add(node) } }
    Wave.announce(&found)
  }

  /// A computation sets what it reads, to another value each time. Names it, and what it is read by.
  @usableFromInline static func stopAtRestless(_ node: GraphNode) -> Never {
    #if hasFeature(Embedded)
      stopProgram("a property sets what it is computed from, without coming to rest")
    #else
      let names = restless(from: node.record).joined(separator: " -> ")
      fatalError(
        "a property sets what it is computed from, without coming to rest: \(names). Set it in an observer, or to a "
          + "value that repeats")
    #endif
  }

  #if !hasFeature(Embedded)
    /// The names of the nodes from the first one that sets properties down to `node`.
    private static func restless(from node: NodePointer) -> [String] {
      var names: [String] = []
      var next: NodePointer? = node
      while let node = next {
        let name = node.pointee.node._withUnsafeGuaranteedRef { "\($0.name)" }
        // A `map` is called what its source is called.
        if names.first != name { names.insert(name, at: 0) }
        next = nil
        guard names.count < 100, claimOnce(node) else { break }
        var edge = node.computed.pointee.firstSource
        while let source = edge, next == nil {
          let above = source.pointee.source
          if above.pointee.isComputed, above.setsProperties { next = above }
          edge = source.pointee.nextSource
        }
        node.release(asCurrent: false)
      }
      return names
    }
  #endif

  // MARK: Delegated announcements

  /// How many changes of other threads a thread announces before it leaves that to them (contract E6a).
  @usableFromInline static var announcementsInARow: Int { 64 }

  /// An observed node that one thread had to announce, and has left to another one: to the owner of a node that it
  /// needs, or to any that makes a change, if that is 0.
  private struct Delegated {
    let node: NodePointer
    let generation: Generation
    let owner: UInt
  }

  private static let delegated = Guarded<[Delegated]>([])
  private static let delegatedCount = Atomic<Int>(0)

  /// False if the node has no observers.
  private static func addDelegated(_ node: NodePointer, to owner: UInt) -> Bool {
    guard let generation = withLock({ node.pointee.isObserved ? beginAnnouncing(node) : nil }) else {
      return false
    }
    let entry = Delegated(node: node, generation: generation, owner: owner)
    // Counted first: the count may be too large for a moment, but must not hide an entry.
    delegatedCount.wrappingAdd(1, ordering: .sequentiallyConsistent)
    delegated.withLock { $0.append(entry) }
    return true
  }

  /// Each change from now on announces the node, until one thread has.
  ///
  /// - Returns: The epoch, for ``settle(leftAt:)``.
  @usableFromInline static func delegateToAll(_ node: NodePointer) -> UInt64 {
    _ = addDelegated(node, to: 0)
    return clock.epoch.load(ordering: .sequentiallyConsistent)
  }

  /// After this thread has left announcements to all: if no change was made since, there is perhaps none to come, and it
  /// does what the thread that makes one would do.
  @usableFromInline static func settle(leftAt epoch: UInt64) {
    if clock.epoch.load(ordering: .sequentiallyConsistent) == epoch { settle() }
  }

  /// Leaves what this thread announces to the thread that has claimed `busy`. False if no thread has any more.
  ///
  /// The owner may end its claim meanwhile. It does so first, and then looks at the list (``settleAfterClaims()``); this
  /// thread adds to the list first, and then looks at the claim. Between both there is a fence on either side, so that
  /// one of them sees what the other one has done.
  static func delegate(_ node: NodePointer, to busy: NodePointer) -> Bool {
    let owner = busy.computed.pointee.owner.load(ordering: .relaxed)
    // Claimed a moment ago.
    if owner == 0 { return false }
    guard addDelegated(node, to: owner) else { return true }
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    if busy.pointee.state.load(ordering: .acquiring) & 1 != 0,
      busy.computed.pointee.owner.load(ordering: .relaxed) == owner
    {
      return true
    }
    // Also those of other threads: this one announces the node after all.
    for entry in takeDelegated(where: { $0.node == node && $0.owner == owner }) {
      endAnnouncing(entry.node, entry.generation)
    }
    return false
  }

  private static func takeDelegated(where condition: (Delegated) -> Bool) -> [Delegated] {
    let taken = delegated.withLock { entries in
      let taken = entries.filter(condition)
      entries.removeAll(where: condition)
      return taken
    }
    delegatedCount.wrappingSubtract(taken.count, ordering: .sequentiallyConsistent)
    return taken
  }

  /// Announces what has been left to this thread and to all.
  ///
  /// Not what has been left to a thread that is computing. It would need what this thread computes, be left to this thread
  /// again, and so on for ever: it waits for ``settleAfterClaims()``.
  @inline(__always) static func settle() {
    settle { entry in
      entry.owner == 0 || entry.owner == CurrentThread.identity && CurrentThread.graphWalks == 0
    }
  }

  @inline(__always) private static func settle(_ condition: (Delegated) -> Bool) {
    if delegatedCount.load(ordering: .sequentiallyConsistent) > 0 { announceDelegated(condition) }
  }

  @inline(never) private static func announceDelegated(_ condition: (Delegated) -> Bool) {
    let taken = takeDelegated(where: condition)
    if taken.isEmpty { return }
    var found = Announcements()
    for entry in taken { found.addDelegated(entry.node, entry.generation) }
    Wave.announce(&found)
  }

  /// After claims have ended: announces what has been left to this thread. While it computes it announces nothing:
  /// observers could read what it computes.
  @inline(__always) static func settleAfterClaims() {
    if CurrentThread.graphWalks > 0 { return }
    // See `delegate` and `waitForChange`.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    settle { $0.owner == CurrentThread.identity }
  }
}

extension NodePointer {
  /// The turn of one thread to store into a node that is set; no code outside the library runs meanwhile.
  @inlinable @inline(__always) func beginStoring() {
    if !pointee.state.compareExchange(expected: 0, desired: 1, ordering: .sequentiallyConsistent).exchanged {
      waitToStore()
    }
  }

  @usableFromInline @inline(never) func waitToStore() {
    var attempt = 0
    repeat {
      CurrentThread.wait(attempt)
      attempt += 1
    } while !pointee.state.compareExchange(expected: 0, desired: 1, ordering: .sequentiallyConsistent)
      .exchanged
  }

  @inlinable @inline(__always) func endStoring() { pointee.state.store(0, ordering: .releasing) }

  /// The value, which this thread has computed or looked at, holds since a moment; not, if that is nil.
  @usableFromInline func noteValue(since moment: UInt64?) -> Bool {
    guard let moment else { return false }
    pointee.since.store(moment, ordering: .relaxed)
    return true
  }

  /// Under the lock: whether the node, in that state, is current, not claimed, and has no source that can change.
  fileprivate func canFinish(_ state: UInt64) -> Bool {
    computed.pointee.liveSources.load(ordering: .sequentiallyConsistent) == 0
      && state == pointee.mark.load(ordering: .sequentiallyConsistent)
  }

  /// Whether this thread has computed the node as a part of a ring whose first member it still computes.
  var isMemberOfOpenRing: Bool {
    pointee.state.load(ordering: .relaxed) & 1 != 0 && pointee.isComputed && isMine
      && (computed.pointee.phase == .computing || computed.pointee.phase == .inOpenRing)
  }
}
