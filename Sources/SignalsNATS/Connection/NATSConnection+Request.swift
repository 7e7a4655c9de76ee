#if NATS
  import Foundation
  import Signals

  extension NATSConnection {
    /// Sends a request at each start, and passes on the first answer, then completes.
    ///
    ///     out  ---(a|) or ---x
    ///
    ///     connection.request(Array("12 / 4".utf8), of: "calculator").map(\.text).startWithResult { print($0) }
    ///
    /// At most once: request or answer may be lost, and then it fails with ``NATSError/Cause/timedOut``. The answer arrives on
    /// a thread of the client that all answers of the connection come on, so do not block there. No thread waits.
    ///
    /// - Parameters:
    ///   - bytes: What the request carries.
    ///   - subject: What the requests are sent to.
    ///   - headers: Their names and values; more than one value for a name is allowed.
    ///   - timeout: How long the answer may take.
    /// - Completes: after the answer.
    /// - Fails: when the connection is closed; with ``NATSError/Cause/noResponders`` at once if nothing is subscribed to the subject, with
    ///   ``NATSError/Cause/timedOut``, and as ``publish(_:to:headers:replySubject:)`` does.
    /// - Buffers: nothing.
    public func request(
      _ bytes: [UInt8], of subject: String, headers: [String: [String]] = [:], timeout: Duration = .seconds(5)
    ) -> SignalProducer<NATSMessage, NATSError> {
      SignalProducer { observer, lifetime in
        do throws(NATSError) {
          try self.checkMessage(subject, headers)
          let inbox = try self.requestInbox()
          let client = self.client
          let number = inbox.newNumber()
          inbox.add(PendingRequest(observer, client.error(.noResponders, subject)), number)
          lifetime.onEnd { inbox.remove(number) }
          lifetime += client.events.whenClosed { failure in
            observer.fail(client.error(failure?.cause ?? .closed, subject))
          }
          // The connection stays as long as the answer is expected.
          let timer = self.scheduler.schedule(after: timeout) { [self] in
            observer.fail(self.client.error(.timedOut, subject))
          }
          lifetime.onEnd { timer.dispose() }
          try client.publish(bytes, to: subject, replyTo: inbox.subject(of: number) + "0", headers: headers)
        } catch {
          observer.fail(error)
        }
      }
    }

    /// Fails with ``NATSError/Cause/connectionLost`` when the connection was made again: what was asked before may be lost, and
    /// is better asked again than waited for. For a single value: it carries no pressure.
    func failingWhenReconnected<Value>(_ producer: SignalProducer<Value, NATSError>) -> SignalProducer<
      Value, NATSError
    > {
      SignalProducer { observer, lifetime in
        let changes = self.state.producer.dropFirst().filter(\.isConnected)
        lifetime += changes.startWithValues { [client = self.client] _ in
          observer.fail(client.error(.connectionLost))
        }
        lifetime += producer.start(observer)
      }
    }

    /// Answers the requests of a subject, until the returned disposable is disposed of or the connection is closed.
    ///
    ///     let answering = try connection.reply(on: "calculator", queueGroup: "calculators") { request in compute(request.bytes) }
    ///
    /// `handler` is called on the thread of the subscription, one request after the other. An answer that cannot be published
    /// is dropped: the one that has asked runs into its timeout. If the connection fails, so do all that it is used for, and
    /// `UnhandledFailures` receives the failure of this one.
    ///
    /// - Parameters:
    ///   - subject: What the requests are sent to.
    ///   - queueGroup: Of all that answer under the same name one receives each request.
    ///   - handler: Makes the answer to a request.
    ///   - fileID: The file of the call, which the compiler fills in.
    ///   - line: The line of the call, which the compiler fills in.
    /// - Throws: as ``messages(on:queueGroup:buffering:drops:)`` does.
    public func reply(
      on subject: String, queueGroup: String? = nil,
      _ handler: @escaping @Sendable (NATSMessage) -> [UInt8],
      fileID: StaticString = #fileID, line: UInt = #line
    ) throws(NATSError) -> any Disposable {
      let requests = try messages(on: subject, queueGroup: queueGroup)
      let observer = Observer<NATSMessage, NATSError>(
        next: { [self] request in
          // The one that has asked runs into its timeout, as with an answer that is lost on its way.
          try? self.answer(request, with: handler(request))
        }, fileID: fileID, line: line)
      return requests.observe(observer, fileID: fileID, line: line)
    }
  }

  /// Passes on the answer to a request.
  private final class PendingRequest: AnswerReceiver {
    private let observer: Observer<NATSMessage, NATSError>
    private let noResponders: NATSError

    init(_ observer: Observer<NATSMessage, NATSError>, _ noResponders: NATSError) {
      self.observer = observer
      self.noResponders = noResponders
    }

    func receive(_ message: borrowing ReceivedMessage, _ question: UInt64) {
      if message.status == 503 { return observer.fail(noResponders) }
      observer.send(NATSMessage(message))
      observer.complete()
    }
  }
#endif
