/// What objects that are being released let go of, in a list instead of on the stack: a chain of a million of them is
/// released by a loop (contract P8).
///
/// The outermost release on a thread owns the list; those inside it add to it.
@usableFromInline package struct ReleaseList {
  fileprivate var nodes: [Unmanaged<GraphNode>] = []
  fileprivate var closures: [Recompute] = []
  fileprivate var values: [AnyObject] = []

  /// Adds to the list of this thread, and empties it if this is the outermost release.
  @usableFromInline static func collect(_ add: (UnsafeMutablePointer<ReleaseList>) -> Void) {
    // Usable from inline, because an Embedded program cannot be linked otherwise: the compiler drops a function of which this
    // module has only specialised copies.
    if let outer = CurrentThread.graphReleases {
      return add(outer.assumingMemoryBound(to: ReleaseList.self))
    }
    withUnsafeTemporaryAllocation(of: ReleaseList.self, capacity: 1) { buffer in
      let list = buffer.baseAddress!
      list.initialize(to: ReleaseList())
      CurrentThread.graphReleases = UnsafeMutableRawPointer(list)
      add(list)
      while list.releaseNext() {}
      CurrentThread.graphReleases = nil
      list.deinitialize(count: 1)
    }
  }

  /// Releases `object` now; inside the release of another one on this thread, when that is done.
  package static func release<Object: AnyObject>(_ object: inout Object?) {
    collect { list in if let object = object.take() { list.pointee.add(object) } }
  }

  mutating func add(_ node: Unmanaged<GraphNode>) { nodes.append(node) }
  mutating func add(_ closure: @escaping Recompute) { closures.append(closure) }
  mutating func add(_ value: AnyObject) { values.append(value) }
}

extension UnsafeMutablePointer<ReleaseList> {
  /// Releases one of the list, which may add to the list meanwhile. False if there is none.
  fileprivate func releaseNext() -> Bool {
    // Values and closures first: the nodes that they hold are in the list too.
    if !pointee.values.isEmpty {
      _ = pointee.values.removeLast()
      return true
    }
    if !pointee.closures.isEmpty {
      _ = pointee.closures.removeLast()
      return true
    }
    guard let node = pointee.nodes.popLast() else { return false }
    node.release()
    return true
  }
}
