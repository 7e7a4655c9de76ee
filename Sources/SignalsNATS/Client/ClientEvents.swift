#if NATS
  import CNATS
  import Foundation
  import Signals

  /// What happens to a connection, as the C client reports it: on one thread of the C client, one call at a time.
  final class ClientEvents: Sendable {
    private struct Facts {
      var isEndedByProgram = false
      var isClosed = false
      /// Something was reported about the connection.
      var isReported = false
      var failure: NATSError?
      var lastServer = ""
      /// Run when the connection is closed for good.
      var onClosed: [Int: @Sendable (NATSError?) -> Void] = [:]
      var lastAction = 0
      /// What to do when the C client drops messages of a subscription, by the address of that.
      var onSlow: [UInt: @Sendable () -> Void] = [:]
      /// The subjects that messages are subscribed to, and what to do when the server refuses that.
      var onRefused: [Int: (subject: String, action: @Sendable (NATSError) -> Void)] = [:]
    }

    private let facts = Guarded(Facts())
    let state = MutableProperty(NATSConnectionState.reconnecting, name: "NATSConnection.state")

    var lastServer: String { facts.withLock { $0.lastServer } }

    var isClosed: Bool { facts.withLock { $0.isClosed } }

    // MARK: What the program does

    func closeByProgram() { facts.withLock { $0.isEndedByProgram = true } }

    func drainByProgram() {
      let isOpen = facts.withLock { facts in
        facts.isEndedByProgram = true
        return !facts.isClosed
      }
      if isOpen { set(.draining) }
    }

    /// The first connection is there. The C client does not report that, but may have reported already that it is lost.
    func begins(on server: String) {
      facts.withLock { facts in if !facts.isReported { facts.lastServer = server } }
      state.modify { state in
        if !facts.withLock({ $0.isReported }) { state = .connected(to: server) }
      }
    }

    // MARK: What the C client reports

    func isConnected(to server: String) {
      let isEnding = facts.withLock { facts in
        facts.isReported = true
        if !server.isEmpty { facts.lastServer = server }
        return facts.isEndedByProgram
      }
      // What drains without a connection goes on draining when there is one.
      if !isEnding { set(.connected(to: server)) }
    }

    func isDisconnected() {
      // A connection that the program closes is disconnected too.
      let isEnding = facts.withLock { facts in
        facts.isReported = true
        return facts.isEndedByProgram
      }
      if !isEnding { set(.reconnecting) }
    }

    func isClosed(_ status: natsStatus, _ text: String) {
      let (failure, actions) = facts.withLock { facts in
        (facts.isClosed, facts.isReported) = (true, true)
        if !facts.isEndedByProgram {
          facts.failure = NATSError(server: facts.lastServer, .closing(status, text))
        }
        defer {
          facts.onClosed = [:]
          facts.onSlow = [:]
          facts.onRefused = [:]
        }
        return (facts.failure, facts.onClosed)
      }
      set(.closed(failure))
      actions.sorted { $0.key < $1.key }.forEach { $0.value(failure) }
    }

    func isSlow(_ subscription: UInt) { facts.withLock { $0.onSlow[subscription] }?() }

    /// The server names the subject in its answer: `Permissions Violation for Subscription to "a.b"`, and perhaps more
    /// behind it. The C client keeps 255 bytes of that.
    func isRefused(_ text: String) {
      guard let found = text.range(of: "Subscription to ", options: .caseInsensitive) else { return }
      let rest = text[found.upperBound...]
      let (server, actions) = facts.withLock { facts in
        (
          facts.lastServer,
          facts.onRefused.values.filter {
            let subject = $0.subject.quoted
            return rest.hasPrefix(subject) || text.utf8.count >= 255 && subject.hasPrefix(rest)
          }
        )
      }
      for (subject, action) in actions {
        action(NATSError(server: server, subject: subject, .notPermitted(text)))
      }
    }

    /// Once closed, it stays closed: a report that has been overtaken changes nothing.
    private func set(_ new: NATSConnectionState) {
      state.modify { state in
        if case .closed = state { return }
        state = new
      }
    }

    // MARK: Who is notified

    /// Calls `action` when the connection is closed for good: at once if it is.
    ///
    /// - Returns: What withdraws it.
    @discardableResult
    func whenClosed(_ action: @escaping @Sendable (NATSError?) -> Void) -> any Disposable {
      let (number, failure): (Int, NATSError??) = facts.withLock { facts in
        if facts.isClosed { return (0, .some(facts.failure)) }
        facts.lastAction += 1
        facts.onClosed[facts.lastAction] = action
        return (facts.lastAction, nil)
      }
      if let failure { action(failure) }
      return AnyDisposable { [weak self] in
        let removed = self?.facts.withLock { $0.onClosed.removeValue(forKey: number) }
        withExtendedLifetime(removed) {}
      }
    }

    func whenSlow(_ subscription: UInt, _ action: @escaping @Sendable () -> Void) {
      facts.withLock { if !$0.isClosed { $0.onSlow[subscription] = action } }
    }

    func removeSlow(_ subscription: UInt) {
      let removed = facts.withLock { $0.onSlow.removeValue(forKey: subscription) }
      withExtendedLifetime(removed) {}
    }

    /// Calls `action` when the server does not permit a subscription to the subject. To be called before that is made.
    ///
    /// - Returns: What withdraws it.
    func whenRefused(_ subject: String, _ action: @escaping @Sendable (NATSError) -> Void) -> any Disposable {
      let number = facts.withLock { facts in
        facts.lastAction += 1
        if !facts.isClosed { facts.onRefused[facts.lastAction] = (subject, action) }
        return facts.lastAction
      }
      return AnyDisposable { [weak self] in
        let removed = self?.facts.withLock { $0.onRefused.removeValue(forKey: number) }
        withExtendedLifetime(removed) {}
      }
    }
  }

  extension String {
    /// As the server writes a subject.
    fileprivate var quoted: String {
      let escaped = replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return "\"\(escaped)\""
    }
  }
#endif
