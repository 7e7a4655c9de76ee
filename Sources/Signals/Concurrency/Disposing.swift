/// A container of disposables that this thread is disposing of, and the ones around it.
///
/// Several threads may dispose of one container at once, and each of them has to be sure, when its call returns, that
/// every member has been told (contract D2). So each disposes of all members, instead of relying on another thread,
/// which may not have come to them. But a member that disposes of its container from inside must not begin that again:
/// the calls would nest without end.
final class Disposing: Sendable {
  private let container: any Disposable
  private let outer: Disposing?

  private init(_ container: any Disposable, _ outer: Disposing?) {
    self.container = container
    self.outer = outer
  }

  /// Runs `body`, which disposes of the members of `container`. False: it runs on this thread already.
  static func run(_ container: any Disposable, _ body: () -> Void) -> Bool {
    let outer = innermost
    var around = outer
    while let disposing = around {
      if disposing.container === container { return false }
      around = disposing.outer
    }
    with(Disposing(container, outer), body)
    return true
  }

  #if hasFeature(Embedded)

    nonisolated(unsafe) private static var innermost: Disposing?

    private static func with(_ disposing: Disposing, _ body: () -> Void) {
      let outer = innermost
      innermost = disposing
      defer { innermost = outer }
      body()
    }

  #else

    /// A task-local is the thread-local of the standard library: it works outside tasks too.
    @TaskLocal private static var innermost: Disposing?

    private static func with(_ disposing: Disposing, _ body: () -> Void) {
      $innermost.withValue(disposing, operation: body)
    }

  #endif
}
