#if NATS
  /// What a connection is doing.
  public enum NATSConnectionState: Hashable, Sendable {
    /// It is connected to a server, which is named without credentials.
    case connected(to: String)
    /// The connection was lost and is being made again.
    case reconnecting
    /// It takes no new work, and ends when what has arrived is handled and what was published has been sent.
    case draining
    /// It is over, for good: by the program (nil), or by a failure.
    case closed(NATSError?)

    /// Whether it is connected.
    public var isConnected: Bool { if case .connected = self { true } else { false } }

    /// Whether it is over, for good.
    public var isClosed: Bool { if case .closed = self { true } else { false } }
  }
#endif
