import Signals

/// What was noted, in order, from any thread.
package final class Notes<Entry: Sendable>: Sendable {
  private let written = Guarded<[Entry]>([])

  package init() {}

  package func add(_ entry: Entry) { written.withLock { $0.append(entry) } }

  package var entries: [Entry] { written.withLock { $0.apart } }
}
