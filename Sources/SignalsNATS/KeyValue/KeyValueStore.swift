#if NATS
  import Foundation
  import Signals

  /// The entries of a key-value bucket.
  ///
  ///     let settings = connection.jetStream.keyValue("settings")
  ///     settings.put(Array("dark".utf8), for: "theme")
  ///     settings.property(of: "theme")
  ///
  /// A key has letters, digits, `-`, `_`, `=` and `/`, and dots that divide it into parts.
  ///
  /// Each method makes a producer: nothing is sent before it is started, and each start does it again. No thread waits. Answers
  /// come on a thread of the client that all answers of the connection come on, so do not block there.
  public struct KeyValueStore: Sendable {
    /// What the server is asked with.
    public let jetStream: JetStream
    /// The name of the bucket.
    public let bucket: String
    /// How ``put(_:for:)``, ``delete(_:)`` and ``purge(_:)`` are repeated until they are acknowledged.
    public var retries = JetStreamRetries()

    init(jetStream: JetStream, bucket: String) {
      self.jetStream = jetStream
      self.bucket = bucket
    }

    // MARK: Changing

    /// Sets a key, whatever it was set to, and sends the revision.
    ///
    /// Repeated as ``retries`` says, also after the connection was lost and made again. The server recognises what is repeated,
    /// within two minutes and the age limit of the bucket; what is acknowledged is stored.
    ///
    /// - Completes: after the revision.
    /// - Fails: with ``NATSError/Cause/timedOut`` or ``NATSError/Cause/noResponders`` when the budget is used up, and then it is
    ///   unknown whether it is stored; at once with ``NATSError/Cause/noSuchBucket``, ``NATSError/Cause/invalidKey``,
    ///   ``NATSError/Cause/invalidName(_:)``, ``NATSError/Cause/messageTooLarge(size:limit:)``,
    ///   ``NATSError/Cause/refused(code:errorCode:_:)`` when a limit of the bucket is exceeded, ``NATSError/Cause/closed`` and
    ///   ``NATSError/Cause/connectionLost`` when the connection is over.
    /// - Buffers: nothing.
    public func put(_ bytes: [UInt8], for key: String) -> SignalProducer<UInt64, NATSError> {
      repeating(bytes, key, [:])
    }

    /// Sets a key to a value as JSON.
    ///
    /// - Throws: `EncodingError`; the producer fails as ``put(_:for:)`` does.
    public func put(json value: some Encodable, for key: String) throws -> SignalProducer<UInt64, NATSError> {
      put(Array(try JSONEncoder().encode(value)), for: key)
    }

    /// Sets a key if it has no value: it was never set, or was deleted. Sends the revision.
    ///
    /// Of several programs that do this at the same time one succeeds.
    ///
    /// - Completes: after the revision.
    /// - Fails: with ``NATSError/Cause/wrongRevision(expected:newest:)`` if it has a value, and as ``update(_:for:revision:)`` does.
    /// - Buffers: nothing.
    public func create(_ bytes: [UInt8], for key: String) -> SignalProducer<UInt64, NATSError> {
      update(bytes, for: key, revision: 0).catch { error -> SignalProducer<UInt64, NATSError> in
        guard case .wrongRevision = error.cause else { return SignalProducer(error: error) }
        // That of the deletion is replaced. If another program is faster, that replacement fails.
        return newest(key).flatMap(.concat) { entry -> SignalProducer<UInt64, NATSError> in
          guard let entry, !entry.isPresent else { return SignalProducer(error: error) }
          return update(bytes, for: key, revision: entry.revision)
        }
      }
    }

    /// Sets a key if `revision` is its newest: if nothing has changed it since that was read. Sends the new revision.
    ///
    /// It is sent once: repeated, it could meet its own revision. Of several programs that replace the same revision one
    /// succeeds.
    ///
    /// - Parameters:
    ///   - bytes: The new value.
    ///   - key: The key that is set.
    ///   - revision: ``KeyValueEntry/revision`` of the entry, or of a deletion; 0 if the key must never have been
    ///     set.
    /// - Completes: after the revision.
    /// - Fails: with ``NATSError/Cause/wrongRevision(expected:newest:)``, and then nothing was changed; with
    ///   ``NATSError/Cause/timedOut``, ``NATSError/Cause/noResponders`` or ``NATSError/Cause/bufferFull`` when there is no answer
    ///   within ``JetStreamRetries/attempt`` of ``retries``, and after the first of them it is unknown whether it is stored: read
    ///   the entry; otherwise as ``put(_:for:)`` does.
    /// - Buffers: nothing.
    public func update(_ bytes: [UInt8], for key: String, revision: UInt64) -> SignalProducer<
      UInt64, NATSError
    > {
      attempt(bytes, key, [Self.expectedRevision: ["\(revision)"]], revision: revision)
    }

    /// Deletes a key, and sends the revision of the deletion. A key without a value can be deleted too.
    ///
    /// Entries before it are kept as far as the history goes. Repeated as ``put(_:for:)``.
    ///
    /// - Completes: after the revision.
    /// - Fails: as ``put(_:for:)`` does.
    /// - Buffers: nothing.
    public func delete(_ key: String) -> SignalProducer<UInt64, NATSError> {
      repeating([], key, [Self.operation: ["DEL"]])
    }

    /// Deletes a key if `revision` is its newest, and sends the revision of the deletion.
    ///
    /// - Completes: after the revision.
    /// - Fails: as ``update(_:for:revision:)`` does.
    /// - Buffers: nothing.
    public func delete(_ key: String, revision: UInt64) -> SignalProducer<UInt64, NATSError> {
      attempt(
        [], key, [Self.operation: ["DEL"], Self.expectedRevision: ["\(revision)"]], revision: revision)
    }

    /// Deletes a key with all of its entries, and sends the revision of the deletion. Repeated as ``put(_:for:)``.
    ///
    /// - Completes: after the revision.
    /// - Fails: as ``put(_:for:)`` does.
    /// - Buffers: nothing.
    public func purge(_ key: String) -> SignalProducer<UInt64, NATSError> {
      repeating([], key, [Self.operation: ["PURGE"], "Nats-Rollup": ["sub"]])
    }

    private static let expectedRevision = "Nats-Expected-Last-Subject-Sequence"
    private static let operation = "KV-Operation"

    private func repeating(_ bytes: [UInt8], _ key: String, _ headers: [String: [String]]) -> SignalProducer<
      UInt64, NATSError
    > {
      .deferred {
        let connection = jetStream.connection
        let began = connection.scheduler.now
        let attempts = attempt(
          bytes, key, headers.merging(["Nats-Msg-Id": [Identifiers.next()]]) { $1 }, revision: nil)
        return connection.failingWhenReconnected(attempts).retry(
          RetryPolicy(
            delay: .constant(.milliseconds(100)),
            retries: { error in
              error.isTemporary(connection) && connection.scheduler.now - began < retries.budget
            }), on: connection.scheduler
        ).mapError { error in
          switch error.cause {
          // The connection was made again, or could not be yet, when there was no time left for another attempt.
          case .connectionLost where error.isTemporary(connection), .bufferFull: failure(.timedOut, key)
          default: failure(error, key)
          }
        }
      }
    }

    /// One message, and the answer to it.
    private func attempt(_ bytes: [UInt8], _ key: String, _ headers: [String: [String]], revision: UInt64?)
      -> SignalProducer<UInt64, NATSError>
    {
      if let refusal = refusal(key: key) { return SignalProducer(error: refusal) }
      return jetStream.connection.request(
        bytes, of: subject(key), headers: headers, timeout: retries.attempt
      )
      .attemptMap { (message: NATSMessage) throws(NATSError) -> UInt64 in
        switch message.bytes.withUnsafeBytes({ PublicationAnswer($0) }) {
        case .stored(_, let sequence, _): return sequence
        case .refused(.refused(_, 10071, let text)):
          let newest = text.split(separator: " ").last.flatMap { UInt64($0) }
          throw failure(.wrongRevision(expected: revision ?? 0, newest: newest), key)
        case .refused(let cause): throw failure(cause, key)
        case .unreadable: throw failure(.malformedAnswer(String(message.text.prefix(200))), key)
        }
      }
      .mapError { failure($0, key) }
      .catch { error -> SignalProducer<UInt64, NATSError> in
        // Nothing stores the subject: there is no such bucket, or JetStream is not ready.
        guard error.cause == .noResponders else { return SignalProducer(error: error) }
        return bucketState(key).flatMap(.concat) { _ in SignalProducer(error: error) }
      }
    }

    // MARK: Reading

    /// The newest entry of a key, once, at each start; nil if it was never set, was deleted, or is too old.
    ///
    /// It is what the server that decides for the bucket has: what was acknowledged before is seen.
    ///
    /// - Completes: after the entry.
    /// - Fails: with ``NATSError/Cause/noSuchBucket``, ``NATSError/Cause/invalidKey``, ``NATSError/Cause/invalidName(_:)``; with
    ///   ``NATSError/Cause/timedOut`` after ``JetStream/timeout``; with ``NATSError/Cause/noResponders`` and
    ///   ``NATSError/Cause/closed``. Compose it with `retry` to outlast a restart of the server.
    /// - Buffers: nothing.
    public func entry(for key: String) -> SignalProducer<KeyValueEntry?, NATSError> {
      newest(key).map { $0?.isPresent == true ? $0 : nil }
    }

    /// The entry that a key had with a revision, also a deletion; nil if it is not kept any more, or is one of another key.
    ///
    /// - Completes: after the entry.
    /// - Fails: as ``entry(for:)`` does.
    /// - Buffers: nothing.
    public func entry(for key: String, revision: UInt64) -> SignalProducer<KeyValueEntry?, NATSError> {
      // The server would take 0 for a question without a number.
      if revision == 0 {
        return refusal(key: key).map { SignalProducer(error: $0) } ?? SignalProducer(value: nil)
      }
      return stored(key, Question(sequence: revision)).map { $0?.key == key ? $0 : nil }
    }

    /// Also a deletion.
    private func newest(_ key: String) -> SignalProducer<KeyValueEntry?, NATSError> {
      stored(key, Question(lastOfSubject: subject(key)))
    }

    private struct Question: Encodable, Sendable {
      var sequence: UInt64?
      var lastOfSubject: String?

      private enum CodingKeys: String, CodingKey {
        case sequence = "seq"
        case lastOfSubject = "last_by_subj"
      }
    }

    private struct Answer: Decodable, Sendable { let message: StoredMessage }

    private func stored(_ key: String, _ question: Question) -> SignalProducer<KeyValueEntry?, NATSError> {
      if let refusal = refusal(key: key) { return SignalProducer(error: refusal) }
      let answers: SignalProducer<Answer, NATSError> = jetStream.answer(
        to: "STREAM.MSG.GET.\(stream)", question, stream: stream)
      return answers.attemptMap { (answer: Answer) throws(NATSError) -> KeyValueEntry? in
        guard let entry = KeyValueEntry(answer.message, prefix) else {
          throw failure(.malformedAnswer("\(answer.message)"), key)
        }
        return entry
      }
      .catch { error -> SignalProducer<KeyValueEntry?, NATSError> in
        // No message was found.
        if case .refused(404, 10037, _) = error.cause { return SignalProducer(value: nil) }
        return SignalProducer(error: failure(error, key))
      }
    }

    // MARK: The stream behind it

    var stream: String { "KV_\(bucket)" }

    var prefix: String { "$KV.\(bucket)." }

    func subject(_ key: String) -> String { prefix + key }

    func failure(_ cause: NATSError.Cause, _ key: String?) -> NATSError {
      NATSError(server: jetStream.connection.client.events.lastServer, bucket: bucket, key: key, cause)
    }

    /// The same failure, of this bucket.
    func failure(_ error: NATSError, _ key: String?) -> NATSError {
      if case .refused(404, 10059, _) = error.cause { return failure(.noSuchBucket, key) }
      return failure(error.cause, key)
    }

    /// Why a key, or a pattern of keys, is not sent to the server.
    func refusal(key: String, wildcards: Bool = false) -> NATSError? {
      if !Names.isBucket(bucket) { return failure(.invalidName(bucket), key) }
      return Names.isKey(key, wildcards: wildcards) ? nil : failure(.invalidKey, key)
    }

    func checkingName(_ producer: SignalProducer<Never, NATSError>) -> SignalProducer<Never, NATSError> {
      Names.isBucket(bucket) ? producer : SignalProducer(error: failure(.invalidName(bucket), nil))
    }

    func bucketState(_ key: String?) -> SignalProducer<BucketState, NATSError> {
      jetStream.answer(to: "STREAM.INFO.\(stream)", JetStream.Empty?.none, stream: stream)
        .mapError { failure($0, key) }
    }
  }

  /// What is known about the stream of a bucket.
  struct BucketState: Decodable, Sendable {
    struct Content: Decodable, Sendable {
      let lastSequence: UInt64

      private enum CodingKeys: String, CodingKey { case lastSequence = "last_seq" }
    }

    /// When it was created, as text: another bucket of the same name has another time.
    let created: String
    let state: Content
  }

  extension NATSError {
    /// Whether the same may succeed later.
    func isTemporary(_ connection: NATSConnection) -> Bool {
      if connection.state.value.isClosed { return false }
      switch cause {
      case .timedOut, .noResponders, .bufferFull, .connectionLost, .consumerDeleted: return true
      // The bucket is full.
      case .refused(_, 10077, let text) where text.contains("maximum"): return false
      // The server cannot at the moment.
      case .refused(500..., _, _): return true
      default: return false
      }
    }
  }
#endif
