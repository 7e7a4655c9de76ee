#if NATS
  import CNATS
  import Signals

  /// A subscription of the C client. It calls back on a thread of its own, one message after the other.
  ///
  /// Sendable because the pointer never changes, is released in `deinit` only, and the C client guards what it points to
  /// with locks of its own.
  final class Feed: Disposable, @unchecked Sendable {
    private let pointer: OpaquePointer
    private let client: Client
    private let isOver = Flag()
    private let handler: FeedHandler
    private let refusal: any Disposable

    /// - Parameters:
    ///   - limit: How many messages wait in the C client at most; it drops those that come then.
    ///   - onMessage: Gets each message, on the thread of the subscription.
    ///   - onRefused: Called if the server does not permit the subscription.
    ///   - onEnd: Called after the last message, however the subscription ends.
    init(
      _ client: Client, _ subject: String, queueGroup: String? = nil, limit: Int32,
      drops: MutableProperty<Int>? = nil, onRefused: @escaping @Sendable (NATSError) -> Void = { _ in },
      onMessage: @escaping @Sendable (borrowing ReceivedMessage) -> Void,
      onEnd: @escaping @Sendable () -> Void = {}
    ) throws(NATSError) {
      let handler = FeedHandler(drops, onMessage, onEnd)
      // The C client holds the handler until it has called `onComplete`.
      let closure = Unmanaged.passRetained(handler)
      // The server may be faster than this thread.
      let refusal = client.events.whenRefused(subject, onRefused)
      var made: OpaquePointer?
      let status =
        if let queueGroup {
          natsConnection_QueueSubscribe(
            &made, client.pointer, subject, queueGroup, onReceived, closure.toOpaque())
        } else {
          natsConnection_Subscribe(&made, client.pointer, subject, onReceived, closure.toOpaque())
        }
      guard status == NATS_OK, let made else {
        closure.release()
        refusal.dispose()
        throw client.error(.working(status), subject)
      }
      // Messages of any size count as one: what limits them is their number.
      natsSubscription_SetPendingLimits(made, limit, -1)
      // Fails if the connection was closed just now. A message may still be on its way to the handler then, so the handler
      // stays in memory.
      if natsSubscription_SetOnCompleteCB(made, onComplete, closure.toOpaque()) != NATS_OK { onEnd() }
      pointer = made
      self.client = client
      self.handler = handler
      self.refusal = refusal
      client.events.whenSlow(UInt(bitPattern: made)) { [weak self] in self?.countDrops() }
      // Some may have been dropped before there was anything to notify.
      countDrops()
    }

    deinit {
      dispose()
      client.retire(pointer)
    }

    var isDisposed: Bool { isOver.isSet }

    func dispose() {
      guard isOver.set() else { return }
      client.events.removeSlow(UInt(bitPattern: pointer))
      refusal.dispose()
      handler.isOver()
      natsSubscription_Unsubscribe(pointer)
    }

    private func countDrops() {
      handler.isSlow()
      handler.countDrops(of: pointer)
    }
  }

  /// What a subscription does with its messages.
  private final class FeedHandler: Sendable {
    private struct Drops {
      var isSlow = false
      var counted: Int64 = 0
    }

    private let drops: MutableProperty<Int>?
    private let state = Guarded(Drops())
    private let isSlowNow = AtomicFlag()
    private let isOverNow = AtomicFlag()
    private let onMessage: @Sendable (borrowing ReceivedMessage) -> Void
    private let onEnd: @Sendable () -> Void

    init(
      _ drops: MutableProperty<Int>?, _ onMessage: @escaping @Sendable (borrowing ReceivedMessage) -> Void,
      _ onEnd: @escaping @Sendable () -> Void
    ) {
      self.drops = drops
      self.onMessage = onMessage
      self.onEnd = onEnd
    }

    func isSlow() { isSlowNow.value = true }

    /// From here on messages are dropped.
    func isOver() { isOverNow.value = true }

    func receive(
      _ message: OpaquePointer, _ isKept: UnsafeMutablePointer<Bool>, from subscription: OpaquePointer?
    ) {
      if !isOverNow.value { onMessage(ReceivedMessage(message, isKept)) }
      guard isSlowNow.value, let subscription else { return }
      var waiting: Int32 = 0
      // With nothing waiting nothing is dropped, until the C client reports the next drop.
      if natsSubscription_GetPending(subscription, &waiting, nil) != NATS_OK || waiting == 0 {
        isSlowNow.value = false
      }
      countDrops(of: subscription)
    }

    /// The C client reports the first drop only, and counts all of them.
    func countDrops(of subscription: OpaquePointer) {
      guard let drops else { return }
      var count: Int64 = 0
      guard natsSubscription_GetDropped(subscription, &count) == NATS_OK else { return }
      let new = state.withLock { state in
        defer { state.counted = max(state.counted, count) }
        return max(0, count - state.counted)
      }
      if new > 0 { drops.modify { $0 += Int(new) } }
    }

    /// After an end that the program has asked for there is nothing to report, and nothing to wait for.
    func end() { if !isOverNow.value { onEnd() } }
  }

  // Functions, not closures: a closure that is written where the main actor runs stops the program on another thread.

  private func onReceived(
    _: OpaquePointer?, _ subscription: OpaquePointer?, _ message: OpaquePointer?,
    _ closure: UnsafeMutableRawPointer?
  ) {
    guard let message, let closure else { return }
    var isKept = false
    Unmanaged<FeedHandler>.fromOpaque(closure)._withUnsafeGuaranteedRef {
      $0.receive(message, &isKept, from: subscription)
    }
    if !isKept { natsMsg_Destroy(message) }
  }

  private func onComplete(_ closure: UnsafeMutableRawPointer?) {
    guard let closure else { return }
    Unmanaged<FeedHandler>.fromOpaque(closure).takeRetainedValue().end()
  }
#endif
