/// A node whose observers have to be told of something.
@usableFromInline struct Announcement {
  /// Retained until it has been announced.
  let node: Unmanaged<GraphNode>
  let isEnd: Bool
  /// Of a node that is set: the value that its observers have not been told yet.
  var value: AnyObject?
  var version: UInt64 = 0
  /// When it was observed first, compared with others.
  let since: UInt64
  var cause = Cause()
}

/// What a change has to announce, collected under the lock.
@usableFromInline struct Announcements {
  fileprivate(set) var all: [Announcement] = []
  /// Whether the node that was changed is observed itself.
  var includesOrigin = false
  private var isInOrder = true
  fileprivate var areUnsettled = false

  init() {}

  var isEmpty: Bool { all.isEmpty }

  /// Under the lock, for a node that has observers: they keep it.
  mutating func add(_ node: NodePointer, isEnd: Bool = false) {
    _ = node.pointee.node.retain()
    let since = node.pointee.observedSince
    if let last = all.last, since < last.since { isInOrder = false }
    all.append(Announcement(node: node.pointee.node, isEnd: isEnd, since: since))
  }

  /// Under the lock.
  mutating func add(_ node: NodePointer, value: AnyObject, version: UInt64) {
    add(node)
    all[all.count - 1].value = value
    all[all.count - 1].version = version
  }

  /// Retained before. That it is announced has nothing to do with what this thread announces now.
  mutating func addUnsettled(_ node: Unmanaged<GraphNode>) {
    all.append(Announcement(node: node, isEnd: false, since: 0))
    areUnsettled = true
  }

  fileprivate mutating func sort() {
    if !isInOrder { all.sort { $0.since < $1.since } }
  }
}

/// The announcements that this thread makes, one after the other: those of a change that an observer makes come after
/// those that it interrupted.
@usableFromInline struct Wave {
  private var queue: [Announcement]
  private var next = 0
  /// Why what is announced now is announced.
  private var cause = Cause()

  private init(_ found: Announcements) { queue = found.all }

  private static var current: UnsafeMutablePointer<Wave>? {
    CurrentThread.graphWave.map { $0.assumingMemoryBound(to: Wave.self) }
  }

  static var isUnderWay: Bool { current != nil }

  @usableFromInline static func announce(_ found: consuming Announcements) {
    if found.isEmpty { return PropertyGraph.settle() }
    found.sort()
    if let current { return current.pointee.add(found) }
    run(found, nil) {}
  }

  /// The same after a value of the node that was changed, while this thread makes other announcements.
  static func announce(
    _ found: consuming Announcements, after node: GraphNode, _ value: AnyObject, _ version: UInt64
  ) {
    found.sort()
    let origin = Announcement(
      node: .passRetained(node), isEnd: false, value: value, version: version, since: 0)
    found.all.insert(origin, at: 0)
    current!.pointee.add(found)
  }

  /// The same while it makes no others.
  static func announce(_ found: consuming Announcements, after node: GraphNode, _ tellOrigin: () -> Void) {
    found.sort()
    run(found, node, tellOrigin)
  }

  private static func run(_ found: Announcements, _ origin: GraphNode?, _ tellOrigin: () -> Void) {
    var wave = Wave(found)
    withUnsafeMutablePointer(to: &wave) { wave in
      CurrentThread.graphWave = UnsafeMutableRawPointer(wave)
      defer { CurrentThread.graphWave = nil }
      Frame.outside {
        if let origin { wave.pointee.cause.add(.passUnretained(origin)) }
        tellOrigin()
        if !found.areUnsettled { PropertyGraph.settle() }
        while wave.announceNext() {}
      }
    }
  }

  private var isEmpty: Bool { next == queue.count }

  private mutating func add(_ found: Announcements) {
    for var announcement in found.all {
      if !found.areUnsettled { announcement.cause = cause }
      queue.append(announcement)
    }
  }

  fileprivate mutating func takeNext() -> Announcement? {
    if isEmpty {
      queue.removeAll(keepingCapacity: true)
      next = 0
      return nil
    }
    defer { next += 1 }
    // A long wave keeps no more than what is still to come.
    if next >= 1024, next * 2 > queue.count {
      queue.removeFirst(next)
      next = 0
    }
    return queue[next]
  }

  fileprivate mutating func begin(_ announcement: Announcement) {
    cause = announcement.cause
    cause.add(announcement.node)
  }
}

extension UnsafeMutablePointer<Wave> {
  fileprivate func announceNext() -> Bool {
    guard let announcement = pointee.takeNext() else { return false }
    pointee.begin(announcement)
    announcement.node._withUnsafeGuaranteedRef { node in
      if let value = announcement.value {
        node.announce(value, version: announcement.version)
      } else if announcement.isEnd {
        node.announceEnd()
      } else {
        node.announce()
      }
    }
    announcement.node.release()
    return true
  }
}

/// How long one change has been causing others, through observers that set what they or others observe.
///
/// Such a chain may be as long as there are nodes, but must not come back to the same node again and again. Whether it
/// does is found with one node that is kept for comparison, and replaced after 1, 2, 4, 8 … steps.
struct Cause {
  /// How often a chain may come back before the program is stopped (contract R5).
  static let limit = 10_000

  private var steps = 0
  private var nextCheckpoint = 1
  private var checkpoint: UnsafeMutableRawPointer?
  private var returns = 0

  mutating func add(_ node: Unmanaged<GraphNode>) {
    steps += 1
    let address = node.toOpaque()
    if address == checkpoint {
      returns += 1
      if returns > Self.limit { stop(node) }
    } else if steps >= nextCheckpoint {
      checkpoint = address
      nextCheckpoint *= 2
    }
  }

  private func stop(_ node: Unmanaged<GraphNode>) -> Never {
    #if hasFeature(Embedded)
      fatalError()
    #else
      let name = node._withUnsafeGuaranteedRef { "\($0.name)" }
      fatalError("properties change each other without coming to rest: \(name)")
    #endif
  }
}
