import SwiftSignalKit
import TestSupport

/// A signal that says what the test says.
final class Feed<T, E>: Sendable {
  private let subscriber = Atomic<Subscriber<T, E>?>(value: nil)
  private let starts = Atomic(value: 0)
  private let ends = Atomic(value: 0)

  var signal: Signal<T, E> {
    Signal { [self] subscriber in
      starts.modify { $0 + 1 }
      self.subscriber.swap(subscriber)
      return ActionDisposable { [ends] in ends.modify { $0 + 1 } }
    }
  }

  var startCount: Int { starts.with { $0 } }
  var disposalCount: Int { ends.with { $0 } }

  func putNext(_ value: T) { subscriber.with { $0 }?.putNext(value) }
  func putError(_ error: E) { subscriber.with { $0 }?.putError(error) }
  func putCompletion() { subscriber.with { $0 }?.putCompletion() }
}

extension Signal {
  /// Starts, and notes what it is told.
  func noting(in notes: Notes<String>) -> any Disposable {
    start(
      next: { notes.add("\($0)") }, error: { notes.add("error \($0)") }, completed: { notes.add("completed") }
    )
  }
}
