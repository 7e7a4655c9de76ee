import Foundation

@testable import Signals

/// Operators that break one rule each, to see it noticed.
extension EventStream {
  /// Sends a value after the end (contract E1).
  func endingEarly() -> Self {
    stage { observer, _ in
      Observer(
        next: { value in
          observer.end(.completed)
          observer.next(value)
        }, end: observer.end)
    }
  }
}
