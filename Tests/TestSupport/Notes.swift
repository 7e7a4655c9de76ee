import Signals

/// What was noted, in order, from any thread.
package final class Notes<Entry: Sendable>: Sendable {
  private let written = Guarded<[Entry]>([])

  package init() {}

  package func add(_ entry: Entry) { written.withLock { $0.append(entry) } }

  /// A real copy: ThreadSanitizer does not see the counts of references by which an array that is read is not written to.
  package var entries: [Entry] { written.withLock { entries in entries.map { $0 } } }
}
