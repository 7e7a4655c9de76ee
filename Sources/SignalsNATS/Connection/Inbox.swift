#if NATS
  import Signals

  /// One subscription for the answers to many questions: each question has a subject of its own below that of the inbox.
  final class Inbox: Sendable {
    private struct State {
      var last: UInt64 = 0
      var receivers: [UInt64: any AnswerReceiver] = [:]
      var feed: Feed?
    }

    /// The subject of all answers, up to their numbers.
    private let prefix = Client.makeInbox() + "."
    private let state: Guarded<State>

    init(_ client: Client) throws(NATSError) {
      let state = Guarded(State())
      self.state = state
      let feed = try Feed(
        client, "\(prefix)*", limit: .max,
        onMessage: { [weak state] message in
          guard let number = message.lastToken, let receiver = state?.withLock({ $0.receivers[number] })
          else {
            return
          }
          receiver.receive(message, number)
        })
      state.withLock { $0.feed = feed }
    }

    /// A new number, whose answers go to `receiver` until it is removed. So long the inbox holds the receiver.
    func add(_ receiver: any AnswerReceiver) -> UInt64 {
      state.withLock { state in
        state.last += 1
        state.receivers[state.last] = receiver
        return state.last
      }
    }

    func remove(_ number: UInt64) {
      let removed = state.withLock { $0.receivers.removeValue(forKey: number) }
      withExtendedLifetime(removed) {}
    }

    /// Where the answer to a question goes.
    func subject(of number: UInt64) -> String { prefix + String(number) }
  }

  /// Receives the answers to questions, on the thread of the inbox.
  ///
  /// No closure: one that passes through generic code, as that of a dictionary, costs an allocation each time.
  protocol AnswerReceiver: AnyObject, Sendable {
    func receive(_ message: borrowing ReceivedMessage, _ number: UInt64)
  }

  /// An inbox that is made when it is needed.
  final class LazyInbox: Sendable {
    private let client: Client
    private let made = Guarded<Inbox?>(nil)

    init(_ client: Client) { self.client = client }

    func inbox() throws(NATSError) -> Inbox {
      if let inbox = made.withLock({ $0 }) { return inbox }
      let new = try Inbox(client)
      // Another thread may have been faster: its inbox may be in use.
      return made.withLock { inbox in
        if let inbox { return inbox }
        inbox = new
        return new
      }
    }
  }
#endif
