import Synchronization

@usableFromInline package typealias FramePointer = UnsafeMutablePointer<Frame>

/// Code on this thread's stack whose reads and sets mean something to the graph: it computes a node, belongs to a
/// transaction, or reads without being recorded.
///
/// Frames lie on the stack, and the innermost one stands in a thread-local: what computes is synchronous, so that the
/// thread cannot change meanwhile. A walk computes all its nodes in one frame, one after the other.
@usableFromInline package struct Frame {
  /// What became of a computation.
  @usableFromInline enum Outcome {
    case stored
    /// A source has changed meanwhile.
    case outdated
    /// Another thread was computing a source.
    case busy
    /// The value waits for the end of a ring.
    case inOpenRing
  }

  /// Where the source lies that the last computation read where this one reads next; nil where reads are not recorded. The
  /// edge before it is that to the source that was read last.
  @usableFromInline fileprivate(set) var cursor: SourceCursor?
  /// The newest of the changes that what was read goes back to.
  @usableFromInline fileprivate(set) var origin: UInt64 = 0
  /// The number of this computation, once it needs one: the sources that it has read get it when it reads what is not
  /// expected.
  @usableFromInline fileprivate(set) var run = noRun
  @inlinable static var noRun: UInt64 { .max }
  /// Up to where the sources have that number.
  fileprivate var endOfNumbers: SourceCursor?
  /// Where the cursor was when recording ended.
  @usableFromInline fileprivate(set) var endOfReads: SourceCursor?
  /// The node that is computed; nil in a transaction and in `untracked`.
  @usableFromInline private(set) var node: NodePointer?
  @usableFromInline let outer: FramePointer?
  /// How many frames there are around this one.
  let depth: Int32
  /// All values come from it, if there is one.
  @usableFromInline let snapshot: Unmanaged<GraphSnapshot>?
  /// Where sets go, if there is one.
  @usableFromInline let log: LogPointer?
  @usableFromInline private(set) var findings: Findings
  /// All values that are read are those of this moment. Of a transaction, 0 before its first read.
  @usableFromInline fileprivate(set) var moment: UInt64
  /// Of the outermost frame: which open moment it is. Others have the same one.
  fileprivate var place: Int32
  private static var isNotOpen: Int32 { -1 }
  /// Added to the place.
  fileprivate static var hasPrivateValues: Int32 { 1 << 16 }
  /// Of the outermost frame: values that were computed for the moment and are stored in no node. Retained.
  fileprivate var privateValues: Unmanaged<GraphSnapshot>?
  /// The depth of the outermost frame of the ring that this one is part of.
  @usableFromInline private(set) var ringDepth = noRing
  fileprivate static var noRing: Int32 { .max }
  /// The nodes inside this ring that have been computed, or in a snapshot their entries, which it keeps. All of them wait for
  /// the same frame.
  private var firstInRing: UnsafeMutableRawPointer?
  /// If there are any.
  private var lastInRing: UnsafeMutableRawPointer?
  /// Of what they were computed from, if there are any.
  fileprivate var joinedValidity = Validity(since: 0, origin: 0)

  /// Of several values together.
  fileprivate struct Validity {
    /// The latest of the moments since when they hold.
    let since: UInt64
    /// The newest of the changes that they go back to.
    let origin: UInt64

    func joined(with other: Validity?) -> Validity {
      guard let other else { return self }
      return Validity(since: Swift.max(since, other.since), origin: Swift.max(origin, other.origin))
    }
  }

  fileprivate var validityOfMembers: Validity? { members == nil ? nil : joinedValidity }

  fileprivate var members: NodePointer? {
    get { firstInRing?.assumingMemoryBound(to: NodeRecord.self) }
    set { firstInRing = UnsafeMutableRawPointer(newValue) }
  }

  fileprivate var lastMember: NodePointer? {
    get { lastInRing?.assumingMemoryBound(to: NodeRecord.self) }
    set { lastInRing = UnsafeMutableRawPointer(newValue) }
  }

  fileprivate var entries: EntryPointer? {
    get { firstInRing?.assumingMemoryBound(to: SnapshotEntry.self) }
    set { firstInRing = UnsafeMutableRawPointer(newValue) }
  }

  fileprivate var lastEntry: EntryPointer? {
    get { lastInRing?.assumingMemoryBound(to: SnapshotEntry.self) }
    set { lastInRing = UnsafeMutableRawPointer(newValue) }
  }

  /// What is known of a computation. In one byte, because each computation begins with none of it.
  @usableFromInline struct Findings: OptionSet {
    @usableFromInline let rawValue: UInt8

    @inlinable init(rawValue: UInt8) { self.rawValue = rawValue }

    @inlinable static var isGuess: Self { Self(rawValue: 1) }
    @inlinable static var isExceptional: Self { Self(rawValue: 2) }
    @inlinable static var isBusy: Self { Self(rawValue: 4) }
    @inlinable static var isBehind: Self { Self(rawValue: 8) }
    @inlinable static var isRingDoubtful: Self { Self(rawValue: 16) }
  }

  /// Whether it is not known that the computation further out reads the node: it did so the last time. A ring that
  /// such a node would close is perhaps none.
  var isGuess: Bool { findings.contains(.isGuess) }

  /// Whether the value is not just stored: it is for a snapshot, a source was busy, or it is a part of a ring.
  @inlinable @inline(__always) var isExceptional: Bool { findings.contains(.isExceptional) }

  /// Whether a source has no value that another thread may see, at the moment: what is computed cannot be stored.
  @usableFromInline var isBusy: Bool { findings.contains(.isBusy) }

  /// Whether a source has got another value since the moment.
  var isBehind: Bool { findings.contains(.isBehind) }

  /// Whether what closes the ring was perhaps not read.
  @usableFromInline var isRingDoubtful: Bool { findings.contains(.isRingDoubtful) }

  private init(
    _ node: NodePointer?, _ outer: FramePointer?, _ snapshot: Unmanaged<GraphSnapshot>?, _ log: LogPointer?,
    at moment: UInt64? = nil
  ) {
    if let moment {
      self.moment = moment
      place = Self.isNotOpen
    } else if let outer {
      self.moment = outer.momentOfReads
      place = Self.isNotOpen
    } else {
      (self.moment, place) = GraphMoment.begin()
    }
    self.node = node
    self.outer = outer
    self.snapshot = snapshot
    self.log = log
    findings = snapshot != nil ? .isExceptional : []
    depth = outer.map { $0.pointee.depth &+ 1 } ?? 0
  }

  @inlinable @inline(__always) static var current: FramePointer? {
    CurrentThread.graphFrame.map { $0.assumingMemoryBound(to: Frame.self) }
  }

  /// Blocks of numbers, so that threads seldom write to the same memory. No step of an explored run: a thread that has
  /// taken a block does not take another one in the runs after it.
  private static let runs = UnexploredAtomicUInt64(1)

  @inline(__always) fileprivate static func nextRun() -> UInt64 {
    if CurrentThread.graphRun == CurrentThread.graphRunEnd { takeRuns() }
    CurrentThread.graphRun += 1
    return CurrentThread.graphRun
  }

  @inline(never) private static func takeRuns() {
    CurrentThread.graphRunEnd = runs.wrappingAdd(1 << 20, ordering: .relaxed).newValue
    CurrentThread.graphRun = CurrentThread.graphRunEnd - 1 << 20
  }

  // MARK: Running

  @inline(__always) mutating func begin(_ node: NodePointer, isGuess: Bool) {
    self.node = node
    findings = isGuess ? .isGuess : []
    cursor = node.computed.sources
    origin = 0
    run = Self.noRun
    ringDepth = Self.noRing
    members = nil
  }

  /// The value has been computed: what is read from now on, to compare it, is no part of that.
  @inlinable @inline(__always) mutating func endRecording() {
    endOfReads = cursor
    cursor = nil
  }

  /// Whether the same was read as the last time.
  @inlinable @inline(__always) var hasReadTheSame: Bool {
    endOfReads!.pointee == nil && !node!.computed.pointee.hasOtherSources
  }

  @inlinable @inline(__always) var isRecording: Bool { cursor != nil }

  /// A source is being computed by another thread.
  fileprivate mutating func noteBusy(isBehind: Bool = false) {
    findings.formUnion(isBehind ? [.isExceptional, .isBusy, .isBehind] : [.isExceptional, .isBusy])
  }

  fileprivate mutating func noteDoubt() { findings.insert(.isRingDoubtful) }

  /// The node depends on itself, by way of a frame at that depth.
  fileprivate mutating func noteRing(_ depth: Int32) {
    findings.insert(.isExceptional)
    ringDepth = Swift.min(ringDepth, depth)
  }

  /// Runs a walk, with the frame for what it computes.
  @inline(__always) static func walking<Result>(_ body: (FramePointer) -> Result) -> Result {
    CurrentThread.checkStackOfProperties()
    var frame = Frame(nil, current, nil, nil)
    return withUnsafeMutablePointer(to: &frame) { pointer in
      let result = body(pointer)
      pointer.pointee.end()
      return result
    }
  }

  /// Runs a walk of a snapshot, with the frame for what it computes.
  static func computing<Result>(in snapshot: GraphSnapshot, _ body: (FramePointer) -> Result) -> Result {
    CurrentThread.checkStackOfProperties()
    return reading(snapshot, body)
  }

  /// The frame computes a node for its snapshot.
  mutating func beginApart(_ node: NodePointer, isGuess: Bool) {
    self.node = node
    findings = isGuess ? [.isExceptional, .isGuess] : .isExceptional
    ringDepth = Self.noRing
    entries = nil
  }

  mutating func endApart() {
    node = nil
    findings = .isExceptional
    ringDepth = Self.noRing
  }

  /// Runs `body`, which finds values for a snapshot: at the moment of the code around it, or at one that begins now.
  static func reading<Result>(_ snapshot: GraphSnapshot, _ body: (FramePointer) -> Result) -> Result {
    with(Frame(nil, current, Unmanaged.passUnretained(snapshot), nil), body)
  }

  /// Runs the body of a transaction.
  @inline(__always) static func transaction(_ log: LogPointer, _ body: () -> Void) {
    let outer = current
    with(Frame(nil, outer, nil, log, at: outer == nil ? 0 : nil)) { _ in body() }
  }

  /// Runs `body`, whose reads are not recorded; sets still go where they would go around it.
  @inlinable package static func untracked<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let outer = current else { return try body() }
    var result: Swift.Result<Result, Failure>?
    untracked(in: outer) {
      do throws(Failure) { result = .success(try body()) } catch { result = .failure(error) }
    }
    return try result!.get()
  }

  @usableFromInline static func untracked(in outer: FramePointer, _ body: () -> Void) {
    with(Frame(nil, outer, outer.pointee.snapshot, outer.pointee.log)) { _ in body() }
  }

  /// Runs `body`, whose reads are all of one moment: that of the code around it, if that has one.
  @inlinable package static func atOneMoment<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if current != nil { return try body() }
    // What is not generic is compiled once.
    var result: Swift.Result<Result, Failure>?
    atOneMoment { do throws(Failure) { result = .success(try body()) } catch { result = .failure(error) } }
    return try result!.get()
  }

  @usableFromInline static func atOneMoment(_ body: () -> Void) {
    with(Frame(nil, nil, nil, nil)) { _ in body() }
  }

  /// Runs `body`, which has nothing to do with the code around it: it notifies observers.
  @inlinable static func outside<Result>(_ body: () -> Result) -> Result {
    let frame = CurrentThread.graphFrame
    CurrentThread.graphFrame = nil
    defer { CurrentThread.graphFrame = frame }
    return body()
  }

  @inline(__always) private static func with<Result>(
    _ frame: consuming Frame, _ body: (FramePointer) -> Result
  ) -> Result {
    let outer = CurrentThread.graphFrame
    return withUnsafeMutablePointer(to: &frame) { pointer in
      CurrentThread.graphFrame = UnsafeMutableRawPointer(pointer)
      let result = body(pointer)
      CurrentThread.graphFrame = outer
      pointer.pointee.end()
      return result
    }
  }

  /// Computes a value for the code in a frame alone, at its moment, apart from what the frame computes.
  static func apart<Result>(from frame: FramePointer, _ body: () -> Result) -> Result {
    with(Frame(nil, nil, nil, frame.logOfSets, at: frame.momentOfReads)) { _ in body() }
  }

  // MARK: Moments

  @inline(__always) private mutating func end() {
    if outer != nil { return }
    // Only the first moment, without private values, has the place 0.
    if place == 0 { GraphMoment.endFirst() } else { endSlowly() }
  }

  @inline(never) private mutating func endSlowly() {
    if let values = privateValues.take() { values.release() }
    if isOpen { GraphMoment.end(place & ~Self.hasPrivateValues) }
  }

  private var isOpen: Bool { place >= 0 }

  /// Lets the moment be now, if no closure runs that has read something at the present one. False otherwise.
  mutating func renewMoment() -> Bool {
    if !isOpen { return false }
    if let values = privateValues.take() { values.release() }
    place &= ~Self.hasPrivateValues
    moment = GraphMoment.renew(place)
    return true
  }
}

extension FramePointer {
  /// The moment, which is opened if it is not open yet.
  @usableFromInline @inline(__always) var momentOfReads: UInt64 {
    if pointee.moment == 0 { beginMoment() }
    return pointee.moment
  }

  @inline(never) private func beginMoment() {
    var outermost = self
    while let outer = outermost.pointee.outer { outermost = outer }
    (outermost.pointee.moment, outermost.pointee.place) = GraphMoment.begin()
    pointee.moment = outermost.pointee.moment
  }

  /// The values that were computed for the code in this frame alone.
  var privateValues: GraphSnapshot {
    var frame = self
    while let outer = frame.pointee.outer { frame = outer }
    if let values = frame.pointee.privateValues { return values.takeUnretainedValue() }
    let values = GraphSnapshot()
    frame.pointee.privateValues = .passRetained(values)
    frame.pointee.place |= Frame.hasPrivateValues
    return values
  }

  // MARK: Recording

  /// The computation has read a node.
  @inlinable @inline(__always) package func record(_ source: NodePointer, _ version: UInt64) {
    if !recordExpected(source, version), !isKnownToHaveRead(source) { recordUnexpected(source, version) }
  }

  /// The same for a node that the last computation read here too: false if it did not.
  @inlinable @inline(__always) func recordExpected(_ source: NodePointer, _ version: UInt64) -> Bool {
    guard let edge = pointee.cursor?.pointee, edge.pointee.source == source else { return false }
    edge.pointee.version = version
    pointee.cursor = edge.sourcesBehind
    noteOrigin(of: source)
    return true
  }

  @inlinable @inline(__always) func isKnownToHaveRead(_ source: NodePointer) -> Bool {
    source.pointee.lastRun.load(ordering: .relaxed) == pointee.run
  }

  @usableFromInline @inline(never) func recordUnexpected(_ source: NodePointer, _ version: UInt64) {
    let node = pointee.node!
    let cursor = pointee.cursor!
    numberSources()
    if isKnownToHaveRead(source) { return }
    source.pointee.lastRun.store(pointee.run, ordering: .relaxed)
    noteOrigin(of: source)
    let edge = Dependency.make(from: source, to: node, version: version, next: cursor.pointee)
    cursor.pointee = edge
    node.computed.pointee.hasOtherSources = true
    pointee.cursor = edge.sourcesBehind
    pointee.endOfNumbers = edge.sourcesBehind
  }

  /// Gives the sources that were read since the last time the number of this computation.
  private func numberSources() {
    if pointee.run == Frame.noRun {
      pointee.run = Frame.nextRun()
      pointee.endOfNumbers = pointee.node!.computed.sources
    }
    while pointee.endOfNumbers != pointee.cursor, let edge = pointee.endOfNumbers!.pointee {
      edge.pointee.source.pointee.lastRun.store(pointee.run, ordering: .relaxed)
      pointee.endOfNumbers = edge.sourcesBehind
    }
  }

  @inlinable @inline(__always) func noteOrigin(of source: NodePointer) {
    let origin = source.pointee.origin.load(ordering: .relaxed)
    if origin > pointee.origin { pointee.origin = origin }
  }

  /// The sources of the last computation that this one has not read; they are not sources any more.
  func cutUnreadSources() -> DependencyPointer? {
    let dropped = pointee.endOfReads!.pointee
    pointee.endOfReads!.pointee = nil
    return dropped
  }

  /// Where a set in this frame goes, if it belongs to a transaction: also that of a closure which the transaction has called
  /// by reading a property.
  var logOfSets: LogPointer? {
    var frame = self
    while frame.pointee.log == nil, let outer = frame.pointee.outer { frame = outer }
    return frame.pointee.log
  }

  /// Of a frame with a log: whether its code runs in `untracked`, inside the transaction.
  var isUntrackedInTransaction: Bool { pointee.outer?.pointee.log == pointee.log }

  /// Of a frame with a log: where what the transaction reads is read too, because the code around it is computed from that.
  @usableFromInline var frameAroundTransaction: FramePointer? {
    isUntrackedInTransaction ? nil : pointee.outer
  }

  /// The code in this frame is about to set a property: in a log, or at once.
  @usableFromInline func beginSet() -> LogPointer? {
    let log = logOfSets
    if log == nil { noteSet() }
    return log
  }

  /// The code in this frame sets a property: so do the computations that it belongs to.
  func noteSet() {
    OwnChanges.begin(since: pointee.moment)
    var frame: FramePointer? = self
    while let inner = frame {
      if let node = inner.pointee.node, inner.pointee.snapshot == nil {
        node.computed.pointee.sets.store(.properties, ordering: .relaxed)
      }
      frame = inner.pointee.outer
    }
  }

  /// What the code in this frame computes cannot be stored.
  @usableFromInline func noteBusy(isBehind: Bool = false) { computation.pointee.noteBusy(isBehind: isBehind) }

  /// The computation that the code in this frame belongs to.
  private var computation: FramePointer {
    var frame = self
    while frame.pointee.node == nil, let outer = frame.pointee.outer { frame = outer }
    return frame
  }

  // MARK: Rings

  /// Whether it is not known that the frame at `depth` depends on what is computed in this one. Where that is known of a
  /// frame in between, because a ring was closed there, it is known of those around it.
  @usableFromInline func isGuess(inside depth: Int32) -> Bool {
    var frame: FramePointer? = self
    while let inner = frame, inner.pointee.depth > depth, inner.pointee.ringDepth > depth {
      if inner.pointee.isGuess { return true }
      frame = inner.pointee.outer
    }
    return false
  }

  /// The frame that computes a node, or nil if none does.
  func frame(computing node: NodePointer) -> FramePointer? {
    var frame: FramePointer? = self
    while let inner = frame {
      if inner.pointee.node == node, inner.pointee.snapshot == nil { return inner }
      frame = inner.pointee.outer
    }
    return nil
  }

  /// The code in this frame reads a node that is computed by the frame at `depth`, or waits for it: all between them
  /// depend on themselves. Where one of them is known to do so by way of that frame, those around it are known to as well.
  func closeRing(at depth: Int32) {
    var frame: FramePointer? = self
    while let inner = frame, inner.pointee.depth >= depth, inner.pointee.ringDepth > depth {
      if inner.pointee.node != nil { inner.pointee.noteRing(depth) }
      frame = inner.pointee.outer
    }
  }

  /// The ring that the computation around this walk is part of has to be computed again.
  func doubtRing() { pointee.outer?.computation.pointee.noteDoubt() }

  /// Names the nodes of a ring, outermost first.
  func stopAtRing(_ depth: Int32) -> Never {
    #if hasFeature(Embedded)
      stopProgram("a property is computed from itself")
    #else
      var names: [String] = []
      var frame: FramePointer? = self
      while let inner = frame, inner.pointee.depth >= depth {
        if let node = inner.pointee.node {
          let name = node.pointee.node._withUnsafeGuaranteedRef { "\($0.name)" }
          // A `map` is called what its source is called.
          if names.first != name { names.insert(name, at: 0) }
        }
        frame = inner.pointee.outer
      }
      names.append(names.first ?? "")
      fatalError(
        "a property is computed from itself: \(names.joined(separator: " -> ")). Give one of them a value for this with "
          + "onCycle:, or compute one of them without the others")
    #endif
  }

  var isInRing: Bool { pointee.ringDepth != Frame.noRing }

  /// A node of a ring has been computed that an outer frame closes: it waits for that frame.
  @usableFromInline func leaveOpen(since: UInt64) {
    let node = pointee.node!
    let holder = holderOfRing
    // What the holder has already waits for a frame that the holder depends on, as this node does.
    let depth =
      holder.pointee.members.map { Swift.min($0.computed.pointee.ringDepth, pointee.ringDepth) }
      ?? pointee.ringDepth
    node.computed.pointee.phase = .inOpenRing
    node.computed.pointee.ringDepth = depth
    pointee.members?.wait(for: depth)
    holder.pointee.members?.wait(for: depth)
    // The node and its members come before those that the holder has.
    let last = pointee.members == nil ? node : pointee.lastMember!
    node.computed.nextInRing = pointee.members
    last.computed.nextInRing = holder.pointee.members
    holder.pointee.joinedValidity = Frame.Validity(since: since, origin: pointee.origin)
      .joined(with: pointee.validityOfMembers).joined(with: holder.pointee.validityOfMembers)
    if holder.pointee.members == nil { holder.pointee.lastMember = last }
    holder.pointee.members = node
    pointee.members = nil
  }

  /// The frame that computes what this one is computed for.
  private var holderOfRing: FramePointer {
    var holder = pointee.outer!
    while holder.pointee.node == nil { holder = holder.pointee.outer! }
    return holder
  }

  @usableFromInline var isInOpenRing: Bool {
    pointee.ringDepth < pointee.depth
  }

  /// The node that closes a ring has been computed: it and the others get their value, if nothing that they read has changed.
  /// Whether they are a ring depends on all that one of them reads, so they have it since the same moment.
  @usableFromInline func closeRing(since: UInt64, isUnchanged: Bool) -> Bool {
    let root = pointee.node!
    let validity = Frame.Validity(since: since, origin: pointee.origin)
      .joined(with: pointee.validityOfMembers)
    let members = pointee.members
    if let members, !PropertyGraph.withLock({ root.isMarkAsChecked && members.areAsChecked }) { return false }
    root.storeCycleValue(isUnchanged, validity)
    members?.forEachInRing { $0.storeCycleValue($0.computed.pointee.isUnchangedByRing, validity) }
    // Before other threads can claim one of them, and give it another version.
    root.noteVersionsOfRing()
    members?.forEachInRing { $0.noteVersionsOfRing() }
    leaveRing(isCurrent: true)
    return true
  }

  private func leaveRing(isCurrent: Bool) {
    let members = pointee.members
    pointee.members = nil
    members?.forEachInRing { $0.leaveRing(isCurrent: isCurrent) }
  }

  /// The same in a snapshot. What has come to nothing waits for no frame further out.
  func leaveRing(_ entry: EntryPointer) {
    let members = pointee.entries
    pointee.entries = nil
    entry.pointee.nextInRing = members
    if pointee.isBusy || !isInOpenRing { return entry.closeRing() }
    let holder = holderOfRing
    let others = holder.pointee.entries
    let depth = others.map { Swift.min($0.pointee.depth!, pointee.ringDepth) } ?? pointee.ringDepth
    entry.pointee.depth = depth
    members?.wait(for: depth)
    others?.wait(for: depth)
    let last = members == nil ? entry : pointee.lastEntry!
    last.pointee.nextInRing = others
    if others == nil { holder.pointee.lastEntry = last }
    holder.pointee.entries = entry
  }

  /// The computation has come to nothing.
  @usableFromInline func abandonRing() { leaveRing(isCurrent: false) }
}

extension NodePointer {
  /// This member of a ring and those behind it, all of which wait for the same frame, wait for the one at `depth`.
  fileprivate func wait(for depth: Int32) {
    var next = computed.pointee.ringDepth == depth ? nil : Optional(self)
    while let node = next {
      node.computed.pointee.ringDepth = depth
      next = node.computed.nextInRing
    }
  }

  /// Calls `body` with this member of a ring and those behind it.
  fileprivate func forEachInRing(_ body: (NodePointer) -> Void) {
    var next: NodePointer? = self
    while let node = next {
      // Read first: `body` may end the ring.
      next = node.computed.nextInRing
      body(node)
    }
  }

  /// Under the lock: whether no change has reached this member of a ring or one behind it since its sources were looked at,
  /// which held then.
  fileprivate var areAsChecked: Bool {
    var next: NodePointer? = self
    while let node = next, node.isMarkAsChecked, !node.computed.pointee.needsValue {
      next = node.computed.nextInRing
    }
    return next == nil
  }

  fileprivate func storeCycleValue(_ isUnchanged: Bool, _ validity: Frame.Validity) {
    pointee.node._withUnsafeGuaranteedRef {
      $0.storeCycleValue(isUnchanged: isUnchanged, since: validity.since, origin: validity.origin)
    }
  }

  /// What the members of a ring read of each other had no version yet.
  fileprivate func noteVersionsOfRing() {
    var next = computed.pointee.firstSource
    while let edge = next {
      if edge.pointee.version == 0 { edge.pointee.version = edge.pointee.source.version }
      next = edge.pointee.nextSource
    }
  }

  fileprivate func leaveRing(isCurrent: Bool) {
    computed.nextInRing = nil
    if computed.pointee.isHeldByWalk, isCurrent {
      computed.pointee.isHeldByWalk = false
      computed.pointee.phase = .done
      storeMark()
    } else if computed.pointee.isHeldByWalk {
      checkAgain()
    } else if isCurrent {
      release(asCurrent: true)
    } else {
      computed.pointee.needsValue = true
      release(asCurrent: false)
    }
  }
}
