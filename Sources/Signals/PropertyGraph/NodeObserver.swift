import Synchronization

/// An observer in the list of a node, which keeps it as long as it is there.
///
/// The list changes under the lock of the graph. A thread that announces something goes from one observer to the next
/// without the lock: an observer that is taken out still leads to those behind it, and is released when no announcement
/// is under way any more that may have reached it (``RetiredObservers``).
///
/// Sendable because `previous` is touched only under the lock of the graph, the link to the next one is atomic, and the other
/// members are constants.
@usableFromInline package class NodeObserver: LifetimeMember, @unchecked Sendable {
  /// What the observers of a node are notified of.
  @usableFromInline enum Notice {
    /// A change of a node that is computed: it is brought up to date, and its value is sent.
    case change(GraphNode)
    /// A value of a node that is set, with its version.
    case value(UnsafeRawPointer, UInt64)
    /// The same, in a box.
    case box(AnyObject, UInt64)
    /// The value cannot change any more.
    case end
  }

  /// Which of its observers are notified.
  @frozen @usableFromInline package enum Recipients {
    case all
    /// Those that come first (contract S11).
    case comingFirst
  }

  /// Notifies an observer and those behind it. A closure without captures: methods of a generic class that are called
  /// through one without parameters are not specialised.
  @usableFromInline typealias Notify = @Sendable (_ first: NodeObserver, Notice, Recipients) -> Void

  /// Not copyable, so that the closure is called without being retained.
  @frozen @usableFromInline struct Notifier: ~Copyable, Sendable {
    @usableFromInline let closure: Notify

    @inlinable init(_ closure: @escaping Notify) { self.closure = closure }
  }

  @usableFromInline final let node: GraphNode
  @usableFromInline final let notifier: Notifier
  /// The version of the value that was received last, or of later ones that must not be received; ``unknownVersion`` if
  /// that value had no version. One thread at a time writes it.
  @usableFromInline final let versionReceived = AtomicUInt64(0)
  /// The address of the next observer, or 0. Written under the lock, read by any thread.
  @usableFromInline final let addressOfNext = Atomic<UInt>(0)
  /// Under the lock. In the list the previous observer; of the first one, the last. Afterwards the one that was taken
  /// out before this one.
  @exclusivity(unchecked) fileprivate final var previous: Unmanaged<NodeObserver>?

  @usableFromInline init(of node: GraphNode, _ notifier: consuming Notifier) {
    self.node = node
    self.notifier = notifier
  }

  /// Only its lifetime disposes of it, when that ends.
  @usableFromInline package final override var isDisposed: Bool { false }

  /// Ends the observation; called once.
  @usableFromInline package final override func dispose() { PropertyGraph.endObserving(self) }

  @inlinable @inline(__always) final var next: Unmanaged<NodeObserver>? { Unmanaged(at: addressOfNext) }

  /// Notifies it and those behind it.
  @inlinable @inline(__always) final func notify(_ recipients: Recipients, _ notice: Notice) {
    notifier.closure(self, notice, recipients)
  }

  /// Whether it receives a change before other observers do, also those of other nodes.
  @usableFromInline var comesFirst: Bool { false }

  override final func comeFirst(_ place: FirstPlace) -> [AnyObject] {
    PropertyGraph.noteObserverComingFirst(of: node.record)
    return []
  }

  // MARK: Versions

  @inlinable static var unknownVersion: UInt64 { .max }

  @inlinable @inline(__always) final var received: UInt64 {
    get { versionReceived.load(ordering: .relaxed) }
    set { versionReceived.store(newValue, ordering: .relaxed) }
  }

  /// Whether that version, or a later one, has been received or is just being received. From any thread.
  @inlinable @inline(__always) final func hasReceived(_ version: UInt64) -> Bool {
    let received = received
    if version > received || received == Self.unknownVersion { return false }
    if (received ^ version) >> 39 != 0 { stopIfBegunAgain(version) }
    return true
  }

  /// Versions have 40 bits. An observer that has received the last one would take all that come next for older ones, and stay
  /// silent.
  @usableFromInline final func stopIfBegunAgain(_ version: UInt64) {
    let received = received
    if received == Self.unknownVersion || received < version || received - version < 1 << 39 { return }
    #if hasFeature(Embedded)
      stopProgram("a property has had 2^40 values while it was observed")
    #else
      fatalError(
        "a property has had 2^40 values while it was observed: \(node.name). End the observation and begin it again before "
          + "that")
    #endif
  }
}

extension Unmanaged<NodeObserver> {
  @inlinable @inline(__always) init?(at address: borrowing Atomic<UInt>) {
    guard let address = UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)) else { return nil }
    self = .fromOpaque(address)
  }
}

/// What an observer does, and what it has for that.
@usableFromInline package protocol ValueReceiver<Value>: ~Copyable, SendableMetatype {
  associatedtype Value: Sendable
  /// What puts into one order what is received.
  associatedtype Start: AnyObject

  /// Whether the observer receives a change before other ones.
  static func comesFirst(_ start: Start) -> Bool

  static func receive(_ value: Value, _ version: UInt64, by observer: ValueObserver<Self>)

  /// The value cannot change any more.
  static func complete(_ observer: ValueObserver<Self>)
}

extension ValueReceiver where Self: ~Copyable {
  @usableFromInline package static func comesFirst(_ start: Start) -> Bool { false }
}

/// An observer of a node with values of a type. All observers of a node have receivers of the same kind.
///
/// Sendable because `receiver` says who may touch it.
@usableFromInline
package final class ValueObserver<Receiver: ValueReceiver & ~Copyable>: NodeObserver, @unchecked Sendable {
  /// Not a part of the receiver: what cannot change is used without retaining it.
  @usableFromInline package let start: Receiver.Start
  @exclusivity(unchecked) @usableFromInline package var receiver: Receiver

  /// - Parameter notifier: Made where the type of the values is known: here it would not be specialised.
  @inlinable init(
    of node: GraphNode, _ notifier: consuming Notifier, _ start: Receiver.Start,
    _ receiver: consuming Receiver
  ) {
    self.start = start
    self.receiver = receiver
    super.init(of: node, notifier)
  }

  @usableFromInline override var comesFirst: Bool { Receiver.comesFirst(start) }

  /// Calls `body` with the observer and those behind it, as far as they are recipients. While an announcement of the node is
  /// under way, nothing is retained for that.
  @inlinable @inline(__always) package func forEach(
    _ recipients: Recipients = .all, _ body: (ValueObserver) -> Void
  ) {
    if case .comingFirst = recipients {
      return Self.forEach(from: .passUnretained(self)) { if $0.comesFirst { body($0) } }
    }
    body(self)
    if let next { Self.forEach(from: next, body) }
  }

  /// Out of line: most nodes have one observer.
  @inlinable @inline(never)
  package static func forEach(from first: Unmanaged<NodeObserver>, _ body: (ValueObserver) -> Void) {
    var following = Optional(first)
    while let current = following {
      current._withUnsafeGuaranteedRef { body(unsafeDowncast($0, to: ValueObserver.self)) }
      following = current._withUnsafeGuaranteedRef { $0.next }
    }
  }
}

extension PropertyNode {
  @inlinable @inline(__always) package func observer<Receiver: ValueReceiver<Value> & ~Copyable>(
    _ receiver: consuming Receiver, for start: Receiver.Start
  ) -> ValueObserver<Receiver> {
    let notifier = NodeObserver.Notifier { first, notice, recipients in
      let first = unsafeDowncast(first, to: ValueObserver<Receiver>.self)
      switch notice {
      case .change(let node): node.as(PropertyNode<Value>.self).announceNewest(to: first, recipients)
      case .value(let value, let version):
        let value = value.assumingMemoryBound(to: Value.self)
        first.forEach(recipients) { Receiver.receive(value.pointee, version, by: $0) }
      case .box(let box, let version):
        first.forEach(recipients) { Receiver.receive(ValueBox<Value>.value(in: box), version, by: $0) }
      case .end:
        first.forEach { observer in
          let node = observer.property
          if node.record.pointee.isComputed { node.announceStored(toOne: observer) }
          Receiver.complete(observer)
        }
      }
    }
    return ValueObserver(of: self, notifier, start, receiver)
  }
}

extension GraphNode {
  /// The first observer, while an announcement of the node is under way.
  @inlinable @inline(__always) package final var firstObserver: Unmanaged<NodeObserver>? {
    Unmanaged(at: addressOfFirstObserver)
  }

  @inline(__always) final func notifyObservers(
    _ recipients: NodeObserver.Recipients, _ notice: NodeObserver.Notice
  ) {
    firstObserver?._withUnsafeGuaranteedRef { $0.notify(recipients, notice) }
  }
}

extension PropertyGraph {
  // MARK: Observing

  /// How many nodes have been observed. Written under the lock.
  private static let observations = AtomicUInt64(0)

  /// From now on changes of the node are announced to the observer, until it is disposed of. True if there are none.
  @usableFromInline package static func beginObserving(_ observer: NodeObserver) -> Bool {
    let added = Unmanaged.passRetained(observer)
    let object = observer.node
    let node = object.record
    if observer.comesFirst { noteObserverComingFirst(of: node) }
    return withLock {
      if let first = object.firstObserver {
        first._withUnsafeGuaranteedRef { first in
          first.previous!._withUnsafeGuaranteedRef {
            $0.addressOfNext.store(added.address, ordering: .releasing)
          }
          observer.previous = first.previous
          first.previous = added
        }
      } else {
        observer.previous = added
        object.addressOfFirstObserver.store(added.address, ordering: .releasing)
        let number = observations.load(ordering: .relaxed) + 1
        observations.store(number, ordering: .relaxed)
        node.observedSince = number
        node.pointee.isObserved = true
        listen(to: node)
      }
      return node.pointee.isFinal.load(ordering: .relaxed)
    }
  }

  fileprivate static func endObserving(_ observer: NodeObserver) {
    let ended = Unmanaged.passUnretained(observer)
    let isOver = withLock {
      let node = observer.node.record
      let previous = observer.previous!
      let next = observer.next
      if observer.node.firstObserver!.address == ended.address {
        observer.node.addressOfFirstObserver.store(next?.address ?? 0, ordering: .releasing)
      } else {
        previous._withUnsafeGuaranteedRef {
          $0.addressOfNext.store(next?.address ?? 0, ordering: .releasing)
        }
      }
      if let follower = next ?? observer.node.firstObserver {
        follower._withUnsafeGuaranteedRef { $0.previous = previous }
      } else {
        node.pointee.isObserved = false
        stopListening(to: node)
      }
      return !node.retire(ended)
    }
    if isOver { ended.release() }
  }

  // MARK: Those that come first

  private static let hasObserversComingFirstBit = Atomic<Bool>(false)

  /// Whether any node has had an observer that comes first.
  static var hasObserversComingFirst: Bool { hasObserversComingFirstBit.load(ordering: .relaxed) }

  fileprivate static func noteObserverComingFirst(of node: NodePointer) {
    withLock {
      node.pointee.hasObserversComingFirstBit.store(true, ordering: .relaxed)
      hasObserversComingFirstBit.store(true, ordering: .relaxed)
    }
  }

  // MARK: Announcing

  /// Under the lock, for a node that is observed: it is going to be announced. Until ``endAnnouncing(_:_:)`` its
  /// observers stay where they can be reached, and they keep the node.
  @usableFromInline package static func beginAnnouncing(_ node: NodePointer) -> Generation {
    // Not `+=`: that is an access to the whole record, other members of which are read without the lock.
    node.pointee.announcements = node.pointee.announcements + 1
    return node.pointee.generation
  }

  @usableFromInline package static func endAnnouncing(_ node: NodePointer, _ generation: Generation) {
    let isEarlier = withLock { !node.endAnnouncement(generation) }
    if isEarlier { endAnnouncing(0..<1) { _ in (node, generation) } }
  }

  /// For many nodes in one turn of the lock.
  package static func endAnnouncing(_ indices: Range<Int>, _ announced: (Int) -> (NodePointer, Generation)) {
    var released = PlainList<Unmanaged<NodeObserver>>()
    withLock {
      for index in indices {
        let (node, generation) = announced(index)
        if !node.endAnnouncement(generation) { node.endEarlierAnnouncement(&released) }
      }
    }
    for index in 0..<released.count { released[index].release() }
  }
}

/// Distinguishes the announcements of a node that began before a certain moment from those that began later.
@frozen @usableFromInline package enum Generation: BitwiseCopyable {
  case even, odd

  var other: Generation { self == .even ? .odd : .even }
}

/// The observers of a node that were taken out of its list while announcements were under way.
///
/// Each is kept until those announcements are over; others may have begun meanwhile, and would keep it for ever if many
/// threads make changes. So announcements are counted by generations, of which there are two at most. While the earlier
/// one lasts, observers wait that announcements of it may have reached, and those that were taken out later wait for
/// their turn. When it is over, the present generation becomes the earlier one.
///
/// A node that has none, as nearly all, has one generation only. Made, used and released under the lock.
struct RetiredObservers {
  fileprivate var observedSince: UInt64
  /// The announcements of the earlier generation.
  fileprivate var announcements: Int32 = 0
  /// What the earlier generation may have reached, newest first.
  fileprivate var earlier: Unmanaged<NodeObserver>?
  /// What the present generation may have reached, newest first.
  fileprivate var later: Unmanaged<NodeObserver>?
}

extension NodePointer {
  /// Whether the node has had an observer that comes first (contract S11).
  var hasObserversComingFirst: Bool { pointee.hasObserversComingFirstBit.load(ordering: .relaxed) }
}

/// Under the lock.
extension NodePointer {
  /// When the node was observed first, compared with others: announcements come in that order.
  package var observedSince: UInt64 {
    get { retired?.pointee.observedSince ?? pointee.sinceOrRetired }
    nonmutating set {
      let retired = self.retired
      if let retired { retired.pointee.observedSince = newValue } else { pointee.sinceOrRetired = newValue }
    }
  }

  private var retired: UnsafeMutablePointer<RetiredObservers>? {
    pointee.hasRetiredObservers
      ? UnsafeMutablePointer<RetiredObservers>(bitPattern: UInt(pointee.sinceOrRetired)) : nil
  }

  /// Keeps an observer that was taken out of the list, if announcements are under way.
  fileprivate func retire(_ observer: Unmanaged<NodeObserver>) -> Bool {
    if let retired {
      observer._withUnsafeGuaranteedRef { $0.previous = retired.pointee.later }
      retired.pointee.later = observer
      return true
    }
    if pointee.announcements == 0 { return false }
    let retired = Heap.allocate(byteCount: MemoryLayout<RetiredObservers>.size)
      .bindMemory(to: RetiredObservers.self, capacity: 1)
    observer._withUnsafeGuaranteedRef { $0.previous = nil }
    retired.initialize(to: RetiredObservers(observedSince: pointee.sinceOrRetired, earlier: observer))
    pointee.sinceOrRetired = UInt64(UInt(bitPattern: retired))
    pointee.hasRetiredObservers = true
    beginGeneration(retired)
    return true
  }

  /// The announcements that are under way are those of the earlier generation from here on.
  private func beginGeneration(_ retired: UnsafeMutablePointer<RetiredObservers>) {
    retired.pointee.announcements = pointee.announcements
    pointee.announcements = 0
    pointee.generation = pointee.generation.other
  }

  /// An announcement is over. False if it is of the earlier generation: then it goes on.
  @inline(__always) fileprivate func endAnnouncement(_ generation: Generation) -> Bool {
    if generation != pointee.generation { return false }
    pointee.announcements = pointee.announcements - 1
    return true
  }

  /// `released` gets the observers that no announcement can reach any more.
  @inline(never) fileprivate func endEarlierAnnouncement(
    _ released: inout PlainList<Unmanaged<NodeObserver>>
  ) {
    let retired = retired!
    retired.pointee.announcements -= 1
    while retired.pointee.announcements == 0 {
      while let observer = retired.pointee.earlier {
        retired.pointee.earlier = observer._withUnsafeGuaranteedRef { $0.previous }
        released.append(observer)
      }
      if retired.pointee.later == nil {
        pointee.sinceOrRetired = retired.pointee.observedSince
        pointee.hasRetiredObservers = false
        return Heap.deallocate(retired)
      }
      retired.pointee.earlier = retired.pointee.later
      retired.pointee.later = nil
      beginGeneration(retired)
    }
  }
}

extension ValueObserver where Receiver: ~Copyable {
  @inlinable @inline(__always) package var property: PropertyNode<Receiver.Value> {
    node.as(PropertyNode<Receiver.Value>.self)
  }
}
