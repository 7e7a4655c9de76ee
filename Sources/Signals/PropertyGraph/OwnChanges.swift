/// Whether a computation alone has changed what it has read, and no other thread: such a one does not come to rest (contract R5).
///
/// It is read again because something has changed since its moment. If all of those changes are its own, the next time will be as
/// this one; a closure that sets other properties, and whose sources other threads set without pause, is not to blame.
enum OwnChanges {
  /// A closure that runs at a moment is about to set a property.
  static func begin(since moment: UInt64) {
    if CurrentThread.graphOwnChanges.since != moment { CurrentThread.graphOwnChanges = (moment, moment) }
  }

  /// Under the lock: this thread makes a change while a closure of it runs, or those up to `last`. After one of another thread it
  /// is not counted.
  static func note(_ first: UInt64, until last: UInt64? = nil) {
    let until = CurrentThread.graphOwnChanges.until
    if until == first || until + 2 == first { CurrentThread.graphOwnChanges.until = last ?? first }
  }

  /// Whether there were changes since the moment, and all by closures of this thread.
  static func areAll(since moment: UInt64) -> Bool {
    let own = CurrentThread.graphOwnChanges
    return own.since == moment && own.until > moment && own.until == PropertyGraph.epochAtRest()
  }
}
