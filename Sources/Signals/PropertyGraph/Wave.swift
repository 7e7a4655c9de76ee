import Synchronization

/// What a change has to announce, collected under the lock.
@usableFromInline package struct Announcements: ~Copyable {
  /// A node that was set, and the value that its observers have not received yet, retained.
  @usableFromInline struct Origin: BitwiseCopyable {
    let node: NodePointer
    let generation: Generation
    let value: Unmanaged<AnyObject>
    let version: UInt64
    /// The change that the value goes back to.
    let number: UInt64
  }

  /// A node whose observers have to receive its newest value, or its end.
  @usableFromInline struct Computed: BitwiseCopyable {
    let node: NodePointer
    let generation: Generation
    /// When it was observed first, compared with others.
    let since: UInt64
    let isEnd: Bool
  }

  /// In the order in which they were set.
  @usableFromInline private(set) var origins = PlainList<Origin>()
  @usableFromInline private(set) var computed = PlainList<Computed>()
  @usableFromInline private(set) var newest: UInt64 = 0
  @usableFromInline private(set) var isInOrder = true
  /// Whether other threads have left these announcements to this one.
  @usableFromInline private(set) var areDelegated = false

  @inlinable package init() {}

  @usableFromInline var isEmpty: Bool { origins.isEmpty && computed.isEmpty }

  /// Under the lock, for a node that has observers.
  mutating func add(_ node: NodePointer, isEnd: Bool = false) {
    let generation = PropertyGraph.beginAnnouncing(node)
    let since = node.observedSince
    if since < newest { isInOrder = false }
    newest = since
    computed.append(Computed(node: node, generation: generation, since: since, isEnd: isEnd))
  }

  /// Its announcement has begun before. It has nothing to do with what this thread announces now.
  mutating func addDelegated(_ node: NodePointer, _ generation: Generation) {
    computed.append(Computed(node: node, generation: generation, since: 0, isEnd: false))
    areDelegated = true
  }

  /// A value that was set in a node that has observers, and whose announcement has begun under the lock.
  @usableFromInline mutating func add(
    _ node: NodePointer, _ generation: Generation, value: AnyObject, version: UInt64, origin: UInt64
  ) {
    origins.append(
      Origin(
        node: node, generation: generation, value: .passRetained(value), version: version, number: origin))
  }

  /// Observers of what was set are notified first, then those of what is computed from it, as they came.
  fileprivate mutating func sort() {
    if !isInOrder { computed.sort { $0.since < $1.since } }
  }
}

extension PropertyGraph {
  /// Under the lock: marks what depends on a node that is about to be changed with the number of the change, and collects
  /// what is observed.
  ///
  /// A node that is not current needs its mark raised, because another thread may be computing it, but not what is below
  /// it: that was marked when this one was. Except if it is claimed: perhaps it is current already, and this thread does
  /// not see it yet, but the thread that has claimed it goes on with what is below.
  @usableFromInline package static func mark(
    below origin: NodePointer, _ change: UInt64, _ found: inout Announcements
  ) {
    var first: NodePointer?
    var last: NodePointer?
    var changed = origin
    while true {
      var reader = changed.pointee.firstReader
      while let edge = reader {
        let node = edge.pointee.reader
        if mark(node, change, &found) {
          node.computed.pointee.nextMarked = nil
          if let last { last.computed.pointee.nextMarked = node } else { first = node }
          last = node
        }
        reader = edge.pointee.nextReader
      }
      guard let next = first else { return }
      first = next.computed.pointee.nextMarked
      if first == nil { last = nil }
      changed = next
    }
  }

  /// Under the lock: whether what is below the node has to be marked as well.
  @inline(__always) static func mark(
    _ node: NodePointer, _ change: UInt64, _ found: inout Announcements
  ) -> Bool {
    let mark = node.pointee.mark.load(ordering: .relaxed)
    if mark == change { return false }
    node.pointee.mark.store(change, ordering: .releasing)
    let state = node.pointee.state.load(ordering: .relaxed)
    if state & ~1 != mark { return state & 1 != 0 }
    if node.pointee.isObserved { found.add(node) }
    return node.pointee.firstReader != nil
  }
}

/// The announcements that this thread makes, one after the other: those of a change that an observer makes come after
/// those that it interrupted.
@usableFromInline package struct Wave {
  private final class Batch {
    let announcements: Announcements
    let cause: Cause?

    init(_ announcements: consuming Announcements, _ cause: Cause?) {
      self.announcements = announcements
      self.cause = cause
    }
  }

  private var waiting: [Batch]?
  /// How often changes have come back to a property they were caused by, all together.
  private var returns = 0
  /// Why this thread notifies observers now.
  fileprivate var context = Context()

  fileprivate struct Context {
    var cause: Cause?
    /// The node whose observers are notified, until it is a part of the cause.
    var node: Unmanaged<GraphNode>?
    /// The change that they are notified of, if it is one of the graph.
    var origin: UInt64?

    /// The observers of a node are notified next.
    @inline(__always) mutating func begin(
      _ node: Unmanaged<GraphNode>?, for cause: Cause? = nil, _ origin: UInt64? = nil
    ) {
      if self.cause !== cause { self.cause = cause }
      self.node = node
      self.origin = origin
    }
  }

  @usableFromInline package static var current: UnsafeMutablePointer<Wave>? {
    CurrentThread.graphWave.map { $0.assumingMemoryBound(to: Wave.self) }
  }

  /// Makes announcements, or keeps them for later: `found` is empty then. It is not consumed, because it would be copied
  /// from one function to the next.
  @usableFromInline package static func announce(_ found: inout Announcements) {
    if found.isEmpty { return PropertyGraph.settle() }
    let areDelegated = found.areDelegated
    found.sort()
    if let current {
      current.pointee.add(exchange(&found, with: Announcements()))
      if !areDelegated { PropertyGraph.settle() }
      return
    }
    run { wave in
      if !areDelegated { PropertyGraph.settle() }
      wave.announce(found, nil)
    }
  }

  /// The same while this thread makes no other announcements, after the observers of the node that was set were notified.
  @usableFromInline package static func announce(
    _ found: inout Announcements, after node: GraphNode, _ origin: UInt64,
    _ notify: (NodeObserver.Recipients) -> Void
  ) {
    found.sort()
    run { wave in
      wave.pointee.context.begin(.passUnretained(node), origin)
      if PropertyGraph.hasObserversComingFirst {
        if node.record.hasObserversComingFirst { notify(.comingFirst) }
        wave.announceToThoseComingFirst(found, nil)
        wave.pointee.context.begin(.passUnretained(node), origin)
      }
      notify(.all)
      PropertyGraph.settle()
      if !found.isEmpty { wave.announceToAll(found, nil) }
    }
  }

  @inline(__always) private static func run(_ begin: (UnsafeMutablePointer<Wave>) -> Void) {
    var wave = Wave()
    withUnsafeMutablePointer(to: &wave) { wave in
      CurrentThread.graphWave = UnsafeMutableRawPointer(wave)
      CurrentThread.purposes = Reasons.address
      defer {
        CurrentThread.graphWave = nil
        CurrentThread.purposes = nil
      }
      Frame.outside {
        begin(wave)
        while let batches = wave.pointee.waiting.take() {
          for batch in batches { wave.announce(batch.announcements, batch.cause) }
        }
      }
    }
  }

  private mutating func add(_ found: consuming Announcements) {
    let cause = found.areDelegated ? nil : makeCause()
    let batch = Batch(found, cause)
    if waiting == nil { waiting = [batch] } else { waiting!.append(batch) }
  }

  fileprivate mutating func makeCause() -> Cause? {
    if let node = context.node { context.cause = Cause(after: context.cause, node, &returns) }
    context.node = nil
    return context.cause
  }

  /// The change that this thread notifies observers of.
  @usableFromInline package static var origin: UInt64? { current?.pointee.context.origin }

  /// Whether what this thread notifies observers of has come back to the same properties so often that it will do so for
  /// ever.
  static var goesRound: Bool { current?.pointee.context.cause?.goesRound == true }

  /// The value that observers are about to receive goes back to that change.
  @usableFromInline static func note(origin: UInt64) { current?.pointee.context.origin = origin }
}

extension Wave {
  /// Sends an observer that has just begun the value as of now, which goes back to no change. What it sets in a
  /// transaction is part of that.
  @usableFromInline static func deliveringFirst(_ body: () -> Void) {
    guard let current else { return Frame.untracked(body) }
    inContext(Context(cause: current.pointee.makeCause())) { Frame.untracked(body) }
  }

  fileprivate static func inContext(_ context: Context, _ body: () -> Void) {
    guard let wave = current else {
      return run { wave in
        wave.pointee.context = context
        body()
        PropertyGraph.settle()
      }
    }
    let outer = wave.pointee.context
    wave.pointee.context = context
    body()
    wave.pointee.context = outer
  }
}

/// Why observers are notified, for the thread that notifies them.
///
/// Sendable because its members are constants.
private final class Reason: Purpose, @unchecked Sendable {
  private let cause: Cause?
  private let origin: UInt64?

  init(_ wave: UnsafeMutablePointer<Wave>) {
    cause = wave.pointee.makeCause()
    origin = wave.pointee.context.origin
  }

  override func deliver(_ body: () -> Void) {
    Wave.inContext(Wave.Context(cause: cause, origin: origin)) { Frame.outside(body) }
  }
}

/// Sendable because it has no members.
private final class Reasons: PurposeSource, @unchecked Sendable {
  /// Of the only one, which is never released: to look up an object costs more with each change.
  nonisolated(unsafe) static let address = Unmanaged.passRetained(Reasons()).toOpaque()

  package override var current: Purpose? { Wave.current.map { Reason($0) } }

  override func deliverWithout(_ body: () -> Void) { Wave.inContext(Wave.Context(), body) }
}

extension UnsafeMutablePointer<Wave> {
  /// After how many announcements nodes are let go of that have no observers any more.
  private static var share: Int { 256 }

  fileprivate func announce(_ found: borrowing Announcements, _ cause: Cause?) {
    if PropertyGraph.hasObserversComingFirst {
      announceToThoseComingFirst(found, cause)
    }
    announceToAll(found, cause)
  }

  /// What only remembers a value has it, when what acts on a change is notified of any of these (contract S11).
  @inline(never) fileprivate func announceToThoseComingFirst(
    _ found: borrowing Announcements, _ cause: Cause?
  ) {
    for index in 0..<found.origins.count
    where found.origins[index].node.hasObserversComingFirst {
      announce(found.origins[index], to: .comingFirst, cause)
    }
    for index in 0..<found.computed.count {
      let announcement = found.computed[index]
      if !announcement.isEnd, announcement.node.hasObserversComingFirst {
        announce(announcement, to: .comingFirst, cause)
      }
    }
    pointee.context.begin(nil)
  }

  fileprivate func announceToAll(_ found: borrowing Announcements, _ cause: Cause?) {
    for index in 0..<found.origins.count { announce(found.origins[index], cause) }
    var first = 0
    while first < found.computed.count {
      let share = first..<Swift.min(first + Self.share, found.computed.count)
      first = share.upperBound
      for index in share { announce(found.computed[index], cause) }
      pointee.context.begin(nil)
      PropertyGraph.endAnnouncing(share) { (found.computed[$0].node, found.computed[$0].generation) }
    }
    pointee.context.begin(nil)
  }

  private func announce(_ origin: Announcements.Origin, _ cause: Cause?) {
    announce(origin, to: .all, cause)
    origin.value.release()
    pointee.context.begin(nil)
    PropertyGraph.endAnnouncing(origin.node, origin.generation)
  }

  private func announce(
    _ origin: Announcements.Origin, to recipients: NodeObserver.Recipients, _ cause: Cause?
  ) {
    let node = origin.node.pointee.node
    pointee.context.begin(node, for: cause, origin.number)
    node._withUnsafeGuaranteedRef {
      $0.notifyObservers(recipients, .box(origin.value.takeUnretainedValue(), origin.version))
    }
  }

  @inline(__always) private func announce(
    _ announcement: Announcements.Computed, to recipients: NodeObserver.Recipients = .all, _ cause: Cause?
  ) {
    let node = announcement.node.pointee.node
    pointee.context.begin(node, for: cause)
    node._withUnsafeGuaranteedRef { $0.notifyObservers(recipients, announcement.isEnd ? .end : .change($0)) }
  }
}

/// A change that was announced, and the one that caused it: an observer has set what it or others observe.
///
/// Such a chain may be as long as there are nodes, but must not come back to the same node again and again. Whether it
/// does is found with one node that is kept for comparison, and replaced after 1, 2, 4, 8 … steps.
final class Cause: Sendable {
  /// How often a chain may come back before the program is stopped (contract R5).
  private static let limit = 10_000
  /// The same where there are many chains at once: the ten thousandth round of thousands of them would take minutes.
  private static let limitOfEach = 500
  private static let limitOfAll = 500_000

  private let steps: Int
  private let nextCheckpoint: Int
  /// Kept, so that no node that is made later has its address.
  private let checkpoint: GraphNode?
  private let returns: Int
  /// Whether half of what is allowed has been used.
  let goesRound: Bool
  /// The names of the nodes since the chain came back too often.
  private let loop: [String]?

  /// - Parameter returnsOfAll: How often the chains of a wave have come back.
  init(after cause: Cause?, _ node: Unmanaged<GraphNode>, _ returnsOfAll: inout Int) {
    let isReturn = cause?.checkpoint.map { Unmanaged.passUnretained($0).toOpaque() } == node.toOpaque()
    if isReturn, let loop = cause?.loop { Self.stop(loop, node) }
    steps = (cause?.steps ?? 0) + 1
    returns = (cause?.returns ?? 0) + (isReturn ? 1 : 0)
    if isReturn { returnsOfAll += 1 }
    let (own, all) = (returns, returnsOfAll)
    func isUsed(_ share: Int) -> Bool {
      own >= Self.limit / share || own >= Self.limitOfEach / share && all >= Self.limitOfAll / share
    }
    goesRound = isUsed(2)
    loop = cause?.loop != nil || isUsed(1) ? (cause?.loop ?? []) + [Self.name(of: node)] : nil
    let nextCheckpoint = cause?.nextCheckpoint ?? 1
    let isCheckpoint = steps >= nextCheckpoint && !isReturn && loop == nil
    self.nextCheckpoint = isCheckpoint ? nextCheckpoint * 2 : nextCheckpoint
    checkpoint = isCheckpoint ? node.takeUnretainedValue() : cause?.checkpoint
  }

  private static func name(of node: Unmanaged<GraphNode>) -> String {
    #if hasFeature(Embedded)
      ""
    #else
      node._withUnsafeGuaranteedRef { "\($0.name)" }
    #endif
  }

  private static func stop(_ loop: [String], _ node: Unmanaged<GraphNode>) -> Never {
    #if hasFeature(Embedded)
      stopProgram("properties change each other without coming to rest")
    #else
      let names = (loop + [name(of: node)]).joined(separator: " -> ")
      fatalError(
        "properties change each other without coming to rest: \(names). Let one of the bindings or observers set a "
          + "value that repeats, or remove it")
    #endif
  }
}
