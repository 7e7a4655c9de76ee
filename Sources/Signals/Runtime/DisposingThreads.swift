/// The threads that are disposing of the members of a container.
///
/// Several threads may dispose of one container at once, and each of them has to be sure, when its call returns, that
/// every member has been disposed of (contract D2). So each disposes of all members, instead of relying on another thread,
/// which may not have reached them. But a member that disposes of its container from inside must not begin that again:
/// the calls would nest without end.
package struct DisposingThreads: Sendable {
  /// Nearly always the only one; 0 is none.
  private var first: UInt = 0
  private var others: [UInt] = []

  package init() {}

  /// False: the calling thread is disposing of the members already.
  package mutating func begin() -> Bool {
    let thread = CurrentThread.identity
    if first == thread || others.contains(thread) { return false }
    if first == 0 { first = thread } else { others.append(thread) }
    return true
  }

  package mutating func end() {
    let thread = CurrentThread.identity
    if first == thread { first = 0 } else { others.removeAll { $0 == thread } }
  }
}
