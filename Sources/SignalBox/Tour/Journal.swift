import Signals

/// What happened, in order: written from inside pipelines, shown as it comes, compared afterwards.
final class Journal<Entry: Sendable>: Sendable {
  private let written = Guarded<[Entry]>([])
  private let show: @Sendable (Entry) -> Void

  init(show: @escaping @Sendable (Entry) -> Void = { _ in }) { self.show = show }

  /// Once it is among the entries, it has been shown.
  func note(_ entry: Entry) {
    show(entry)
    written.withLock { $0.append(entry) }
  }

  var entries: [Entry] { written.withLock { $0 } }
}
