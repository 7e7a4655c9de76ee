/// The graph of ``FloorGraph`` as one writes it with ordinary classes: its references are counted, its accesses checked, and
/// it goes from node to node by recursion. Only one thread of the process may use it.
enum CountedGraph {
  /// The computation that runs.
  private struct Run {
    let node: CountedComputed
    let number: Int
    /// The last of the node's links that it has read again.
    var cursor: CountedLink?
  }

  nonisolated(unsafe) private static var run: Run?
  nonisolated(unsafe) private static var runs = 0
  nonisolated(unsafe) private static var holds = 0
  /// The observers that are to be called when nothing holds them any more.
  nonisolated(unsafe) private static var queue: [CountedObserver] = []

  static func batch(_ body: () -> Void) {
    holds += 1
    body()
    holds -= 1
    if holds == 0, !queue.isEmpty { callObservers() }
  }

  /// Marks what depends on a source that has been set, and calls its observers.
  static func invalidate(_ source: CountedNode) {
    markReaders(of: source, .isDirty)
    if holds == 0, !queue.isEmpty { callObservers() }
  }

  static func markReaders(of source: CountedNode, _ mark: FloorNode.Flags) {
    var next = source.readers
    while let link = next {
      next = link.nextReader
      let reader = link.reader
      let isMarked = !reader.flags.isDisjoint(with: .needsUpdate)
      reader.flags.formUnion(mark)
      if !isMarked { reader.passOnMark() }
    }
  }

  static func enqueue(_ observer: CountedObserver) { queue.append(observer) }

  private static func callObservers() {
    holds += 1
    var index = 0
    while index < queue.count {
      queue[index].run()
      index += 1
    }
    queue.removeAll(keepingCapacity: true)
    holds -= 1
  }

  static func compute(_ node: CountedComputed) {
    let outer = run
    runs += 1
    run = Run(node: node, number: runs)
    node.flags = []
    let new = node.compute()
    let last = run?.cursor
    run = outer
    if let rest = last == nil ? node.sources : last?.nextSource {
      if let last { last.nextSource = nil } else { node.sources = nil }
      unlink(rest)
    }
    node.finish(new)
  }

  /// The computation that runs, if one does, has read this node.
  static func track(_ source: CountedNode) {
    guard let run, source.lastRun != run.number else { return }
    source.lastRun = run.number
    let expected = run.cursor == nil ? run.node.sources : run.cursor?.nextSource
    if let expected, expected.source === source {
      expected.version = source.version
      Self.run?.cursor = expected
    } else {
      Self.run?.cursor = link(source, to: run.node, after: run.cursor)
    }
  }

  @discardableResult
  static func link(
    _ source: CountedNode, to reader: CountedNode, after previous: CountedLink?
  ) -> CountedLink {
    let link = CountedLink(source, reader)
    link.nextSource = previous == nil ? reader.sources : previous?.nextSource
    if let previous { previous.nextSource = link } else { reader.sources = link }
    link.previousReader = source.lastReader
    if let last = source.lastReader { last.nextReader = link } else { source.readers = link }
    source.lastReader = link
    return link
  }

  static func unlinkSources(of reader: CountedNode) {
    let first = reader.sources
    reader.sources = nil
    if let first { unlink(first) }
  }

  /// Removes a link and those behind it from the lists of their sources.
  private static func unlink(_ first: CountedLink) {
    var rest: CountedLink? = first
    while let link = rest {
      rest = link.nextSource
      if let previous = link.previousReader {
        previous.nextReader = link.nextReader
      } else {
        link.source.readers = link.nextReader
      }
      if let next = link.nextReader {
        next.previousReader = link.previousReader
      } else {
        link.source.lastReader = link.previousReader
      }
      (link.nextSource, link.nextReader, link.previousReader) = (nil, nil, nil)
    }
  }
}

/// What can be read and observed.
class CountedNode: @unchecked Sendable {
  fileprivate(set) var stored: Int
  var flags: FloorNode.Flags = []
  /// Counts the values there have been, for the links to compare with.
  fileprivate(set) var version = 0
  /// The last computation that has read the node.
  var lastRun = 0
  /// What the node has read, in that order.
  var sources: CountedLink?
  /// What has read the node.
  var readers: CountedLink?
  var lastReader: CountedLink?

  fileprivate init(_ initial: Int) { stored = initial }

  var value: Int {
    refresh()
    CountedGraph.track(self)
    return stored
  }

  func refresh() {}

  /// The node has been marked, and was not before.
  func passOnMark() { CountedGraph.markReaders(of: self, .isStale) }

  /// Whether that was a change.
  fileprivate func store(_ new: Int) -> Bool {
    if stored == new { return false }
    stored = new
    version += 1
    return true
  }

  /// Whether one of the sources has another value than the one that was read.
  fileprivate func isOutdated() -> Bool {
    var next = sources
    while let link = next {
      link.source.refresh()
      if link.source.version != link.version { return true }
      next = link.nextSource
    }
    return false
  }
}

/// A value that is set.
final class CountedSource: CountedNode, @unchecked Sendable {
  override init(_ initial: Int) { super.init(initial) }

  func set(_ new: Int) {
    if store(new) { CountedGraph.invalidate(self) }
  }
}

/// A value that is computed.
final class CountedComputed: CountedNode, @unchecked Sendable {
  let compute: @Sendable () -> Int

  init(_ compute: @escaping @Sendable () -> Int) {
    self.compute = compute
    super.init(0)
    flags = .isDirty
  }

  deinit { CountedGraph.unlinkSources(of: self) }

  override func refresh() {
    if flags.isDisjoint(with: .needsUpdate) { return }
    if flags.contains(.isDirty) || isOutdated() { CountedGraph.compute(self) } else { flags = [] }
  }

  func finish(_ new: Int) {
    if !store(new), version == 0 { version = 1 }
  }
}

/// An observer, called with the first value and with each change, until it is released.
final class CountedObserver: CountedNode, @unchecked Sendable {
  private let action: @Sendable (Int) -> Void

  init(_ observed: CountedNode, _ action: @escaping @Sendable (Int) -> Void) {
    self.action = action
    super.init(0)
    action(observed.value)
    CountedGraph.link(observed, to: self, after: nil)
  }

  deinit { end() }

  override func passOnMark() { CountedGraph.enqueue(self) }

  func end() { CountedGraph.unlinkSources(of: self) }

  func run() {
    flags = []
    guard let link = sources else { return }
    link.source.refresh()
    if link.source.version == link.version { return }
    link.version = link.source.version
    action(link.source.stored)
  }
}

/// That one node has read another one.
final class CountedLink {
  let source: CountedNode
  unowned let reader: CountedNode
  /// The next one of the same reader.
  var nextSource: CountedLink?
  /// The next and the previous one of the same source.
  var nextReader: CountedLink?
  var previousReader: CountedLink?
  /// The source's, when it was read.
  var version: Int

  init(_ source: CountedNode, _ reader: CountedNode) {
    self.source = source
    self.reader = reader
    version = source.version
  }
}
