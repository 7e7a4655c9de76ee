import Synchronization

/// Values of one moment, computed for one reader and stored in no node.
///
/// A reader takes one where it must not wait: another thread computes what it reads, or has changed it since the moment of
/// the reader. So does a transaction that reads what is computed from its own changes. The closure of a node that has a value
/// does not run where it would read what that value was computed from.
///
/// Sendable because only the thread that has made it uses it: it is reached through the frames of that thread, and no closure
/// gets it.
@usableFromInline final class GraphSnapshot: @unchecked Sendable {
  /// The newest of the changes that what was computed goes back to.
  private(set) var origin: UInt64 = 0
  /// The moment of the values.
  private(set) var moment: UInt64 = 0
  /// The node whose closure runs, the innermost one.
  private var computed: EntryPointer?
  /// The version of the value that it had; 0 if it had none.
  @usableFromInline private(set) var versionBefore: UInt64 = 0
  @exclusivity(unchecked) private var entries = SnapshotEntries()
  /// What stands for values of the graph.
  private let log: LogPointer?
  /// What is computed in this frame depends on what the values here are computed from: on the stored ones, since those that are
  /// computed here are not what other threads see.
  private let reader: FramePointer?
  /// How often this thread still waits for others that bring nodes up to date.
  private var patience = maximalPatience
  private static let maximalPatience = 12
  /// Whether nodes are computed that are perhaps not read any more, where the stack is too small for closures that
  /// compute what they read.
  private var guesses: Bool
  /// What was computed instead of the last guess that would have closed a ring.
  private var withoutGuesses: GraphSnapshot?
  /// Nodes that are brought up to date, those of the innermost walk last.
  @exclusivity(unchecked) private var visits = PlainStack<Visit>()
  /// What those have read the last time, each with its version.
  @exclusivity(unchecked) private var sources = PlainStack<Source>()
  private var walks: Int32 = 0

  /// - Parameters:
  ///   - log: What a transaction has set, if there is one.
  ///   - reader: The frame around the transaction, if there is one.
  init(_ log: LogPointer? = nil, for reader: FramePointer? = nil, guesses: Bool = true) {
    self.log = log
    self.reader = reader
    self.guesses = guesses
  }

  /// Where the value of a node lies, until this thread reads another one.
  @usableFromInline func value(of node: GraphNode) -> UnsafeMutableRawPointer {
    if Frame.current.map({ $0.pointee.snapshot?.toOpaque() == Unmanaged.passUnretained(self).toOpaque() })
      == true
    {
      return evaluate(node.record)
    }
    return PropertyGraph.walking {
      Frame.reading(self) { frame in
        moment = frame.pointee.moment
        return evaluate(node.record)
      }
    }
  }

  /// Memory for what the innermost closure has computed.
  @usableFromInline func makeRoom(_ size: Int, _ alignment: Int, isTrivial: Bool) -> UnsafeMutableRawPointer {
    computed!.makeRoom(size, alignment, isTrivial: isTrivial)
  }

  /// It is no change.
  @usableFromInline func noteUnchanged() { computed!.pointee.version = versionBefore }

  private func evaluate(_ node: NodePointer) -> UnsafeMutableRawPointer {
    let entry = entries.entry(for: node)
    return entry.pointee.isKnown || find(entry) ? known(entry) : walk(to: entry)
  }

  /// What a transaction has set.
  @usableFromInline func change(of node: NodePointer) -> ChangePointer? {
    node.pointee.isComputed ? nil : log?.pointee.change(of: node)
  }

  /// What code that reads the node gets.
  private func known(_ entry: EntryPointer) -> UnsafeMutableRawPointer {
    if let depth = entry.pointee.depth { return closeRing(entry, depth) }
    if entry.pointee.isBusy { Frame.current!.noteBusy() }
    return entry.pointee.value!
  }

  /// Finds the value of a node that need not be computed; false if it has to be brought up to date.
  private func find(_ entry: EntryPointer) -> Bool {
    let node = entry.pointee.node
    if let change = change(of: node) {
      let version = node.version
      entry.withObject { $0.storeBoxed(change.boxedValue, in: entry) }
      entry.pointee.version = entry.withObject { $0.isChange(in: entry, from: version) } ? 0 : version
    } else if !node.pointee.isComputed {
      let (version, origin) = entry.withObject { $0.store(in: entry, at: moment, readsOwn: log != nil) }
      noteRead(entry, version, origin)
    } else {
      return findCurrentValue(entry)
    }
    return true
  }

  /// The same for the value that a computed node has, if it is that of the moment.
  private func findCurrentValue(_ entry: EntryPointer) -> Bool {
    let node = entry.pointee.node
    guard node.canBeRead, let mark = log.map({ $0.markIfUnaffected(node) }) ?? .some(0) else { return false }
    let origin = node.pointee.origin.load(ordering: .acquiring)
    let version = entry.withObject { $0.storeNewest(in: entry) }
    // Another thread may have stored another one meanwhile.
    guard node.holds(at: moment), origin != NodeRecord.unknownOrigin, log == nil || node.isMarked(mark) else {
      entry.removeValue()
      return false
    }
    noteRead(entry, version, origin)
    return true
  }

  /// The value of an entry is one that was stored, with that version.
  private func noteRead(_ entry: EntryPointer, _ version: UInt64, _ origin: UInt64) {
    entry.pointee.version = version
    self.origin = Swift.max(self.origin, origin)
    if let reader, reader.pointee.isRecording { reader.record(entry.pointee.node, version) }
  }

  // MARK: Computing

  /// A node that is brought up to date, with what it was the last time.
  private struct Visit: BitwiseCopyable {
    let entry: EntryPointer
    /// The version of the value that it had; 0 if it had none.
    var version: UInt64 = 0
    /// Its sources, as indices.
    let firstSource: Int
    var nextSource: Int
    /// Behind those that each computation reads.
    var endOfAlways: Int
    /// Whether it is not known that what is computed further out reads the node.
    let isGuess: Bool
    /// Whether the node has to be computed.
    var hasChanged = true
  }

  private struct Source: BitwiseCopyable {
    let entry: EntryPointer
    let version: UInt64
  }

  /// Looks at what a node has read, and if that has changed computes the node: in a loop, so that the depth of the graph
  /// does not matter (contract P8). What follows a source that has changed is perhaps not read any more; it is left to
  /// the closure unless much of the stack is used.
  private func walk(to root: EntryPointer) -> UnsafeMutableRawPointer {
    let (firstVisit, firstSource) = (visits.count, sources.count)
    return Frame.computing(in: self) { frame in
      walks += 1
      var walk = walks
      begin(root, walk, isGuess: false)
      while true {
        if let source = nextSource(walk) {
          begin(source.entry, walk, isGuess: source.isGuess)
          continue
        }
        let visit = visits.pop()
        sources.removeAll(after: visit.firstSource)
        let isLast = visits.count == firstVisit
        // A closure that has run meanwhile has perhaps read it.
        if visit.entry.pointee.isKnown || visit.isGuess && !guesses {
          if isLast { return known(root) }
        } else if end(visit, frame) {
          if isLast { return root.pointee.value! }
        } else {
          guesses = false
          removeGuesses()
          visits.removeAll(after: firstVisit)
          sources.removeAll(after: firstSource)
          walks += 1
          walk = walks
          begin(root, walk, isGuess: false)
        }
      }
    }
  }

  /// Lets go of what was perhaps computed from a value that was a guess.
  private func removeGuesses() {
    var guesses: [EntryPointer] = []
    entries.forEach { entry in
      if entry.pointee.version == 0, entry.pointee.depth == nil, entry.pointee.value != nil {
        guesses.append(entry)
      }
    }
    for entry in guesses {
      entry.pointee.isBusy = false
      entry.removeValue()
    }
  }

  /// Begins to bring a node up to date.
  private func begin(_ entry: EntryPointer, _ walk: Int32, isGuess: Bool) {
    entry.pointee.walk = walk
    let node = entry.pointee.node
    let first = sources.count
    var visit = Visit(
      entry: entry, firstSource: first, nextSource: first,
      endOfAlways: first + Int(node.pointee.sourcesReadAlways), isGuess: isGuess)
    defer { visits.push(visit) }
    while !PropertyGraph.claimOnce(node) {
      if patience == 0 || node.isMine {
        PropertyGraph.forEachSourceReadAlways(by: node) {
          sources.push(Source(entry: entries.entry(for: $0), version: .max))
        }
        return
      }
      CurrentThread.wait(Self.maximalPatience - patience)
      patience -= 1
    }
    let record = node.computed
    visit.version = node.version
    let isFinal = node.pointee.isFinal.load(ordering: .acquiring)
    let isInRing = record.pointee.isInRing.load(ordering: .relaxed)
    let since = node.pointee.since.load(ordering: .relaxed)
    if visit.version > 0, isFinal ? since <= moment : log == nil && since == moment && !isInRing {
      visit.hasChanged = false
      return node.release(asCurrent: false)
    }
    // What a final node was computed from it has perhaps let go of; that is kept where it had another value at the moment.
    visit.hasChanged = visit.version == 0 || record.pointee.needsValue || isInRing || isFinal
    var next = record.pointee.firstSource
    while let edge = next {
      sources.push(Source(entry: entries.entry(for: edge.pointee.source), version: edge.pointee.version))
      next = edge.pointee.nextSource
    }
    node.release(asCurrent: false)
  }

  /// The next source of the innermost node that has to be brought up to date first.
  private func nextSource(_ walk: Int32) -> (entry: EntryPointer, isGuess: Bool)? {
    let index = visits.count - 1
    var visit = visits[index]
    defer { visits[index] = visit }
    while visit.nextSource < sources.count {
      let source = sources[visit.nextSource]
      let isGuess = visit.isGuess || visit.hasChanged && visit.nextSource >= visit.endOfAlways
      if isGuess, !guesses || !CurrentThread.isStackHalfUsed {
        visit.hasChanged = true
        return nil
      }
      let isKnown = source.entry.pointee.isKnown || find(source.entry)
      if !isKnown, source.entry.pointee.walk != walk { return (source.entry, isGuess) }
      if source.entry.pointee.version != source.version || !isKnown { visit.hasChanged = true }
      visit.nextSource += 1
    }
    return nil
  }

  /// False if it was a guess that came to nothing.
  private func end(_ visit: Visit, _ frame: FramePointer) -> Bool {
    let entry = visit.entry
    if !visit.hasChanged {
      if entry.withObject({ $0.storeNewest(in: entry) }) == visit.version {
        entry.pointee.version = visit.version
        return true
      }
      // Another thread has stored one meanwhile.
      entry.removeValue()
    }
    return compute(visit, frame)
  }

  private func compute(_ visit: Visit, _ frame: FramePointer) -> Bool {
    let entry = visit.entry
    entry.pointee.depth = frame.pointee.depth
    frame.pointee.beginApart(entry.pointee.node, isGuess: visit.isGuess)
    defer { frame.pointee.endApart() }
    let outer = (computed, versionBefore)
    (computed, versionBefore) = (entry, visit.version)
    _ = entry.withObject { $0.recompute(frame) }
    (computed, versionBefore) = outer
    if frame.pointee.isBusy {
      entry.pointee.version = 0
      entry.pointee.isBusy = true
      frame.leaveRing(entry)
      if visit.isGuess { return false }
      frame.pointee.outer!.noteBusy()
    } else if frame.isInRing {
      storeCycleValue(entry, frame)
      frame.leaveRing(entry)
    } else {
      entry.pointee.depth = nil
    }
    return true
  }

  private func closeRing(_ entry: EntryPointer, _ depth: Int32) -> UnsafeMutableRawPointer {
    let frame = Frame.current!
    if frame.isGuess(inside: depth) {
      frame.noteBusy()
      let snapshot = GraphSnapshot(log, for: reader, guesses: false)
      withoutGuesses = snapshot
      return entry.withObject { snapshot.value(of: $0) }
    }
    frame.closeRing(at: depth)
    if entry.pointee.value == nil { storeCycleValue(entry, frame) }
    return entry.pointee.value!
  }

  private func storeCycleValue(_ entry: EntryPointer, _ frame: FramePointer) {
    entry.pointee.version = 0
    if !entry.withObject({ $0.storeCycleValue(in: entry) }) { frame.stopAtRing(frame.pointee.ringDepth) }
  }
}

extension NodePointer {
  /// Whether what is computed for a reader may be computed from the value. Not from one that depends on itself: what is
  /// computed is perhaps a part of the same ring. One that is final is computed no more.
  fileprivate var canBeRead: Bool {
    if !isCurrent { return false }
    return !pointee.isComputed || !computed.pointee.isInRing.load(ordering: .acquiring)
      || pointee.isFinal.load(ordering: .acquiring)
  }
}
