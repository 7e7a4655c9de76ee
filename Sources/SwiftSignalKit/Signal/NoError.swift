/// The error of a signal that cannot fail: there is none.
public enum NoError: Sendable {}

/// The value of a signal that has no values, only an end.
public enum NoValue: Sendable {}

/// Returns what it is given.
public func identity<A>(a: A) -> A { a }
