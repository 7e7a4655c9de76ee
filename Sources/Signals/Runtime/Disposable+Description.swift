#if !hasFeature(Embedded)

  extension Lifetime: CustomStringConvertible {
    /// The state: running, paused, disposed or ended.
    public var description: String {
      guard let subscription = self as? Subscription else {
        return "Lifetime(\(hasEnded ? "ended" : "running"))"
      }
      return "Subscription(\(subscription.state))"
    }
  }

  extension Subscription {
    fileprivate final var state: String {
      if progress.load(ordering: .relaxed) == .disposed { return "disposed" }
      return hasEnded ? "ended" : isPaused ? "paused" : "running"
    }
  }

  extension LifetimeMember: CustomStringConvertible {
    @usableFromInline package var description: String { "Observation(\(isDisposed ? "over" : "running"))" }
  }

  extension Disposable where Self: CustomStringConvertible {
    /// The name of the type, and whether it is over.
    public var description: String { "\(Self.self)(\(isDisposed ? "over" : "running"))" }
  }

  extension AnyDisposable: CustomStringConvertible {}
  extension CompositeDisposable: CustomStringConvertible {}
  extension ScopedDisposable: CustomStringConvertible {}
  extension SerialDisposable: CustomStringConvertible {}

#endif
