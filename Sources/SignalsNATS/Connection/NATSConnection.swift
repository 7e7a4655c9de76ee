#if NATS
  import Foundation
  import Signals

  /// A connection to a NATS server or cluster.
  ///
  ///     NATSConnection.connecting(NATSOptions())
  ///       .startWithResult { result in … }
  ///
  /// When the connection is lost it is made again, as ``NATSOptions`` says, and subscriptions go on. What the server sent
  /// meanwhile over a subject is lost; what JetStream stores is not.
  ///
  /// It closes when it is not referenced any more, by the program, by a signal of ``messages(on:queueGroup:buffering:drops:)``
  /// that is held or observed, or by a start that is under way; ``drain(within:)`` and ``close()`` end it earlier.
  ///
  /// - Threads: all methods may be called from any thread. Messages and changes of state arrive on threads of the client: each
  ///   subscription has one.
  public final class NATSConnection: Sendable {
    let client: Client
    /// For timeouts.
    let scheduler = ClockScheduler()
    /// For answers to requests.
    private let requests: LazyInbox
    /// For acknowledgements of JetStream. They must not wait for observers of answers.
    private let acknowledgements: LazyInbox

    /// Connects, and blocks the thread until that has succeeded or failed: for programs that do nothing before.
    ///
    /// - Throws: ``NATSError/Cause/cannotConnect``, ``NATSError/Cause/wrongCredentials``, ``NATSError/Cause/notSecure(_:)``,
    ///   ``NATSError/Cause/invalidAddress``, ``NATSError/Cause/timedOut``, after ``NATSOptions/connectTimeout`` for each server
    ///   at the latest.
    public init(_ options: NATSOptions) throws(NATSError) {
      client = try Client(options)
      requests = LazyInbox(client)
      acknowledgements = LazyInbox(client)
    }

    /// Connects at each start, on a thread of Dispatch; sends the connection and completes.
    ///
    ///     out  ---(c|) or ---x
    ///
    /// - Completes: after the connection.
    /// - Fails: as ``init(_:)`` does. Compose it with `retry` to wait for a server.
    /// - Buffers: nothing. When the start is disposed of before, the connection is closed.
    public static func connecting(_ options: NATSOptions) -> SignalProducer<NATSConnection, NATSError> {
      SignalProducer { observer, lifetime in
        DispatchQueue.global().async {
          if lifetime.hasEnded { return }
          do throws(NATSError) {
            observer.send(try NATSConnection(options))
            observer.complete()
          } catch {
            observer.fail(error)
          }
        }
      }
    }

    /// What the connection is doing. It is set on a thread of the client.
    public var state: Property<NATSConnectionState> { client.events.state.readOnly }

    /// How many bytes a message may have, with its headers, as the server says.
    public var maximumMessageSize: Int { client.maximumPayload }

    /// Ends it in order: subscriptions receive nothing new, signals complete when their observers have received what has
    /// arrived, what was published is sent; then it closes. While there is no connection, it waits for one first. Returns at
    /// once; ``state`` shows the end.
    ///
    /// - Parameter time: After that it closes in any case.
    /// - Throws: ``NATSError/Cause/closed`` if it is closed.
    public func drain(within time: Duration = .seconds(30)) throws(NATSError) {
      try client.drain(within: time)
    }

    /// Ends it at once: what has arrived and is not handled is dropped, as is what was published and is not sent.
    /// Signals complete. Again has no effect.
    public func close() { client.close() }

    /// Completes when the server has processed all that was published before the start.
    ///
    /// It waits on a thread of Dispatch.
    ///
    /// - Fails: with ``NATSError/Cause/timedOut``; without a connection with ``NATSError/Cause/connectionLost`` or
    ///   ``NATSError/Cause/closed``.
    public func flushing(within time: Duration = .seconds(10)) -> SignalProducer<Never, NATSError> {
      SignalProducer { [client] observer, lifetime in
        DispatchQueue.global().async {
          if lifetime.hasEnded { return }
          do throws(NATSError) {
            try client.flush(within: time)
            observer.complete()
          } catch {
            observer.fail(error)
          }
        }
      }
    }

    func requestInbox() throws(NATSError) -> Inbox { try requests.inbox() }

    func acknowledgementInbox() throws(NATSError) -> Inbox { try acknowledgements.inbox() }
  }
#endif
