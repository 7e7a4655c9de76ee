import Signals

/// An object that lives on a queue: it is made there, used there, and released there.
///
/// A reference to this can be kept and released anywhere.
public final class QueueLocalObject<T: AnyObject>: Sendable {
  /// Where the object lives.
  public let queue: Queue
  /// Touched on the queue only; nil before it is made, and after everything.
  private let object = Guarded<T?>(nil)

  /// Has the object made on the queue: now if the caller is on it.
  @preconcurrency public init(queue: Queue, generate: @escaping @Sendable () -> T) {
    self.queue = queue
    queue.async { [object] in
      let made = generate()
      object.withLock { $0 = made }
    }
  }

  deinit {
    queue.async { [object] in
      let released = object.withLock { $0.take() }
      withExtendedLifetime(released) {}
    }
  }

  /// The object, if the caller is on the queue; nil otherwise.
  public func unsafeGet() -> T? { queue.isCurrent() ? object.withLock { $0 } : nil }

  /// Runs `f` with the object, on the queue: at once if the caller is on it.
  @preconcurrency public func with(_ f: @escaping @Sendable (T) -> Void) {
    queue.async { self.run(f) }
  }

  /// Runs `f` with the object, on the queue, and waits for what it gives.
  @preconcurrency public func syncWith<R>(_ f: @escaping @Sendable (T) -> R) -> R {
    if queue.isCurrent() { return callHere(f) }
    var result: R?
    // The form of `sync` that returns a value takes half as long again.
    queue.queue.sync { result = callHere(f) }
    return result!
  }

  private func callHere<R>(_ f: (T) -> R) -> R {
    guard let object = object.withLock({ $0 }) else {
      fatalError("QueueLocalObject<\(T.self)>.syncWith(_:): what makes the object must not ask for it")
    }
    return f(object)
  }

  private func run(_ f: (T) -> Void) {
    if let object = object.withLock({ $0 }) { f(object) }
  }
}

extension QueueLocalObject {
  /// A signal that is made with the object, on the queue: at once if the caller is on it, and later otherwise.
  ///
  /// It does not keep the object: a start after this was released sends nothing. A start that is disposed of before the
  /// queue comes to it runs nothing.
  @preconcurrency public func signalWith<R, E>(
    _ f: @escaping @Sendable (T, Subscriber<R, E>) -> any Disposable
  ) -> Signal<R, E> {
    Signal { [weak self] subscriber in
      guard let object = self?.object.withLock({ $0 }) else { return EmptyDisposable }
      return f(object, subscriber)
    } |> runOn(queue)
  }
}
