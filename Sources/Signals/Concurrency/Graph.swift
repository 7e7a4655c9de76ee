import Synchronization

/// What connects properties: who reads whom, and how a change spreads.
///
/// A change *marks*: the wave walks from what was set to everything that is observed and may be concerned.
/// A read *computes*: each of those is brought up to date, and tells its observers only if its value is
/// another one. Marking is short, calls nobody and happens under one lock; computing and telling happen under
/// none.
@usableFromInline enum Graph {
  /// Counts the changes that a derived value may depend on. A derived value that was up to date in this epoch
  /// still is.
  @usableFromInline static let epoch = Atomic<UInt64>(1)

  private struct State {
    var waves: UInt64 = 0
    var observations: UInt64 = 0
  }
  private static let state = Guarded(State())
  fileprivate static let writeTurn = WriteTurn()

  /// Tells everybody who observes something that depends on `source`.
  ///
  /// At an end, those that cannot change any more complete.
  @usableFromInline @inline(never) static func spread(from source: AnyNode, isEnd: Bool = false) {
    spread(fromAll: CollectionOfOne(source), isEnd)
  }

  /// Tells everybody who observes something that depends on any of `sources`, once.
  static func spread(from sources: [AnyNode]) { spread(fromAll: sources, false) }

  @inline(__always)
  private static func spread(fromAll sources: some Sequence<AnyNode>, _ isEnd: Bool) {
    var observed = NodeList()
    state.withLock { state in
      state.waves += 1
      var marked = Marked()
      var (isInOrder, latest) = (true, UInt64(0))
      for source in sources { source.mark(state.waves, &marked) }
      while let node = marked.next() {
        node._withUnsafeGuaranteedRef { node in
          if node.isObserved {
            if node.observedSince < latest { isInOrder = false }
            latest = node.observedSince
            observed.append(Unmanaged.passRetained(node))
          }
          node.mark(state.waves, &marked)
        }
      }
      if !isInOrder {
        observed.nodes.sort {
          $0.takeUnretainedValue().observedSince < $1.takeUnretainedValue().observedSince
        }
      }
    }
    Context.outside {
      writeTurn.take { hasTurn in
        for node in observed.nodes {
          node._withUnsafeGuaranteedRef { isEnd ? $0.endIfFinal() : $0.teller($0, hasTurn) }
          node.release()
        }
      }
    }
  }

  fileprivate static func withLock<Result>(_ body: () -> Result) -> Result {
    state.withLock { _ in body() }
  }

  /// When something was observed, compared with others. Under the lock.
  fileprivate static func withNextObservation<Result>(_ body: (UInt64) -> Result) -> Result {
    state.withLock { state in
      state.observations += 1
      return body(state.observations)
    }
  }

  // MARK: Several changes at once

  /// Odd while a transaction stores its values.
  private static let commits = Atomic<UInt64>(0)
  private static let commit = Lock()

  /// Runs `body`, which stores several values, as one step.
  static func inOneStep(_ body: () -> Void) {
    commit.withLock {
      commits.wrappingAdd(1, ordering: .sequentiallyConsistent)
      body()
      commits.wrappingAdd(1, ordering: .sequentiallyConsistent)
    }
  }

  /// What `body` finds out while no transaction stores its values.
  static func betweenCommits<Result>(_ body: () -> Result) -> Result {
    while true {
      let before = commits.load(ordering: .sequentiallyConsistent)
      if before & 1 == 1 {
        commit.withLock {}
        continue
      }
      let result = body()
      if commits.load(ordering: .sequentiallyConsistent) == before { return result }
    }
  }
}

/// A property in the graph, whatever its value.
///
/// Sendable because everything mutable is touched only while the lock of the graph is held, or is atomic.
@usableFromInline class AnyNode: @unchecked Sendable {
  @usableFromInline typealias Updater = @Sendable (AnyNode, _ epoch: UInt64, _ hasTurn: Bool) -> Void

  // What is rarely touched stands first, what each wave and each computation touches last, next to what the kind of
  // node adds: few cache lines have to come for it.

  @usableFromInline final let name: PropertyName
  /// Brings the value up to date and says which one it is.
  @usableFromInline final let refresher: @Sendable (AnyNode) -> Stamp
  // These and the other variables are touched only while the lock of the graph is held.
  @exclusivity(unchecked) private final var last: Unmanaged<Edge>?
  /// Observers, and edges from here.
  @exclusivity(unchecked) private final var users = 0
  /// What the value was computed from last, and in which generation.
  @exclusivity(unchecked) private final var sources: [Source]
  @exclusivity(unchecked) private final var sourcesGeneration: UInt64 = 0
  /// To the sources, as long as somebody needs to hear of changes.
  @exclusivity(unchecked) private final var edges: [Edge] = []
  /// The generation of a value that was set, as soon as the epoch says that there is a new one.
  @usableFromInline final let announced = Atomic<UInt64>(1)

  /// Brings the value up to date and tells the observers, if it is another one.
  @usableFromInline final let teller: @Sendable (AnyNode, _ hasTurn: Bool) -> Void
  @exclusivity(unchecked) private final var first: Unmanaged<Edge>?
  @exclusivity(unchecked) private final var wave: UInt64 = 0
  @exclusivity(unchecked) fileprivate final var nextMarked: Unmanaged<AnyNode>?
  @exclusivity(unchecked) fileprivate final var observedSince: UInt64 = 0
  @exclusivity(unchecked) private final var observers = 0
  /// What it reads, if that is always one and the same.
  @usableFromInline final let onlySource: Unmanaged<AnyNode>?
  /// Brings a computed value up to date, as of an epoch.
  @usableFromInline final let updater: Updater
  /// Of a computed value: the last epoch of which it is known that it was up to date.
  @usableFromInline final let validated = Atomic<UInt64>(0)
  /// Some thread is running somebody's code to compute the value.
  @usableFromInline final let isComputing = Atomic<Bool>(false)
  @usableFromInline final let isComputed: Bool
  /// Whether something derived has ever read it: its changes count for the epoch from then on.
  @usableFromInline final let isRead = Atomic<Bool>(false)
  /// Whether a wave can begin here.
  @usableFromInline final let hasReaders = Atomic<Bool>(false)
  /// Nothing can change any more.
  @usableFromInline final let isOver = Flag()
  /// What was made in a run is used in later ones.
  @usableFromInline final let hasMemory: Bool
  /// What it reads is known beforehand, and read in each run.
  @usableFromInline final let hasFixedSources: Bool

  @usableFromInline init(
    _ name: PropertyName, isComputed: Bool, hasMemory: Bool = false, sources: [AnyNode]?,
    _ updater: @escaping Updater,
    _ refresher: @escaping @Sendable (AnyNode) -> Stamp,
    _ teller: @escaping @Sendable (AnyNode, _ hasTurn: Bool) -> Void
  ) {
    self.name = name
    self.isComputed = isComputed
    self.hasMemory = hasMemory
    hasFixedSources = sources != nil
    onlySource = sources?.count == 1 ? Unmanaged.passUnretained(sources![0]) : nil
    self.sources = (sources ?? []).map { Source(node: $0, version: 0) }
    self.updater = updater
    self.refresher = refresher
    self.teller = teller
  }

  /// Releases long chains one by one: each source that nobody else has would release its own in its `deinit`,
  /// on a stack as deep as the chain.
  deinit {
    var released: [AnyNode] = []
    Self.move(&sources, to: &released)
    while var node = released.popLast() {
      if isKnownUniquelyReferenced(&node) { Self.move(&node.sources, to: &released) }
    }
  }

  private static func move(_ sources: inout [Source], to released: inout [AnyNode]) {
    for source in sources where source.node.isComputed { released.append(source.node) }
    sources = []
  }

  @inlinable @inline(__always) final func refresh() -> Stamp { refresher(self) }

  /// Brings long chains of values that each read one other up to date from above: they would be computed from
  /// below, one inside the other, on a stack as deep as the chain.
  @usableFromInline @inline(never) final func refreshChain(_ epoch: UInt64, _ hasTurn: Bool) {
    if !hasTurn { return Graph.writeTurn.take { update(chain(epoch), hasTurn: $0) } }
    update(chain(epoch), hasTurn: true)
  }

  private final func update(_ chain: borrowing NodeList, hasTurn: Bool) {
    for node in chain.nodes.reversed() {
      // If somebody sets something meanwhile, the rest is validated for the new epoch at once.
      node._withUnsafeGuaranteedRef {
        $0.updater($0, Graph.epoch.load(ordering: .sequentiallyConsistent), hasTurn)
      }
    }
  }

  /// The values above that have to be looked at, uppermost last, as long as each reads one other.
  private final func chain(_ epoch: UInt64) -> NodeList {
    var chain = NodeList()
    var above = onlySource
    while let node = above, node._withUnsafeGuaranteedRef({ $0.isBehind(epoch) }) {
      chain.append(node)
      above = node._withUnsafeGuaranteedRef { $0.onlySource }
    }
    return chain
  }

  /// Whether the value still holds, found out without computing anything.
  final func isSettled() -> Bool {
    let epoch = Graph.epoch.load(ordering: .sequentiallyConsistent)
    let chain = chain(epoch)
    for node in chain.nodes.reversed() { _ = node._withUnsafeGuaranteedRef { $0.settledVersion(epoch) } }
    return settledVersion(epoch) != nil
  }

  /// The version, if the value still holds.
  func settledVersion(_ epoch: UInt64) -> UInt64? { preconditionFailure("abstract") }

  /// Whether a value that was computed from versions with this sum still holds.
  final func areSourcesSettled(_ seen: UInt64, _ generation: UInt64, _ epoch: UInt64) -> Bool {
    let last = lastSources
    // Sources that are always the same have no generation.
    guard last.generation == 0 || last.generation == generation else { return false }
    var sum: UInt64 = 0
    for source in last.all {
      guard let version = source.node.settledVersion(epoch) else { return false }
      sum &+= version
    }
    return sum == seen
  }

  /// Computes the value in an overlay, which keeps it.
  func compute(in overlay: Overlay) { preconditionFailure("abstract") }

  @inlinable @inline(__always) final func isBehind(_ epoch: UInt64) -> Bool {
    isComputed && validated.load(ordering: .acquiring) != epoch
  }

  /// Whether two values above have to be looked at, one after the other.
  @inlinable @inline(__always) final func isBelowChain(_ epoch: UInt64) -> Bool {
    guard let above = onlySource else { return false }
    return above._withUnsafeGuaranteedRef { above in
      guard above.isBehind(epoch), let next = above.onlySource else { return false }
      return next._withUnsafeGuaranteedRef { $0.isBehind(epoch) }
    }
  }

  /// For a value that was set: what was computed from it has to be looked at again.
  @inlinable @inline(__always) final func announce(_ generation: UInt64) {
    if isRead.load(ordering: .sequentiallyConsistent) {
      Graph.epoch.wrappingAdd(1, ordering: .sequentiallyConsistent)
    }
    announced.store(generation, ordering: .releasing)
  }

  /// For a value that was read: if whoever set it has not come to announcing it, this does. Otherwise what was
  /// computed from the value before would seem to hold: somebody could read the new value and then the old one of
  /// what depends on it, or compute from both without noticing a change until the end.
  @inlinable @inline(__always) final func announceIfNew(_ generation: UInt64) {
    if !isComputed, announced.load(ordering: .acquiring) < generation {
      Graph.epoch.wrappingAdd(1, ordering: .sequentiallyConsistent)
    }
  }

  /// Says, before the version is read, that somebody depends on it.
  @inlinable @inline(__always) final func markAsRead() {
    if !isRead.load(ordering: .acquiring) { isRead.store(true, ordering: .sequentiallyConsistent) }
  }

  /// Whether everything that was read was there at one moment: nothing has been set or computed since the
  /// first read of each, and no transaction was storing its values.
  @usableFromInline final func holds(_ reading: Reading) -> Bool {
    // Those that are always the same are never written again.
    let read = hasFixedSources ? sources : reading.sources ?? []
    return Graph.betweenCommits { read.reduce(0) { $0 &+ $1.node.refresh().generation } } == reading.exact
  }

  /// Runs somebody's code, which should not ask for the value that it computes.
  ///
  /// If it does, this is called again inside itself. It may also be another thread that calls; therefore the
  /// code gets a context then, which finds that out.
  @inlinable @inline(__always)
  final func run<Result>(_ overlay: Overlay?, _ body: () -> Result) -> Result {
    if isComputing.load(ordering: .relaxed) { return Context.compute(self, overlay, body).0 }
    isComputing.store(true, ordering: .relaxed)
    defer { isComputing.store(false, ordering: .relaxed) }
    return body()
  }

  // MARK: Ends

  /// Tells the observers that no change will follow.
  @usableFromInline func finish() { preconditionFailure("abstract") }

  /// Nobody can set the value any more. Inside a transaction that has set it, the end waits for that change.
  @usableFromInline final func end() {
    if Context.isAnyActive, let transaction = Context.transaction, transaction.postponesEnd(of: self) {
      return
    }
    if isOver.set() {
      finish()
      if hasReaders.load(ordering: .sequentiallyConsistent) { Graph.spread(from: self, isEnd: true) }
    }
  }

  /// Whether the value cannot change any more: nobody can set it, or what it was computed from.
  private final var isFinal: Bool {
    var waiting = [self]
    // Those that read several are looked at once: the ways to them may be many.
    var seen: Set<ObjectIdentifier> = []
    while let node = waiting.popLast() {
      if node.isOver.isSet { continue }
      if !node.isComputed { return false }
      if node.onlySource == nil, !seen.insert(ObjectIdentifier(node)).inserted { continue }
      waiting += node.lastSources.all.map { $0.node }
    }
    return true
  }

  /// Ends the node if its value cannot change any more.
  @usableFromInline final func endIfFinal() {
    guard isFinal, isOver.set() else { return }
    finish()
    let released = Graph.withLock { Self.unlink(takeEdges()) }
    withExtendedLifetime(released) {}
  }

  // MARK: Links
  // What falls out of the lists is released after the lock: somebody's `deinit` may run then.

  /// What the value was computed from last, and in which generation.
  final var lastSources: (all: [Source], generation: UInt64) {
    Graph.withLock { (sources, sourcesGeneration) }
  }

  /// Whether nothing has changed of what the value of this generation was computed from. False, too, if
  /// somebody is just about to say what that was.
  ///
  /// Asked in the order of reading, and no further than to the first change: with another value there, what
  /// was read after it may not be asked for any more, or may not even be computable.
  @usableFromInline final func areSourcesSame(_ generation: UInt64) -> Bool {
    let last = lastSources
    return last.generation == generation && last.all.allSatisfy { $0.node.refresh().version == $0.version }
  }

  /// A shortest way to what this value was computed from by way of others, without `source` itself.
  final func way(to source: AnyNode) -> [AnyNode] {
    var ways: [[AnyNode]] = [[self]]
    var seen = [ObjectIdentifier(self)]
    var next = 0
    while next < ways.count {
      let way = ways[next]
      next += 1
      if way.last! === source { return way.dropLast() }
      for read in way.last!.lastSources.all where !seen.contains(ObjectIdentifier(read.node)) {
        seen.append(ObjectIdentifier(read.node))
        ways.append(way + [read.node])
      }
    }
    return [self]
  }

  /// Says what the value of this generation was computed from. True: waves come from other nodes now, and one
  /// may have been missed.
  @usableFromInline final func setSources(_ read: [Source], _ generation: UInt64) -> Bool {
    let (isLinked, released) = Graph.withLock { () -> (Bool, ([Source], [Edge])) in
      guard generation > sourcesGeneration else { return (false, ([], [])) }
      sourcesGeneration = generation
      let before = sources
      sources = read
      if read.elementsEqual(before, by: { $0.node === $1.node }) { return (false, (before, [])) }
      guard users > 0, !isOver.isSet else { return (false, (before, [])) }
      let old = edges
      Self.link(self)
      return (true, (before, Self.unlink(old)))
    }
    withExtendedLifetime(released) {}
    return isLinked
  }

  /// From here on waves reach the node.
  @usableFromInline final func beginObserving() {
    Graph.withNextObservation { now in
      if observers == 0 { observedSince = now }
      observers += 1
      users += 1
      if users == 1 { Self.link(self) }
    }
  }

  @usableFromInline final func endObserving() {
    let released = Graph.withLock { () -> [Edge] in
      observers -= 1
      users -= 1
      return users == 0 ? Self.unlink(takeEdges()) : []
    }
    withExtendedLifetime(released) {}
  }

  fileprivate final var isObserved: Bool { observers > 0 }

  fileprivate final func mark(_ wave: UInt64, _ marked: inout Marked) {
    var edge = first
    while let current = edge {
      edge = current._withUnsafeGuaranteedRef { edge in
        edge.toReader._withUnsafeGuaranteedRef { reader in
          if reader.wave != wave {
            reader.wave = wave
            marked.append(edge.toReader)
          }
        }
        return edge.next
      }
    }
  }

  /// Links a node to its sources, these to theirs, and so on; a loop, because chains may be long.
  private static func link(_ node: AnyNode) {
    var waiting = [node]
    while let node = waiting.popLast() {
      if node.isOver.isSet { continue }
      node.edges = node.sources.map { Edge(from: $0.node, to: node) }
      for edge in node.edges {
        edge.source.append(edge)
        edge.source.users += 1
        if edge.source.users == 1 { waiting.append(edge.source) }
      }
    }
  }

  /// Takes edges out, and the edges of sources that nobody needs any more; returns all of them.
  private static func unlink(_ edges: [Edge]) -> [Edge] {
    var removed = edges
    var next = 0
    while next < removed.count {
      let edge = removed[next]
      next += 1
      edge.source.remove(edge)
      edge.source.users -= 1
      if edge.source.users == 0 { removed += edge.source.takeEdges() }
    }
    return removed
  }

  private final func takeEdges() -> [Edge] {
    defer { edges = [] }
    return edges
  }

  private final func append(_ edge: Edge) {
    let reference = Unmanaged.passRetained(edge)
    edge.previous = last
    if let last { last._withUnsafeGuaranteedRef { $0.next = reference } } else { first = reference }
    last = reference
    hasReaders.store(true, ordering: .sequentiallyConsistent)
  }

  private final func remove(_ edge: Edge) {
    let (previous, next) = (edge.previous, edge.next)
    if let previous { previous._withUnsafeGuaranteedRef { $0.next = next } } else { first = next }
    if let next { next._withUnsafeGuaranteedRef { $0.previous = previous } } else { last = previous }
    if first == nil { hasReaders.store(false, ordering: .relaxed) }
    Unmanaged.passUnretained(edge).release()
  }
}

/// What a wave has marked and not looked at yet, first come, first served: a list threaded through the nodes,
/// because waves take turns.
private struct Marked {
  private var first: Unmanaged<AnyNode>?
  private var last: Unmanaged<AnyNode>?

  mutating func append(_ node: Unmanaged<AnyNode>) {
    if let last { last._withUnsafeGuaranteedRef { $0.nextMarked = node } } else { first = node }
    last = node
  }

  mutating func next() -> Unmanaged<AnyNode>? {
    guard let node = first else { return nil }
    first = node._withUnsafeGuaranteedRef { node in
      defer { node.nextMarked = nil }
      return node.nextMarked
    }
    if first == nil { last = nil }
    return node
  }
}

/// Nodes that somebody else keeps. An array would ask at each of them whether it has its memory for itself.
private struct NodeList: ~Copyable {
  fileprivate var nodes = UnsafeMutableBufferPointer<Unmanaged<AnyNode>>(start: nil, count: 0)
  private var capacity = 0

  @inline(__always) mutating func append(_ node: Unmanaged<AnyNode>) {
    if nodes.count == capacity { grow() }
    let start = nodes.baseAddress.unsafelyUnwrapped
    (start + nodes.count).initialize(to: node)
    nodes = UnsafeMutableBufferPointer(start: start, count: nodes.count &+ 1)
  }

  @inline(never) private mutating func grow() {
    capacity = Swift.max(8, capacity * 2)
    let start = UnsafeMutablePointer<Unmanaged<AnyNode>>.allocate(capacity: capacity)
    for (index, node) in nodes.enumerated() { (start + index).initialize(to: node) }
    nodes.baseAddress?.deallocate()
    nodes = UnsafeMutableBufferPointer(start: start, count: nodes.count)
  }

  deinit { nodes.baseAddress?.deallocate() }
}

/// One property reads another one. It keeps both: whoever observes a derived value need not keep it.
///
/// Sendable because it is touched only while the lock of the graph is held.
private final class Edge: @unchecked Sendable {
  let source: AnyNode
  let reader: AnyNode
  /// The same, for waves: reading it costs no retain.
  let toReader: Unmanaged<AnyNode>
  var next: Unmanaged<Edge>?
  var previous: Unmanaged<Edge>?

  init(from source: AnyNode, to reader: AnyNode) {
    self.source = source
    self.reader = reader
    toReader = Unmanaged.passUnretained(reader)
  }
}

/// Which value of a property it is.
@usableFromInline struct Stamp {
  /// Counts the values that differ.
  @usableFromInline let version: UInt64
  /// Counts the computations: equal generations mean that nothing was computed, or set, in between.
  @usableFromInline let generation: UInt64

  @inlinable init(version: UInt64, generation: UInt64) {
    self.version = version
    self.generation = generation
  }
}
