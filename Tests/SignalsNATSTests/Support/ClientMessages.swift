#if NATS
  import CNATS
  import Testing

  extension NATSServer {
    /// Calls `read` with each of so many messages on a subject, as the C client has received them.
    ///
    /// - Parameter send: Called when it listens.
    func receive<Value>(
      _ count: Int, on subject: String, after send: () throws -> Void, read: (OpaquePointer) -> Value
    ) throws -> [Value] {
      var (connection, subscription): (OpaquePointer?, OpaquePointer?) = (nil, nil)
      defer {
        natsSubscription_Destroy(subscription)
        natsConnection_Destroy(connection)
      }
      try #require(natsConnection_ConnectTo(&connection, address) == NATS_OK)
      try #require(natsConnection_SubscribeSync(&subscription, connection, subject) == NATS_OK)
      try #require(natsConnection_Flush(connection) == NATS_OK)
      try send()
      return try (0..<count).map { _ in
        var message: OpaquePointer?
        try #require(natsSubscription_NextMsg(&message, subscription, 60_000) == NATS_OK)
        defer { natsMsg_Destroy(message) }
        return read(try #require(message))
      }
    }
  }
#endif
