import Signals

/// Looks at every file again and again, and compares. Works everywhere, for the price of that work.
///
/// What is undone between two looks is not seen, and a rename is seen as a removal and a creation. Each look begins an
/// interval after the one before has ended: however long looks take, there is time for other work. A folder that a link led
/// to is gone if the next look, a tenth of a second later, does not find it either.
///
/// - Complexity: time and memory for every file below the path.
public struct PollingFileWatcher<Clock: Scheduler>: FileWatcher {
  private let interval: Duration
  private let scheduler: Clock

  /// A watcher that looks on a scheduler, with an interval before each look.
  ///
  /// - Precondition: `interval` is greater than zero.
  public init(every interval: Duration, on scheduler: Clock) {
    require(
      interval > .zero, "PollingFileWatcher(every:on:)", "the interval must be greater than zero", interval)
    self.interval = interval
    self.scheduler = scheduler
  }

  public func events(
    below path: FilePath, entering: @escaping @Sendable (FilePath) -> Bool
  ) -> SignalProducer<FileEvent, FileError> {
    .deferred { [interval, scheduler] in
      let first: FolderSnapshot
      do throws(FileError) { first = try FolderSnapshot(of: path, entering: entering) } catch {
        return SignalProducer(error: error)
      }
      let look = SignalProducer<Void, Never>(value: ())
        .delayStart(interval, on: scheduler)
        .map { first.again(entering: entering) }
      let again = SignalProducer<Void, Never>(value: ())
        .delayStart(Route.patience, on: scheduler)
        .map { first.again(entering: entering) }
      let mayComeBack = !Route(of: path).links.isEmpty
      let changes =
        look
        .flatMap(.concat) { mayComeBack && $0.isGone ? again : SignalProducer(value: $0) }
        .repeatForever()
        .prepend(first)
        .pairwise()
        .prefix(through: { $0.current.isGone })
        .flatMap(.concat) { SignalProducer<FileEvent, Never>($0.current.changes(since: $0.previous)) }
      return SignalProducer<FileEvent, Never>(first.unreadable.map { .unwatched($0) })
        .append(changes)
        .setFailureType(to: FileError.self)
    }
  }
}
