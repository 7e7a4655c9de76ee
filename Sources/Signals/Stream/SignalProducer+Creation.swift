extension EventStream where D == Pull {
  /// Sends the elements of a sequence, then completes.
  ///
  ///     out  (abc|)
  ///
  /// Each start iterates anew. Disposing of the start stops after the element in hand.
  @inlinable public init<Elements: Sequence & Sendable>(_ sequence: Elements)
  where Elements.Element == Value {
    self.init(
      .pull { observer, start in
        guard start.open({ observer.end(.interrupted) }) else { return }
        if start.enter() {
          start.emit(sequence, observer)
          start.leave()
        } else {
          start.post { start.emit(sequence, observer) }
        }
      })
  }

  /// Sends one value, then completes.
  ///
  ///     out  (a|)
  @inlinable public init(value: Value) { self.init(CollectionOfOne(value)) }

  /// Fails at once.
  ///
  ///     out  x
  @inlinable public init(error: Failure) {
    self.init { observer, _ in observer.fail(error) }
  }

  /// Completes at once.
  ///
  ///     out  |
  @inlinable public static var empty: Self { Self(EmptyCollection()) }

  /// Never sends anything and never ends; disposing of a start interrupts it.
  ///
  ///     out  ---
  @inlinable public static var never: Self {
    Self(.pull { observer, start in _ = start.open { observer.end(.interrupted) } })
  }

  /// Makes the producer when it is started, anew each time: for work that needs fresh state.
  ///
  ///     let numbered = SignalProducer.deferred {
  ///       let counter = Counter()
  ///       return lines.map { "\(counter.next()): \($0)" }
  ///     }
  @inlinable public static func deferred(_ make: @escaping @Sendable () -> Self) -> Self {
    Self(.pull { observer, start in make().attach(observer, start) })
  }
}

extension Start {
  /// Sends all elements from inside the gate. The gate is entered once for the whole sequence; one
  /// load after each value shows disposal and re-entrant events alike.
  @inlinable @inline(__always) func emit<Elements: Sequence, Failure>(
    _ sequence: Elements, _ observer: Observer<Elements.Element, Failure>
  ) {
    if isClosed { return }
    for element in sequence {
      observer.next(element)
      if hasLetters {
        readLetters()
        if isClosed { return }
      }
    }
    finish { observer.end(.completed) }
  }
}
