/// Sends one value, then completes.
@inlinable public func single<T, E>(_ value: T, _ errorType: E.Type) -> Signal<T, E> { .single(value) }

/// Fails at once.
@inlinable public func fail<T, E>(_ valueType: T.Type, _ error: E) -> Signal<T, E> { .fail(error) }

/// Completes at once.
@inlinable public func complete<T, E>(_ valueType: T.Type, _ error: E.Type) -> Signal<T, E> { .complete() }

/// Never says anything.
@inlinable public func never<T, E>(_ valueType: T.Type, _ error: E.Type) -> Signal<T, E> { .never() }
