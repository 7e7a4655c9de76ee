import Signals

/// Operators that break rules, to see it noticed.
extension EventStream {
  /// Goes on after the end (contract E1).
  func endingEarly() -> Self {
    stage { observer, _ in
      Observer(
        next: { value in
          observer.end(.completed)
          observer.next(value)
        }, end: observer.end)
    }
  }

  /// Joins without a gate, so that two sources meet in the observer (contract E6, E7).
  func joinedWithoutGate() -> Self {
    Self(
      .pull { observer, subscription in
        let second = Subscription()
        subscription += second
        self.attach(observer, subscription)
        self.attach(Observer(next: observer.next, end: { _ in }), second)
      })
  }

  /// Goes on after disposal (contract D2).
  func ignoringDisposal() -> Self {
    Self(.pull { observer, _ in self.attach(observer, Subscription()) })
  }

  /// Does not pass disposal on (contract S7, P5).
  func forgettingItsSource() -> Self {
    Self { observer, _ in
      let subscription = Subscription()
      Leak.all.withLock { $0.append(subscription) }
      self.attach(observer, subscription)
    }
  }

  /// Counts all starts together (contract P3).
  func prefixOfAllStarts(_ count: Int) -> Self {
    let left = Guarded(count)
    return filter { _ in
      left.withLock { left in
        left -= 1
        return left >= 0
      }
    }
  }

  /// Keeps all it has ever seen (contract S7, P5).
  func leaking() -> Self {
    Leak.all.withLock { $0.append(self) }
    return stage { observer, _ in
      Leak.all.withLock { $0.append(observer) }
      return observer
    }
  }
}

private enum Leak {
  static let all = Guarded<[any Sendable]>([])
}
