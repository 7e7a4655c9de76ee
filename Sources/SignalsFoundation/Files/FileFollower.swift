import Dispatch
import Signals

/// Reads the lines of a followed file, on a queue, whenever something has happened to it. After a pause they go on there,
/// too, so that the thread that resumes does not deliver for as long as the file grows.
final class FileFollower: Sendable {
  private struct State {
    /// Taken out while they are read, so that no observer is called inside the lock.
    var lines: FollowedLines?
    /// A job is on its way that has not looked yet.
    var isWoken = false
    /// The reading goes on when no pause is requested any more.
    var isResting = false
    var hasEnded = false
    /// The folders of which events come.
    var watched: Set<FilePath> = []
    /// The files whose events matter.
    var names: Set<FilePath> = []
  }

  private let path: FilePath
  private let events: @Sendable (FilePath) -> SignalProducer<FileEvent, FileError>
  private let observer: Observer<TextLine, FileError>
  private let lifetime: Lifetime
  private let queue: DispatchQueue
  private let watch = SerialDisposable()
  private let state: Guarded<State>

  init(
    _ lines: FollowedLines,
    watching events: @escaping @Sendable (FilePath) -> SignalProducer<FileEvent, FileError>,
    _ observer: Observer<TextLine, FileError>, _ lifetime: Lifetime
  ) {
    path = lines.path
    self.events = events
    self.observer = observer
    self.lifetime = lifetime
    queue = DispatchQueue(label: "following \(lines.path)")
    state = Guarded(State(lines: lines))
  }

  /// From here on the follower stays until the lifetime ends.
  func begin() {
    lifetime.onEnd { [self] in close() }
    lifetime += watch
    watchFolders()
    wake()
    lifetime += SignalProducer.interval(every: .seconds(1), on: QueueScheduler(targeting: queue))
      .startWithValues { [self] _ in
        watchFolders()
        wake()
      }
  }

  private func close() {
    let lines = state.withLock { state in
      state.hasEnded = true
      return state.lines.take()
    }
    withExtendedLifetime(lines) {}  // Closed here, outside the lock.
  }

  // MARK: Waking

  private func wake() {
    let needsJob = state.withLock { state in
      defer { state.isWoken = true }
      return !state.isWoken && !state.isResting
    }
    if needsJob { queue.async { [self] in work() } }
  }

  /// Watches the folder that holds the path, and that of the file behind it, if it is a link.
  private func watchFolders() {
    let names = Set([path.entry, (path.resolved ?? path).entry])
    let folders = Set(names.map(\.folder))
    let isNew = state.withLock { state in
      state.names.formUnion(names)
      if state.watched == folders { return false }
      (state.watched, state.names) = (folders, names)
      return true
    }
    if !isNew { return }
    watch.inner = SignalProducer<FilePath, Never>(folders.sorted())
      .flatMap(.merge) { [events] in events($0).materialize() }
      .startWithValues { [weak self] in self?.take($0) }
  }

  private func take(_ event: Event<FileEvent, FileError>) {
    switch event {
    case .next(let event): if concerns(event) { wake() }
    case .interrupted: break
    // The folder is gone, or cannot be watched: it is tried again with the next look.
    case .failed, .completed: state.withLock { $0.watched = [] }
    }
  }

  /// What was renamed a while ago is read no longer. What was renamed after that is read with the next look.
  private func leaveRenamed() {
    state.withLock { $0.names = [] }
    watchFolders()
  }

  private func concerns(_ event: FileEvent) -> Bool {
    state.withLock { state in
      switch event {
      case .created(let file, _), .changed(let file), .removed(let file, _): return state.names.contains(file)
      case .renamed(let old, let new, _):
        // The program may go on to write into the file that was renamed.
        if state.names.contains(old) { state.names.insert(new) }
        return state.names.contains(new)
      case .overflow: return true
      case .unwatched: return false
      }
    }
  }

  // MARK: Reading, on the queue

  private func work() {
    let taken = state.withLock { state in
      state.isWoken = false
      return state.lines.take()
    }
    guard var lines = taken else { return }
    do throws(FileError) {
      reading: while !lifetime.hasEnded {
        if lifetime.isPaused { return rest(with: lines) }
        switch try lines.next() {
        case .line(let line): observer.send(line)
        case .left: leaveRenamed()
        case .more: continue
        case .nothing: break reading
        }
      }
    } catch {
      lines.finish().forEach(observer.send)
      return observer.fail(error)
    }
    putBack(lines)
  }

  private func rest(with lines: FollowedLines) {
    state.withLock { $0.isResting = true }
    putBack(lines)
    lifetime.whenResumed { [self] in
      state.withLock { $0.isResting = false }
      queue.async { [self] in work() }
    }
  }

  private func putBack(_ lines: FollowedLines) {
    state.withLock { if !$0.hasEnded { $0.lines = lines } }
  }
}
