import Foundation
import Signals

extension NotificationCenter {
  /// Passes on what `transform` takes from each notification; nil is dropped.
  ///
  ///     center.producer(for: .downloadMoved) { $0.userInfo?["fraction"] as? Double }
  ///       .startWithValues { print($0) }
  ///
  /// A notification cannot go from thread to thread, what it holds often can: `transform` runs where the
  /// notification was posted, and takes out what is `Sendable`.
  ///
  /// It is a producer, not a signal, because the center would keep the input of a signal for ever: each start
  /// is one observer of the center, which is removed when the start is disposed of.
  ///
  /// - Parameters:
  ///   - name: What is posted.
  ///   - object: Only notifications posted with this object; nil means with any. The producer keeps it.
  ///   - transform: Makes a value of a notification, on the thread that posts it; nil is left out.
  /// - Completes: never.
  public func producer<Value: Sendable>(
    for name: Notification.Name, object: (any AnyObject & Sendable)? = nil,
    _ transform: @escaping @Sendable (Notification) -> Value?
  ) -> SignalProducer<Value, Never> {
    SignalProducer { observer, lifetime in
      let token = Guarded<(any NSObjectProtocol)?>(
        self.addObserver(forName: name, object: object, queue: nil) { notification in
          if let value = transform(notification) { observer.send(value) }
        })
      lifetime.onEnd {
        if let token = token.withLock({ $0.take() }) { self.removeObserver(token) }
      }
    }
  }

  /// Says each time that such a notification was posted.
  public func producer(
    for name: Notification.Name, object: (any AnyObject & Sendable)? = nil
  ) -> SignalProducer<Void, Never> {
    producer(for: name, object: object) { _ in () }
  }
}
