/// Has a target for bindings: a property, an action, or a ``BindingTarget``. `target <~ source` works on all of them.
public protocol BindingTargetProvider<Value>: Sendable {
  /// What a source is bound to.
  associatedtype Value: Sendable

  /// Receives the values of a source, until a lifetime ends.
  var bindingTarget: BindingTarget<Value> { get }
}

/// Receives the values of the streams and properties that are bound to it: a closure or a property of an object, called
/// on a scheduler if there is one.
///
///     let title = BindingTarget<String>(on: .shared, object: label, keyPath: \.text)
///     title <~ user.map { $0?.name ?? "signed out" }
///
///     let log = BindingTarget<Int> { print($0) }
///     log <~ volume
///
/// A binding begins at once, with the current value of a property. It ends with its source, with the lifetime of the
/// target, or when the disposable that `<~` returns is disposed of.
public struct BindingTarget<Value: Sendable>: BindingTargetProvider {
  @usableFromInline typealias Values = SignalProducer<Value, Never>

  @usableFromInline let lifetime: Lifetime?
  @usableFromInline let place: SourcePlace
  /// Takes the values elsewhere, or ends them; nil if they stay as they are.
  @usableFromInline let prepare: (@Sendable (Values) -> Values)?
  @usableFromInline let receive: @Sendable (Value) -> Void

  public var bindingTarget: BindingTarget<Value> { self }

  @usableFromInline init(
    during lifetime: Lifetime?, _ place: SourcePlace, prepare: (@Sendable (Values) -> Values)? = nil,
    receive: @escaping @Sendable (Value) -> Void
  ) {
    self.lifetime = lifetime
    self.place = place
    self.prepare = prepare
    self.receive = receive
  }

  /// A target that calls `action` with each value, on the thread that sends it.
  ///
  /// - Parameters:
  ///   - lifetime: What ends each binding, if there is something.
  ///   - action: What is called with each value.
  ///   - fileID: The file of the call, which the compiler fills in.
  ///   - line: The line of the call, which the compiler fills in.
  @inlinable public init(
    lifetime: Lifetime? = nil, _ action: @escaping @Sendable (Value) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(during: lifetime, SourcePlace(fileID, line), receive: action)
  }

  /// A target that calls `action` with each value on a scheduler, in order; see ``EventStream/receive(on:buffering:drops:)``.
  ///
  /// - Parameters:
  ///   - scheduler: Where the values are taken.
  ///   - lifetime: What ends each binding, if there is something.
  ///   - action: What is called with each value.
  ///   - fileID: The file of the call, which the compiler fills in.
  ///   - line: The line of the call, which the compiler fills in.
  /// - Buffers: values that wait for the scheduler. A source that can wait is never more than 1024 values ahead.
  @inlinable public init(
    on scheduler: some Scheduler, lifetime: Lifetime? = nil, _ action: @escaping @Sendable (Value) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      during: lifetime, SourcePlace(fileID, line), prepare: { $0.receive(on: scheduler) }, receive: action)
  }
}

#if !hasFeature(Embedded)

  extension BindingTarget {
    /// A target that sets a property of an object to each value, on the thread that sends it.
    ///
    /// The object is not kept: a binding ends with the first value after the object is gone.
    ///
    /// - Parameters:
    ///   - lifetime: What ends each binding, if there is something.
    ///   - object: What has the property. It is not kept.
    ///   - keyPath: The property that is set.
    ///   - fileID: The file of the call, which the compiler fills in.
    ///   - line: The line of the call, which the compiler fills in.
    public init<Object: AnyObject & Sendable>(
      lifetime: Lifetime? = nil, object: Object,
      keyPath: ReferenceWritableKeyPath<Object, Value> & Sendable,
      fileID: StaticString = #fileID, line: UInt = #line
    ) {
      self.init(
        during: lifetime, SourcePlace(fileID, line),
        prepare: { [weak object] values in values.prefix(while: { [weak object] _ in object != nil }) },
        receive: { [weak object] value in object?[keyPath: keyPath] = value })
    }

    /// A target that sets a property of an object to each value on a scheduler, in order.
    ///
    /// The object is not kept: a binding ends with the first value after the object is gone.
    ///
    /// - Parameters:
    ///   - scheduler: Where the values are taken.
    ///   - lifetime: What ends each binding, if there is something.
    ///   - object: What has the property. It is not kept.
    ///   - keyPath: The property that is set.
    ///   - fileID: The file of the call, which the compiler fills in.
    ///   - line: The line of the call, which the compiler fills in.
    /// - Buffers: values that wait for the scheduler. A source that can wait is never more than 1024 values ahead.
    public init<Object: AnyObject & Sendable>(
      on scheduler: some Scheduler, lifetime: Lifetime? = nil, object: Object,
      keyPath: ReferenceWritableKeyPath<Object, Value> & Sendable,
      fileID: StaticString = #fileID, line: UInt = #line
    ) {
      self.init(
        during: lifetime, SourcePlace(fileID, line),
        prepare: { [weak object] values in
          values.receive(on: scheduler).prefix(while: { [weak object] _ in object != nil })
        },
        receive: { [weak object] value in object?[keyPath: keyPath] = value })
    }

    /// A target that calls `action` on the main actor with each value, in order.
    ///
    /// - Parameters:
    ///   - actor: The main actor.
    ///   - lifetime: What ends each binding, if there is something.
    ///   - action: What is called with each value.
    ///   - fileID: The file of the call, which the compiler fills in.
    ///   - line: The line of the call, which the compiler fills in.
    /// - Buffers: values that wait for the main actor. A source that can wait is never more than 1024 values ahead.
    public init(
      on actor: MainActor, lifetime: Lifetime? = nil,
      _ action: @escaping @MainActor @Sendable (Value) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) {
      self.init(
        during: lifetime, SourcePlace(fileID, line), prepare: { $0.receive(on: MainActorScheduler.shared) },
        receive: MainActorScheduler.hopped(action))
    }

    /// A target that sets a property of an object to each value on the main actor, in order.
    ///
    /// The object is not kept: a binding ends with the first value after the object is gone.
    ///
    /// - Parameters:
    ///   - actor: The main actor.
    ///   - lifetime: What ends each binding, if there is something.
    ///   - object: What has the property. It is not kept.
    ///   - keyPath: The property that is set.
    ///   - fileID: The file of the call, which the compiler fills in.
    ///   - line: The line of the call, which the compiler fills in.
    /// - Buffers: values that wait for the main actor. A source that can wait is never more than 1024 values ahead.
    @MainActor public init<Object: AnyObject & Sendable>(
      on actor: MainActor, lifetime: Lifetime? = nil, object: Object,
      keyPath: ReferenceWritableKeyPath<Object, Value>, fileID: StaticString = #fileID, line: UInt = #line
    ) {
      let set: @MainActor @Sendable (Value) -> Void = { [weak object] value in
        object?[keyPath: keyPath] = value
      }
      self.init(
        during: lifetime, SourcePlace(fileID, line),
        prepare: { [weak object] values in
          values.receive(on: MainActorScheduler.shared).prefix(while: { [weak object] _ in object != nil })
        },
        receive: MainActorScheduler.hopped(set))
    }
  }

#endif

// MARK: What can be bound

extension MutableProperty: BindingTargetProvider {
  /// Sets the property; does not keep it.
  public var bindingTarget: BindingTarget<Value> {
    BindingTarget(during: lifetime, node.name.place) { [node] in node.setByBinding($0) }
  }
}

extension Action: BindingTargetProvider {
  /// Applies the action to each value and starts the work, as long as the action exists. What comes while the action is
  /// not enabled is left out, and sent by ``disabledErrors``.
  public var bindingTarget: BindingTarget<Input> {
    BindingTarget(during: lifetime, place, receive: applying)
  }
}

extension ValidatingProperty: BindingTargetProvider {
  /// Proposes each value, as long as the property exists.
  public var bindingTarget: BindingTarget<Value> {
    BindingTarget(during: lifetime, place, receive: proposing)
  }
}

// MARK: Binding

extension EventSource where Failure == Never {
  /// Passes each value to `target`, until the source ends, the lifetime of the target ends, or the returned disposable is
  /// disposed of. A producer is started at once.
  @inlinable @discardableResult
  public func bind<Target: BindingTargetProvider>(
    to target: Target, fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable where Target.Value == Value {
    bind(to: target.bindingTarget, SourcePlace(fileID, line)) { $0 }
  }

  /// Passes each value to `target`, until the source ends, the lifetime of the target ends, or the returned disposable is
  /// disposed of. A producer is started at once.
  @inlinable @discardableResult
  public func bind<Target: BindingTargetProvider>(
    to target: Target, fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable where Target.Value == Value? {
    bind(to: target.bindingTarget, SourcePlace(fileID, line)) { $0 }
  }

  @inlinable func bind<Target: Sendable>(
    to target: BindingTarget<Target>, _ place: SourcePlace, _ convert: @escaping @Sendable (Value) -> Target
  ) -> any Disposable {
    let subscription = Subscription()
    if let lifetime = target.lifetime { lifetime += subscription }
    let receive = target.receive
    if let prepare = target.prepare {
      let observer: Observer<Target, Never> = .values { receive($0) }
      let values = SignalProducer<Value, Never>(.pull { attach($0, $1) }).map(convert)
      prepare(values).attach(observer.listedIfRecorded(place, of: subscription), subscription)
    } else {
      let observer: Observer<Value, Never> = .values { receive(convert($0)) }
      attach(observer.listedIfRecorded(place, of: subscription), subscription)
    }
    return subscription
  }
}

/// Binds `target` to `source`: `target <~ source` is `source.bind(to: target)`.
@inlinable @discardableResult
public func <~ <Target: BindingTargetProvider, Source: EventSource>(
  target: Target, source: Source
) -> any Disposable where Source.Failure == Never, Source.Value == Target.Value {
  let target = target.bindingTarget
  return source.bind(to: target, target.place) { $0 }
}

/// Binds `target` to `source`: `target <~ source` is `source.bind(to: target)`.
@inlinable @discardableResult
public func <~ <Target: BindingTargetProvider, Source: EventSource>(
  target: Target, source: Source
) -> any Disposable where Source.Failure == Never, Target.Value == Source.Value? {
  let target = target.bindingTarget
  return source.bind(to: target, target.place) { $0 }
}
