/// What a graph of values costs at least when one thread has it to itself: what can be read and observed.
///
/// A node does not retain what reads it; what a node reads is retained by its closure.
class FloorNode: @unchecked Sendable {
  /// What keeps a node from being used as it is.
  struct Flags: OptionSet {
    let rawValue: UInt32
    /// A source has been set: the node has to be computed.
    static let isDirty = Flags(rawValue: 1)
    /// Something further up has been set: a source may have changed.
    static let isStale = Flags(rawValue: 2)
    static let isObserver = Flags(rawValue: 4)

    static let needsUpdate: Flags = [.isDirty, .isStale]
  }

  @exclusivity(unchecked) final fileprivate(set) var stored: Int
  @exclusivity(unchecked) final var flags: Flags
  /// Counts the values there have been, for the links to compare with.
  @exclusivity(unchecked) final fileprivate(set) var version: UInt32 = 0
  /// The last computation that has read the node.
  @exclusivity(unchecked) final var lastRun = 0
  /// What the node has read, in that order.
  @exclusivity(unchecked) final var sources: FloorLink.Reference?
  /// What has read the node.
  @exclusivity(unchecked) final var readers: FloorLink.Reference?
  @exclusivity(unchecked) final var lastReader: FloorLink.Reference?

  fileprivate init(_ initial: Int, _ flags: Flags) {
    stored = initial
    self.flags = flags
  }

  @inline(__always) final var value: Int {
    if !flags.isDisjoint(with: .needsUpdate) { FloorGraph.update(Unmanaged.passUnretained(self)) }
    FloorGraph.track(self)
    return stored
  }

  /// Whether that was a change.
  @inline(__always) fileprivate final func store(_ new: Int) -> Bool {
    if stored == new { return false }
    stored = new
    version &+= 1
    return true
  }
}

/// A value that is set.
final class FloorSource: FloorNode, @unchecked Sendable {
  init(_ initial: Int) { super.init(initial, []) }

  @inline(__always) func set(_ new: Int) {
    if store(new), let readers { FloorGraph.invalidate(readers) }
  }
}

/// A value that is computed.
final class FloorComputed: FloorNode, @unchecked Sendable {
  private let compute: @Sendable () -> Int

  init(_ compute: @escaping @Sendable () -> Int) {
    self.compute = compute
    super.init(0, .isDirty)
  }

  deinit { FloorGraph.unlinkSources(of: self) }

  @inline(__always) func run() -> Int { compute() }

  @inline(__always) func finish(_ new: Int) {
    if !store(new), version == 0 { version = 1 }
  }
}

/// An observer, called with the first value and with each change, until it is released.
final class FloorObserver: FloorNode, @unchecked Sendable {
  private let observed: FloorNode
  private let action: @Sendable (Int) -> Void

  init(_ observed: FloorNode, _ action: @escaping @Sendable (Int) -> Void) {
    self.observed = observed
    self.action = action
    super.init(0, .isObserver)
    action(observed.value)
    FloorGraph.link(Unmanaged.passUnretained(observed), to: Unmanaged.passUnretained(self), after: nil)
  }

  deinit { end() }

  func end() { FloorGraph.unlinkSources(of: self) }

  @inline(__always) func run() {
    flags = .isObserver
    guard let link = sources else { return }
    link.source._withUnsafeGuaranteedRef {
      if !$0.flags.isDisjoint(with: .needsUpdate) { FloorGraph.update(link.source) }
      if $0.version == link.pointee.version { return }
      link.pointee.version = $0.version
      action($0.stored)
    }
  }
}

/// That one node has read another one.
struct FloorLink {
  typealias Reference = UnsafeMutablePointer<FloorLink>

  var source: Unmanaged<FloorNode>
  var reader: Unmanaged<FloorNode>
  /// The next one of the same reader.
  var nextSource: Reference?
  /// The next and the previous one of the same source.
  var nextReader: Reference?
  var previousReader: Reference?
  /// The source's, when it was read.
  var version: UInt32
}

extension FloorLink.Reference {
  @inline(__always) var source: Unmanaged<FloorNode> { pointee.source }
  @inline(__always) var reader: Unmanaged<FloorNode> { pointee.reader }
  @inline(__always) func isOf(_ source: FloorNode) -> Bool {
    pointee.source.toOpaque() == Unmanaged.passUnretained(source).toOpaque()
  }
  /// Whether the source has changed since it was read.
  @inline(__always) var isOutdated: Bool {
    pointee.source._withUnsafeGuaranteedRef { $0.version } != pointee.version
  }
}
