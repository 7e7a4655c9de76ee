import Signals
import SignalsFoundation

/// What has changed since the latest run began.
final class ChangeList: Sendable {
  private struct State {
    var first: String?
    var paths: Set<FilePath> = []
  }
  private let state = Guarded(State())

  /// - Returns: Whether it is the first.
  func add(_ event: FileEvent) -> Bool {
    state.withLock { state in
      defer { state.first = state.first ?? event.place }
      if let path = event.path { state.paths.insert(path) }
      return state.first == nil
    }
  }

  /// Nothing has changed since then.
  var isEmpty: Bool { state.withLock { $0.first == nil } }

  /// What to say about it; from here on it is empty.
  func take() -> String {
    let state = state.withLock { state in
      defer { state = State() }
      return state
    }
    guard let first = state.first else { return "first run" }
    let others = state.paths.count - 1
    return others > 0 ? "\(first) and \(others.of("other")) changed" : "\(first) changed"
  }
}

extension FileEvent {
  /// All that it is about.
  var paths: [FilePath] {
    if case .renamed(let old, let new, _) = self { [old, new] } else { path.map { [$0] } ?? [] }
  }

  /// Where something has changed; nil if that could be anywhere.
  var path: FilePath? {
    switch self {
    case .created(let path, _), .changed(let path), .removed(let path, _), .renamed(_, let path, _): path
    case .overflow, .unwatched: nil
    }
  }

  fileprivate var place: String { path.map { $0.description } ?? "very much" }
}
