/// A graph of values for one thread: a set marks what depends on it, a read computes what is marked and has a source
/// that has changed. Only one thread of the process may use it.
enum FloorGraph {
  private typealias Link = FloorLink.Reference
  private typealias Node = Unmanaged<FloorNode>

  /// The computation that runs: its node, the last of the node's links that it has read again, and its number.
  private struct Run {
    var node: Node?
    var cursor: Link?
    var number = 0
  }

  @exclusivity(unchecked) nonisolated(unsafe) private static var run = Run()
  @exclusivity(unchecked) nonisolated(unsafe) private static var runs = 0
  /// Where to go on, instead of recursion.
  @exclusivity(unchecked) nonisolated(unsafe) private static var path = FloorStack<FloorLink.Reference>()
  /// The observers that are to be called when nothing holds them any more.
  @exclusivity(unchecked) nonisolated(unsafe) private static var queue = FloorStack<Unmanaged<FloorNode>>()
  @exclusivity(unchecked) nonisolated(unsafe) private static var holds = 0
  /// Links to be used again.
  @exclusivity(unchecked) nonisolated(unsafe) private static var spare: FloorLink.Reference?

  // MARK: Setting

  /// Calls the observers after `body`.
  @inline(__always) static func batch(_ body: () -> Void) {
    holds += 1
    body()
    holds -= 1
    if holds == 0 { flush() }
  }

  /// Marks what depends on a source that has been set, and calls its observers.
  @inline(never) static func invalidate(_ readers: FloorLink.Reference) {
    let (set, bottom) = (readers.source.toOpaque(), path.count)
    var (next, mark) = (Optional(readers), FloorNode.Flags.isDirty)
    while true {
      while let link = next {
        next = link.pointee.nextReader
        link.reader._withUnsafeGuaranteedRef { reader in
          let flags = reader.flags
          reader.flags = flags.union(mark)
          guard flags.isDisjoint(with: .needsUpdate) else { return }
          if flags.contains(.isObserver) { return queue.push(link.reader) }
          guard let below = reader.readers else { return }
          if let next { path.push(next) }
          (next, mark) = (below, .isStale)
        }
      }
      if path.count == bottom { break }
      let link = path.pop()
      (next, mark) = (link, link.source.toOpaque() == set ? .isDirty : .isStale)
    }
    if holds == 0 { flush() }
  }

  @inline(__always) private static func flush() {
    if queue.count != 0 { callObservers() }
  }

  @inline(never) private static func callObservers() {
    holds += 1
    var index = 0
    while index < queue.count {
      queue[index]._withUnsafeGuaranteedRef { unsafeDowncast($0, to: FloorObserver.self).run() }
      index += 1
    }
    queue.removeAll()
    holds -= 1
  }

  // MARK: Reading

  /// Computes a marked node if one of its sources has changed, after these.
  @inline(never) static func update(_ marked: Unmanaged<FloorNode>) {
    let bottom = path.count
    var (node, isOutdated, next) = marked._withUnsafeGuaranteedRef {
      (marked, $0.flags.contains(.isDirty), $0.sources)
    }
    search: while true {
      while !isOutdated, let link = next {
        let (source, flags) = (link.source, link.source._withUnsafeGuaranteedRef { $0.flags })
        if flags.isDisjoint(with: .needsUpdate) {
          isOutdated = link.isOutdated
          next = link.pointee.nextSource
        } else {
          path.push(link)
          (node, isOutdated) = (source, flags.contains(.isDirty))
          next = source._withUnsafeGuaranteedRef { $0.sources }
        }
      }
      if isOutdated { compute(node) } else { node._withUnsafeGuaranteedRef { $0.flags = [] } }
      if path.count == bottom { return }
      let link = path.pop()
      (node, isOutdated, next) = (link.reader, link.isOutdated, link.pointee.nextSource)
    }
  }

  @inline(__always) private static func compute(_ node: Node) {
    let outer = run
    runs += 1
    run = Run(node: node, cursor: nil, number: runs)
    node._withUnsafeGuaranteedRef {
      let computed = unsafeDowncast($0, to: FloorComputed.self)
      computed.flags = []
      let new = computed.run()
      if let rest = run.cursor == nil ? computed.sources : run.cursor?.pointee.nextSource {
        if let last = run.cursor { last.pointee.nextSource = nil } else { computed.sources = nil }
        unlink(rest)
      }
      computed.finish(new)
    }
    run = outer
  }

  /// The computation that runs, if one does, has read this node.
  @inline(__always) static func track(_ source: FloorNode) {
    guard let node = run.node, source.lastRun != run.number else { return }
    source.lastRun = run.number
    let expected =
      run.cursor == nil ? node._withUnsafeGuaranteedRef { $0.sources } : run.cursor?.pointee.nextSource
    if let expected, expected.isOf(source) {
      expected.pointee.version = source.version
      run.cursor = expected
    } else {
      trackAnother(source, node, expected)
    }
  }

  /// A node is read that was not in this place before. It may be the one after the expected one, or new.
  @inline(never)
  private static func trackAnother(_ source: FloorNode, _ node: Node, _ expected: FloorLink.Reference?) {
    if let expected, let following = expected.pointee.nextSource, following.isOf(source) {
      setNext(following, node)
      expected.pointee.nextSource = nil
      unlink(expected)
      following.pointee.version = source.version
      run.cursor = following
    } else {
      run.cursor = link(Unmanaged.passUnretained(source), to: node, after: run.cursor)
    }
  }

  @inline(__always) private static func setNext(_ link: Link, _ node: Node) {
    if let last = run.cursor {
      last.pointee.nextSource = link
    } else {
      node._withUnsafeGuaranteedRef { $0.sources = link }
    }
  }

  // MARK: Linking

  @discardableResult
  static func link(
    _ source: Unmanaged<FloorNode>, to reader: Unmanaged<FloorNode>, after previous: FloorLink.Reference?
  ) -> FloorLink.Reference {
    let link = spare ?? .allocate(capacity: 1)
    if spare != nil { spare = link.pointee.nextSource }
    let next = previous.map { $0.pointee.nextSource } ?? reader._withUnsafeGuaranteedRef { $0.sources }
    source._withUnsafeGuaranteedRef {
      link.initialize(
        to: FloorLink(
          source: source, reader: reader, nextSource: next, nextReader: nil, previousReader: $0.lastReader,
          version: $0.version))
      if let last = $0.lastReader { last.pointee.nextReader = link } else { $0.readers = link }
      $0.lastReader = link
    }
    if let previous {
      previous.pointee.nextSource = link
    } else {
      reader._withUnsafeGuaranteedRef { $0.sources = link }
    }
    return link
  }

  static func unlinkSources(of reader: FloorNode) {
    if let first = reader.sources { unlink(first) }
    reader.sources = nil
  }

  /// Removes a link and those behind it from the lists of their sources.
  private static func unlink(_ first: Link) {
    var rest = Optional(first)
    while let link = rest {
      rest = link.pointee.nextSource
      let (next, previous) = (link.pointee.nextReader, link.pointee.previousReader)
      link.source._withUnsafeGuaranteedRef {
        if let previous { previous.pointee.nextReader = next } else { $0.readers = next }
        if let next { next.pointee.previousReader = previous } else { $0.lastReader = previous }
      }
      link.pointee.nextSource = spare
      spare = link
    }
  }
}

/// Words in a row, which are never given back.
private struct FloorStack<Element: BitwiseCopyable> {
  private var elements: UnsafeMutablePointer<Element>?
  private var capacity = 0
  private(set) var count = 0

  @inline(__always) subscript(index: Int) -> Element { elements.unsafelyUnwrapped[index] }

  @inline(__always) mutating func push(_ element: Element) {
    if count == capacity { grow() }
    elements.unsafelyUnwrapped[count] = element
    count += 1
  }

  @inline(__always) mutating func pop() -> Element {
    count -= 1
    return elements.unsafelyUnwrapped[count]
  }

  @inline(__always) mutating func removeAll() { count = 0 }

  @inline(never) private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: max(64, 2 * capacity))
    if let elements {
      larger.moveInitialize(from: elements, count: count)
      elements.deallocate()
    }
    (elements, capacity) = (larger, max(64, 2 * capacity))
  }
}
