/// When the generator of a stream runs, and what triggers it: the only difference between push and
/// pull. It exists at compile time only.
public protocol Drive: SendableMetatype {
  /// True: the generator runs once, now, and all observers see the same events. False: it runs once
  /// per start, and each start has its own events.
  static var pushes: Bool { get }
}

/// The drive of a ``Signal``.
public enum Push: Drive {
  @inlinable public static var pushes: Bool { true }
}

/// The drive of a ``SignalProducer``.
public enum Pull: Drive {
  @inlinable public static var pushes: Bool { false }
}
