/// Shared by the copies of a signal. When the last copy is gone, no further observer can be added.
@usableFromInline package final class ObserverListHandle<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let list: ObserverList<Value, Failure>

  @usableFromInline init(_ list: ObserverList<Value, Failure>) { self.list = list }

  deinit { list.becomeUnreachable() }
}

/// The input of a root list. When the last reference to the input is gone, no further event can be sent (contract S6).
@usableFromInline final class ObserverListInput<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let list: ObserverList<Value, Failure>
  private let lifetime: Lifetime

  /// `lifetime` is the gate of the list.
  @usableFromInline init(_ list: ObserverList<Value, Failure>, _ lifetime: Lifetime) {
    self.list = list
    self.lifetime = lifetime
  }

  deinit { end(.interrupted) }

  @inlinable var observer: Observer<Value, Failure> {
    Observer(next: { self.list.send($0) }, end: { self.end($0) })
  }

  @usableFromInline func end(_ termination: Termination<Failure>) {
    let (list, lifetime) = (self.list, self.lifetime)
    list.gate.run {
      list.finish(termination)
      lifetime.end()
    }
  }
}
