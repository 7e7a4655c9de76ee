#if NATS
  import Signals

  /// One subscription for the answers to many questions. Receivers are numbered, and so are the questions of each: an answer
  /// comes on a subject below that of the inbox which ends with both numbers.
  final class Inbox: Sendable {
    private struct Receivers {
      var last: UInt64 = 0
      var byNumber: [UInt64: any AnswerReceiver] = [:]
    }

    private let prefix: String
    private let receivers: Guarded<Receivers>
    private let feed: Feed

    init(_ client: Client) throws(NATSError) {
      let prefix = Client.makeInbox() + "."
      let receivers = Guarded(Receivers())
      self.prefix = prefix
      self.receivers = receivers
      feed = try Feed(
        client, "\(prefix)*", limit: .max,
        onMessage: { [start = prefix.utf8.count] message in
          guard let (number, question) = message.numbers(from: start),
            let receiver = receivers.withLock({ $0.byNumber[number] })
          else {
            return
          }
          receiver.receive(message, question)
        })
    }

    /// A number for a receiver.
    func newNumber() -> UInt64 {
      receivers.withLock { receivers in
        receivers.last += 1
        return receivers.last
      }
    }

    /// The answers to this number go to `receiver` until it is removed. So long the inbox holds the receiver.
    func add(_ receiver: any AnswerReceiver, _ number: UInt64) {
      receivers.withLock { $0.byNumber[number] = receiver }
    }

    func remove(_ number: UInt64) {
      let removed = receivers.withLock { $0.byNumber.removeValue(forKey: number) }
      withExtendedLifetime(removed) {}
    }

    /// Where the answers to the questions of a receiver go, up to the number of the question.
    func subject(of number: UInt64) -> String { "\(prefix)\(number)-" }
  }

  /// Receives the answers to questions, on the thread of the inbox.
  ///
  /// No closure: one that passes through generic code, as that of a dictionary, costs an allocation each time.
  protocol AnswerReceiver: AnyObject, Sendable {
    func receive(_ message: borrowing ReceivedMessage, _ question: UInt64)
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
