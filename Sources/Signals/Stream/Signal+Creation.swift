extension EventStream where D == Push {
  /// A signal together with its input, for events that come from outside.
  ///
  /// Releasing the last copy of the input interrupts the signal (contract S6).
  ///
  ///     let (numbers, input) = Signal<Int, Never>.pipe()
  ///     numbers.map { $0 * 2 }.observeValues { print($0) }
  ///     input.send(21)  // prints 42
  @inlinable public static func pipe() -> (output: Self, input: Observer<Value, Failure>) {
    let lifetime = Lifetime()
    let list = ObserverList<Value, Failure>(gate: lifetime, kind: .root)
    return (output: Self(.push(ObserverListHandle(list))), input: ObserverListInput(list, lifetime).observer)
  }

  /// A signal that never sends anything and never ends.
  @inlinable public static var never: Self {
    Self(.push(ObserverListHandle(ObserverList(gate: Gate(), kind: .silent))))
  }

  /// A signal that has completed. No observer can be attached before the completion, so each observer gets
  /// `interrupted` (contract S5).
  @inlinable public static var empty: Self {
    Self { observer, _ in observer.complete() }
  }

  /// The events of the signal, from the moment of the start. Disposing of the start stops observing,
  /// and leaves the signal as it is.
  @inlinable public var producer: SignalProducer<Value, Failure> {
    .attaching { [list] observer, start in
      let gated = GatedObserver(consume observer, start)
      // A closure that holds nothing but one object needs no memory. The start owns it anyway, by its place in the list.
      guard start.open({ gated.observer.end(.interrupted) }) else { return }
      list.add(gated.input, in: start)
    }
  }

  /// Attaches an observer of a signal that does not end while it has observers.
  @inlinable package func observe(_ observer: Observer<Value, Failure>, in subscription: Subscription) {
    subscription.add(list.add(observer))
  }

  @inlinable var list: ObserverList<Value, Failure> {
    switch storage {
    case .push(let handle): return handle.list
    case .pull, .row: preconditionFailure("a signal has push storage")
    }
  }
}
