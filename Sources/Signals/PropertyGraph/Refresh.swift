import Synchronization

extension PropertyGraph {
  /// What became of bringing a node up to date.
  @usableFromInline enum Refreshed {
    /// Its value is at least as new as the call.
    case current
    /// Another thread is computing it or one of its sources, or this thread is, further out.
    case busy
    /// Other threads changed its sources again and again, or have changed them since the moment of the caller.
    case contended
    /// It is being computed by a frame of this thread: it depends on itself.
    case inRing
  }

  private enum Claim {
    case claimed
    case current
    case busy
    case mine
  }

  /// How often a walk is overtaken by other threads, which change what it reads.
  private static let attempts = 2
  /// How often a thread looks whether another one has released a node.
  package static var patience: Int { 12 }

  /// Claims a node that is not current. One that is must not be computed again: alone, a member of a ring would be computed
  /// from the values of the others.
  @inline(__always) private static func claim(_ node: NodePointer) -> Claim {
    let state = node.pointee.state.load(ordering: .acquiring)
    if state & ~1 == node.pointee.mark.load(ordering: .acquiring) { return .current }
    return claimOnce(node, state) ? .claimed : claimContended(node)
  }

  @inline(never) private static func claimContended(_ node: NodePointer) -> Claim {
    var attempt = 0
    while true {
      let state = node.pointee.state.load(ordering: .acquiring)
      if state & ~1 == node.pointee.mark.load(ordering: .acquiring) { return .current }
      if state & 1 == 0 {
        if claimOnce(node, state) { return .claimed }
      } else if node.isMine {
        return .mine
      } else {
        if attempt >= patience, delegateAnnouncement(to: node) { return .busy }
        CurrentThread.wait(attempt)
        attempt += 1
      }
    }
  }

  /// Claims a node, if no thread has.
  package static func claimOnce(_ node: NodePointer) -> Bool {
    claimOnce(node, node.pointee.state.load(ordering: .acquiring))
  }

  @inline(__always) private static func claimOnce(_ node: NodePointer, _ state: UInt64) -> Bool {
    if state & 1 != 0 { return false }
    let claimed = node.pointee.state.compareExchange(
      expected: state, desired: state | 1, ordering: .acquiringAndReleasing)
    if !claimed.exchanged { return false }
    node.computed.pointee.owner.store(CurrentThread.identity, ordering: .relaxed)
    return true
  }

  /// Brings a node up to date that is computed.
  @inline(__always) fileprivate static func refresh(_ root: NodePointer) -> Refreshed {
    switch claim(root) {
    case .current: return .current
    case .busy: return .busy
    case .mine: return refreshClaimed(root)
    case .claimed: break
    }
    return walking { Frame.walking { walk(to: root, $0) } }
  }

  /// Claims nodes. Announces afterwards what has been left to this thread meanwhile.
  @inline(__always) static func walking<Result>(_ body: () -> Result) -> Result {
    CurrentThread.graphWalks &+= 1
    let result = body()
    CurrentThread.graphWalks &-= 1
    settleAfterClaims()
    return result
  }

  /// The same for a thread that announces the node. Nil if that is left to another one, which is busy with it.
  @usableFromInline static func refreshToAnnounce(_ node: NodePointer) -> Refreshed? {
    let outer = CurrentThread.graphAnnounced
    CurrentThread.graphAnnounced = UnsafeMutableRawPointer(node)
    defer { CurrentThread.graphAnnounced = outer }
    let refreshed = node.refresh()
    return refreshed == .current || CurrentThread.graphAnnounced != nil ? refreshed : nil
  }

  /// Gives up a node that another thread has claimed. What this thread announces is left to that one; false if it has
  /// ended its claim.
  @inline(never) private static func delegateAnnouncement(to busy: NodePointer) -> Bool {
    guard let announced = CurrentThread.graphAnnounced else { return true }
    guard delegate(announced.assumingMemoryBound(to: NodeRecord.self), to: busy) else { return false }
    CurrentThread.graphAnnounced = nil
    return true
  }

  /// A closure reads a node that this thread brings up to date further out.
  private static func refreshClaimed(_ node: NodePointer) -> Refreshed {
    switch node.computed.pointee.phase {
    case .idle: return .busy
    case .done where node.isCurrent: return .current
    case .inOpenRing where Frame.current != nil: return .inRing
    case .computing where Frame.current?.frame(computing: node) != nil: return .inRing
    case .inOpenRing, .computing:
      // An observer of what the closure has set reads it.
      _ = delegateAnnouncement(to: node)
      return .busy
    case .done, .checking:
      // Whether it is a ring shows only when it is computed: the edges that led here may not exist any more.
      node.computed.pointee.isHeldByWalk = true
      prepare(node)
      switch Frame.walking({ $0.compute(node) }) {
      case .stored:
        node.computed.pointee.isHeldByWalk = false
        node.storeMark()
        node.computed.pointee.phase = .done
        return .current
      case .inOpenRing: return .inRing
      case .outdated:
        node.checkAgain()
        return .contended
      case .busy:
        node.checkAgain()
        return .busy
      }
    }
  }

  /// The mark before the sources are looked at. The epoch after it is even: a change that has raised the mark already
  /// has been stored.
  @inline(__always) private static func prepare(_ node: NodePointer) {
    node.computed.pointee.checkedMark = node.pointee.mark.load(ordering: .acquiring)
    _ = epochAtRest()
    node.computed.pointee.phase = .checking
    node.computed.uncheckedSource = node.computed.pointee.firstSource
    if node.computed.pointee.isInRing.load(ordering: .relaxed) { node.computed.pointee.needsValue = true }
  }

  /// Goes up from a claimed node to what is not current, and down again, computing what has another source: a loop, so
  /// that the depth of the graph does not matter (contract P8).
  private static func walk(to root: NodePointer, _ frame: FramePointer) -> Refreshed {
    var attempt = 0
    var node = root
    // The node whose last sources are computed, because it perhaps reads them again.
    var guesser: NodePointer?
    // The node before, if it waits for the end of a ring.
    var open: NodePointer?
    root.computed.pointee.dependent = nil
    prepare(root)
    while true {
      if guesser != nil, node == guesser { guesser = nil }
      if node.computed.pointee.phase == .checking {
        let outcome: Frame.Outcome
        switch checkSources(of: node) {
        case .notCurrent(let source):
          if node.computed.pointee.needsValue, guesser == nil, node.isNextSourceGuessed { guesser = node }
          source.computed.pointee.dependent = node
          prepare(source)
          node = source
          continue
        case .busy: outcome = .busy
        case .unchanged: outcome = confirmUnchanged(node, frame.pointee.moment) ? .stored : .outdated
        case .changed:
          node.computed.pointee.needsValue = true
          outcome = frame.compute(node, isGuess: guesser != nil)
        }
        switch outcome {
        case .stored, .inOpenRing: break
        case .busy:
          if frame.pointee.isBehind, canTryAgain(node, frame, &attempt) { continue }
          abandon(node, upTo: guesser)
          if let known = guesser.take() {
            // Now its closure finds out what it reads, unless it has run inside what has come to nothing.
            if known.computed.pointee.phase == .checking { known.computed.uncheckedSource = nil }
            node = known
            continue
          }
          return frame.pointee.isBehind ? .contended : .busy
        case .outdated:
          if canTryAgain(node, frame, &attempt) { continue }
          abandon(node)
          return .contended
        }
      }
      let dependent = node.computed.pointee.dependent
      // The ring was found by way of a source that is not read any more.
      if let source = open.take(), !node.reads(source) { frame.doubtRing() }
      if node.computed.pointee.phase == .inOpenRing {
        // A frame around the walk closes the ring, and releases the node.
        node.computed.pointee.isHeldByWalk = false
        guard let dependent else { return .inRing }
        open = node
        node = dependent
        continue
      }
      node.release(asCurrent: true)
      guard let dependent else { return .current }
      node = dependent
    }
  }

  /// A source has got another value since the moment: whether the sources are looked at again, at a later moment.
  @inline(never) private static func canTryAgain(
    _ node: NodePointer, _ frame: FramePointer, _ attempt: inout Int
  ) -> Bool {
    if node.setsProperties, OwnChanges.areAll(since: frame.pointee.moment) {
      node.computed.pointee.sets.store(.whatItReads, ordering: .relaxed)
    }
    attempt += 1
    if attempt >= attempts || !frame.pointee.renewMoment() { return false }
    prepare(node)
    return true
  }

  private enum Sources {
    case unchanged
    case changed
    /// Has been claimed, and has to be brought up to date first.
    case notCurrent(NodePointer)
    case busy
  }

  @inline(__always) private static func checkSources(of node: NodePointer) -> Sources {
    var next = node.computed.uncheckedSource
    var needsValue = node.computed.pointee.needsValue
    while let edge = next {
      // If the closure reads the same as the last time, that should not be computed by it once there is little stack left.
      if needsValue, !edge.pointee.isReadAlways, !CurrentThread.isStackHalfUsed { return .changed }
      let source = edge.pointee.source
      switch claim(source) {
      case .current: break
      case .claimed:
        node.computed.uncheckedSource = edge
        node.computed.pointee.needsValue = needsValue
        return .notCurrent(source)
      case .busy: return .busy
      case .mine: return .changed
      }
      if source.version != edge.pointee.version { needsValue = true }
      next = edge.pointee.nextSource
    }
    return needsValue ? .changed : .unchanged
  }

  /// Releases all that a walk has claimed, as not current; or what it has claimed after the node `end`.
  @inline(never) private static func abandon(_ innermost: NodePointer, upTo end: NodePointer? = nil) {
    var next: NodePointer? = innermost
    while let node = next, node != end {
      next = node.computed.pointee.dependent
      if node.computed.pointee.phase == .inOpenRing {
        // It waits for a frame around the walk, which releases it.
        node.computed.pointee.isHeldByWalk = false
      } else {
        node.release(asCurrent: node.computed.pointee.phase == .done)
      }
    }
  }
}

extension FramePointer {
  /// Computes a node that this thread has claimed, in the frame of its walk.
  @inline(__always) func compute(_ node: NodePointer, isGuess: Bool = false) -> Frame.Outcome {
    node.computed.pointee.phase = .computing
    node.computed.pointee.sets.store(.nothing, ordering: .relaxed)
    pointee.begin(node, isGuess: isGuess)
    CurrentThread.graphFrame = UnsafeMutableRawPointer(self)
    defer { CurrentThread.graphFrame = UnsafeMutableRawPointer(pointee.outer) }
    return node.pointee.node._withUnsafeGuaranteedRef { $0.recompute(self) }
  }
}

extension NodePointer {
  /// Brings the node up to date, which is computed. A method of the pointer, because a static function would be called through
  /// one more.
  @usableFromInline @inline(never) func refresh() -> PropertyGraph.Refreshed { PropertyGraph.refresh(self) }

  /// Whether the closure need not read the next source to be looked at, because something that it reads before has
  /// changed.
  ///
  /// - Precondition: There is one.
  fileprivate var isNextSourceGuessed: Bool {
    computed.pointee.needsValue && !computed.uncheckedSource!.pointee.isReadAlways
  }

  /// Whether the last computation read `source`.
  fileprivate func reads(_ source: NodePointer) -> Bool {
    var next = computed.pointee.firstSource
    while let edge = next {
      if edge.pointee.source == source { return true }
      next = edge.pointee.nextSource
    }
    return false
  }

  /// Whether no change has reached the node since its sources were looked at, as far as this thread sees.
  ///
  /// - Precondition: The calling thread has claimed the node.
  var isMarkAsChecked: Bool {
    pointee.mark.load(ordering: .relaxed) == computed.pointee.checkedMark
  }

  /// The value holds for the mark that was read before; the node stays claimed.
  package func storeMark() {
    computed.pointee.needsValue = false
    pointee.state.store(computed.pointee.checkedMark | 1, ordering: .releasing)
  }

  /// A computation inside a walk has come to nothing: the walk looks at all sources again.
  func checkAgain() {
    computed.pointee.isHeldByWalk = false
    computed.pointee.phase = .checking
    computed.pointee.needsValue = true
    computed.uncheckedSource = computed.pointee.firstSource
  }

  /// Ends the claim. What is left to this thread meanwhile is seen to in ``PropertyGraph/settleAfterClaims()``, for all
  /// nodes of a walk at once.
  ///
  /// Whether the node is final is looked at after each claim, however short and whatever for: another thread that has
  /// looked meanwhile has left that to this one.
  ///
  /// - Precondition: The calling thread has claimed the node.
  package func release(asCurrent isCurrent: Bool) {
    let valid = isCurrent ? computed.pointee.checkedMark : pointee.state.load(ordering: .relaxed) & ~1
    if isCurrent { computed.pointee.needsValue = false }
    computed.pointee.phase = .idle
    computed.pointee.owner.store(0, ordering: .relaxed)
    pointee.state.store(valid, ordering: .releasing)
    PropertyGraph.endIfFinal(self)
  }
}
