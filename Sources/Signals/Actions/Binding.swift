extension EventSource where Failure == Never {
  /// Sets `target` to each value, until the source ends, the target is gone, or the returned disposable is
  /// disposed of. A producer is started at once; the target is not kept.
  ///
  /// Two properties may be bound to each other: they come to rest at what was set last, whichever threads set them. A
  /// loop of properties whose values never repeat stops the program with the names of all of them, after it has gone
  /// round ten thousand times (contract R5).
  ///
  ///     let celsius = MutableProperty(0.0)
  ///     let label = MutableProperty("")
  ///     celsius.map { "\($0) °C" }.bind(to: label)
  @inlinable @discardableResult
  public func bind(to target: MutableProperty<Value>, fileID: StaticString = #fileID, line: UInt = #line)
    -> any Disposable
  {
    bind(to: target.node, during: target.lifetime, SourcePlace(fileID, line)) { $0 }
  }

  /// Sets `target` to each value, until the source ends, the target is gone, or the returned disposable is
  /// disposed of.
  @inlinable @discardableResult
  public func bind(to target: MutableProperty<Value?>, fileID: StaticString = #fileID, line: UInt = #line)
    -> any Disposable
  {
    bind(to: target.node, during: target.lifetime, SourcePlace(fileID, line)) { $0 }
  }

  @inlinable func bind<Target: Sendable>(
    to node: PropertyNode<Target>, during lifetime: Lifetime, _ place: SourcePlace,
    _ convert: @escaping @Sendable (Value) -> Target
  ) -> any Disposable {
    let subscription = Subscription()
    lifetime += subscription
    let observer: Observer<Value, Failure> = .values { node.setByBinding(convert($0)) }
    attach(observer.listedIfRecorded(place, of: subscription), subscription)
    return subscription
  }
}

extension PropertyNode {
  /// Sets the value; inside an observer because of the change that it was notified of.
  @inlinable func setByBinding(_ value: Value) {
    if let origin = Wave.origin { set(value, becauseOf: origin) } else { set(value) }
  }
}

infix operator <~ : BindingPrecedence

/// Below everything that makes a source, above assignment.
precedencegroup BindingPrecedence {
  associativity: right
  higherThan: AssignmentPrecedence
}

/// Binds `target` to `source`: `target <~ source` is `source.bind(to: target)`.
@inlinable @discardableResult
public func <~ <Source: EventSource>(
  target: MutableProperty<Source.Value>, source: Source
) -> any Disposable where Source.Failure == Never {
  source.bind(to: target.node, during: target.lifetime, target.node.name.place) { $0 }
}

/// Binds `target` to `source`: `target <~ source` is `source.bind(to: target)`.
@inlinable @discardableResult
public func <~ <Source: EventSource>(
  target: MutableProperty<Source.Value?>, source: Source
) -> any Disposable where Source.Failure == Never {
  source.bind(to: target.node, during: target.lifetime, target.node.name.place) { $0 }
}
