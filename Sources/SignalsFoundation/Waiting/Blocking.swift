import Dispatch
import Signals

/// A call that blocks its thread until a stream has given a result.
struct Blocking {
  private let fileID: StaticString
  private let line: UInt

  /// - Parameters:
  ///   - terminal: What was called.
  ///   - alternative: What a task has to await instead. In a task the program stops here, before the work begins.
  init(
    _ terminal: StaticString, inTasks alternative: StaticString, _ fileID: StaticString, _ line: UInt
  ) {
    self.fileID = fileID
    self.line = line
    if withUnsafeCurrentTask(body: { $0 != nil }) {
      fatalError(
        """
        \(terminal): it would block a thread that tasks share, use `await \(alternative)` in a task; it is called at \
        \(fileID):\(line)
        """)
    }
  }

  /// Attaches to `stream` and waits for the first event of which a result is made; the start is then disposed of.
  ///
  /// It returns when the lifetime of the start has ended: its members are disposed of newest first, and the one that ends
  /// the wait is the oldest.
  func result<Value, Failure, Output: Sendable>(
    of stream: EventStream<some Drive, Value, Failure>, next: @escaping @Sendable (Value) -> Output?,
    end: @escaping @Sendable (Termination<Failure>) -> Output
  ) -> Output {
    let result = Guarded<Output?>(nil)
    let isOver = DispatchSemaphore(value: 0)
    let subscription = Subscription()
    subscription += AnyDisposable { isOver.signal() }
    let observer = Observer<Value, Failure>(
      next: { value in
        guard let output = next(value) else { return }
        result.withLock { if $0 == nil { $0 = output } }
        subscription.dispose()
      },
      end: { termination in
        let output = end(termination)
        result.withLock { if $0 == nil { $0 = output } }
      })
    stream.attach(observer.listedIfRecorded(SourcePlace(fileID, line), of: subscription), subscription)
    return withExtendedLifetime(subscription) {
      isOver.wait()
      return result.withLock { $0! }
    }
  }
}
