import Signals

/// An observer that checks what holds for each stream: one event at a time (E6), nothing after the end (E1), nothing
/// after a disposal (D2).
///
/// Sendable because one thread of a run runs at a time.
final class Watcher<Value: Sendable>: @unchecked Sendable {
  private let run: Run
  private let name: String
  private let body: (@Sendable (Event<Value, Never>) -> Void)?
  private var isInside = false
  /// The threads on which a disposal has returned.
  private var disposed: Set<Int> = []
  /// The threads that have begun a value after a disposal on another one has returned.
  private var late: Set<Int> = []
  private(set) var values: [Value] = []
  private(set) var ends: [String] = []

  init(
    _ run: Run, _ name: String = "the observer", _ body: (@Sendable (Event<Value, Never>) -> Void)? = nil
  ) {
    self.run = run
    self.name = name
    self.body = body
  }

  @Sendable func receive(_ event: Event<Value, Never>) {
    run.expect(!isInside, "E6: two events are inside \(name) at once")
    run.expect(ends.isEmpty, "E1: \(name) gets \(event) after \(ends)")
    isInside = true
    if case .next(let value) = event {
      checkDisposal(event)
      values.append(value)
    } else {
      ends.append("\(event)")
    }
    // Other threads may come in the middle of a callback.
    run.pass()
    body?(event)
    isInside = false
  }

  private func checkDisposal(_ event: Event<Value, Never>) {
    if disposed.isEmpty { return }
    run.expect(
      !disposed.contains(run.thread),
      "D2: \(name) gets \(event) on thread \(threadName(run.thread)), where dispose has returned")
    run.expect(
      late.insert(run.thread).inserted,
      "D2: \(name) gets a second value on \(threadName(run.thread)) after dispose has returned on another thread"
    )
  }

  /// Disposes, and remembers that this has returned on this thread.
  func dispose(_ disposable: any Disposable) {
    disposable.dispose()
    disposed.insert(run.thread)
  }
}
