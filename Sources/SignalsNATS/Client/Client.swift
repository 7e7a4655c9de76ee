#if NATS
  import CNATS
  import Foundation
  import Signals
  import SignalsFoundation

  /// A connection of the C client.
  ///
  /// Sendable because the pointer never changes, is released in `deinit` only, and the C client guards what it points to
  /// with locks of its own.
  final class Client: @unchecked Sendable {
    let pointer: OpaquePointer
    let events: ClientEvents
    let bin = MessageBin()
    private let retired = Guarded(Retired())

    /// Connects, and blocks until that has succeeded or failed.
    init(_ options: NATSOptions) throws(NATSError) {
      let events = ClientEvents()
      let number = ClientRegistry.shared.add(events)
      var made: OpaquePointer?
      do throws(NATSError) {
        let settings = try ClientSettings(options, number)
        let status = natsConnection_Connect(&made, settings.pointer)
        guard status == NATS_OK, made != nil else {
          throw NATSError(server: options.serverNames, .connecting(status))
        }
      } catch {
        ClientRegistry.shared.remove(number)
        throw error
      }
      pointer = made!
      self.events = events
      events.begins(on: connectedServer)
    }

    /// Also closes the connection. On another thread, because this one may belong to the C client.
    deinit {
      events.closeByProgram()
      let (address, subscriptions) = (UInt(bitPattern: pointer), retired.withLock { $0.subscriptions })
      DispatchQueue.global().async {
        // Waits for the thread that reads.
        natsConnection_Destroy(OpaquePointer(bitPattern: address))
        destroy(subscriptions)
      }
    }

    private struct Retired {
      /// The addresses of subscriptions that are over.
      var subscriptions: [UInt] = []
      /// They are going to be destroyed.
      var isWaiting = false
    }

    /// Destroys a subscription that is over, when the connection does not use it any more.
    ///
    /// The thread of the C client that reads looks a subscription up, and locks it later; up to its version 3.5 a subscription
    /// that is destroyed in between is used after it was released. That thread handles one thing after the other: when the
    /// server has answered a ping, it is past all messages that came before.
    func retire(_ subscription: OpaquePointer) {
      let isFirst = retired.withLock { retired in
        retired.subscriptions.append(UInt(bitPattern: subscription))
        defer { retired.isWaiting = true }
        return !retired.isWaiting
      }
      if isFirst { destroyRetired(after: .milliseconds(100)) }
    }

    /// Many at once: a ping for each would be one too many.
    private func destroyRetired(after time: DispatchTimeInterval) {
      DispatchQueue.global().asyncAfter(deadline: .now() + time) { [weak self] in
        guard let self else { return }
        let subscriptions = retired.withLock { $0.subscriptions }
        // Without an answer they wait for another ping, or for the end of the connection.
        let isDone = natsConnection_FlushTimeout(pointer, 1000) == NATS_OK
        let isEmpty = retired.withLock { retired in
          if isDone { retired.subscriptions.removeFirst(subscriptions.count) }
          retired.isWaiting = !retired.subscriptions.isEmpty
          return !retired.isWaiting
        }
        if isDone { destroy(subscriptions) }
        if !isEmpty, !events.isClosed { destroyRetired(after: isDone ? .milliseconds(100) : .seconds(2)) }
      }
    }

    /// Without credentials; empty while there is no connection.
    var connectedServer: String { serverName(of: pointer) }

    var maximumPayload: Int { Int(natsConnection_GetMaxPayload(pointer)) }

    func close() {
      events.closeByProgram()
      natsConnection_Close(pointer)
    }

    func drain(within time: Duration) throws(NATSError) {
      events.drainByProgram()
      let time = time.wholeMilliseconds
      let status = natsConnection_DrainTimeout(pointer, time)
      // While there is no connection, the C client refuses.
      if status == NATS_ILLEGAL_STATE { drainLater(within: time) } else { try check(status) }
    }

    /// Drains as soon as there is a connection, and closes if there is none in time.
    private func drainLater(within time: Int64) {
      let step = min(time, 50)
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Int(step))) { [weak self] in
        guard let self else { return }
        let rest = time - step
        if rest == 0 { return close() }
        if natsConnection_DrainTimeout(pointer, rest) == NATS_ILLEGAL_STATE { drainLater(within: rest) }
      }
    }

    /// Waits until the server has processed all that was published. Blocks.
    func flush(within time: Duration) throws(NATSError) {
      try check(natsConnection_FlushTimeout(pointer, time.wholeMilliseconds))
    }

    func publish(
      _ bytes: [UInt8], to subject: String, replyTo reply: String?, headers: [String: [String]],
      identifier: String? = nil
    ) throws(NATSError) {
      // The C client counts in 32 bits, and knows the limit of the server.
      guard let count = Int32(exactly: bytes.count) else { throw tooLarge(bytes, headers, subject) }
      if headers.isEmpty, identifier == nil {
        let status = bytes.withUnsafeBytes { bytes in
          subject.withCString { subject in
            guard let reply else {
              return natsConnection_Publish(pointer, subject, bytes.baseAddress, count)
            }
            return natsConnection_PublishRequest(
              pointer, subject, reply, bytes.baseAddress, count)
          }
        }
        if status == NATS_MAX_PAYLOAD { throw tooLarge(bytes, headers, subject) }
        return try check(status, subject)
      }
      var message: OpaquePointer?
      // Each string lies where it is: to pass it by itself would copy it.
      let made = bytes.withUnsafeBytes { bytes in
        subject.withCString { subject in
          withCString(reply) { reply in
            natsMsg_Create(
              &message, subject, reply, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), count)
          }
        }
      }
      try check(made, subject)
      let size = bytes.count + Self.size(of: headers) + (identifier?.utf8.count ?? 0)
      defer { bin.drop(message!, size: size) }
      for (name, values) in headers {
        for value in values { try check(natsMsgHeader_Add(message, name, value), subject) }
      }
      if let identifier {
        let status = "Nats-Msg-Id".withCString { name in
          identifier.withCString { natsMsgHeader_Set(message, name, $0) }
        }
        try check(status, subject)
      }
      let status = natsConnection_PublishMsg(pointer, message)
      if status == NATS_MAX_PAYLOAD {
        throw tooLarge(
          bytes, headers.merging(identifier.map { ["Nats-Msg-Id": [$0]] } ?? [:]) { $1 }, subject)
      }
      try check(status, subject)
    }

    private func tooLarge(_ bytes: [UInt8], _ headers: [String: [String]], _ subject: String) -> NATSError {
      error(.messageTooLarge(size: bytes.count + Self.size(of: headers), limit: maximumPayload), subject)
    }

    /// How many bytes headers take in a message: they count like those of the message itself.
    private static func size(of headers: [String: [String]]) -> Int {
      if headers.isEmpty { return 0 }
      var size = "NATS/1.0\r\n\r\n".utf8.count
      for (name, values) in headers {
        for value in values { size += name.utf8.count + value.utf8.count + ": \r\n".utf8.count }
      }
      return size
    }

    func check(_ status: natsStatus, _ subject: String? = nil) throws(NATSError) {
      if status != NATS_OK { throw error(.working(status), subject) }
    }

    /// A failure at this connection.
    func error(_ cause: NATSError.Cause, _ subject: String? = nil) -> NATSError {
      NATSError(server: events.lastServer, subject: subject, cause)
    }

    /// A subject that no other connection uses.
    static func makeInbox() -> String {
      var inbox: UnsafeMutablePointer<CChar>?
      guard natsInbox_Create(&inbox) == NATS_OK, let inbox else { return "_INBOX.\(UUID().uuidString)" }
      defer { natsInbox_Destroy(inbox) }
      return String(cString: inbox)
    }
  }

  private func withCString<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
    if let text { text.withCString(body) } else { body(nil) }
  }

  private func destroy(_ subscriptions: [UInt]) {
    for address in subscriptions { natsSubscription_Destroy(OpaquePointer(bitPattern: address)) }
  }

  /// The options that the C client gets before it connects.
  private final class ClientSettings {
    var pointer: OpaquePointer?

    init(_ options: NATSOptions, _ number: Int) throws(NATSError) {
      func check(_ status: natsStatus) throws(NATSError) {
        if status != NATS_OK { throw NATSError(server: options.serverNames, .connecting(status)) }
      }
      guard !options.servers.isEmpty, options.servers.allSatisfy(Names.isAddress) else {
        throw NATSError(server: options.serverNames, .invalidAddress)
      }
      try check(natsOptions_Create(&pointer))
      let servers = options.servers.map { strdup($0) }
      defer { servers.forEach { free($0) } }
      var addresses = servers.map { UnsafePointer<CChar>($0) }
      try check(natsOptions_SetServers(pointer, &addresses, Int32(addresses.count)))
      // The C client writes names and passwords into the JSON that it sends as they are.
      if let name = options.name { try check(natsOptions_SetName(pointer, name.escapedForJSON)) }
      // The C client passes it on to `poll`, which counts in 32 bits.
      let timeout = min(options.connectTimeout.wholeMilliseconds, Int64(Int32.max))
      try check(natsOptions_SetTimeout(pointer, timeout))
      try check(natsOptions_SetPingInterval(pointer, options.pingInterval.wholeMilliseconds))
      try check(natsOptions_SetReconnectWait(pointer, options.reconnectWait.wholeMilliseconds))
      let attempts = options.reconnectAttempts.map { Int32(clamping: $0) } ?? -1
      try check(natsOptions_SetAllowReconnect(pointer, attempts != 0))
      if attempts != 0 { try check(natsOptions_SetMaxReconnect(pointer, attempts)) }
      // Zero would mean the default of the C client.
      try check(
        natsOptions_SetReconnectBufSize(pointer, Int32(clamping: max(1, options.reconnectBufferSize))))
      try check(natsOptions_SetSendAsap(pointer, options.sendsAtOnce))
      switch options.credentials {
      case .user(let name, let password)?:
        try check(natsOptions_SetUserInfo(pointer, name.escapedForJSON, password.escapedForJSON))
      case .token(let token)?: try check(natsOptions_SetToken(pointer, token.escapedForJSON))
      case .file(let path)?: try check(natsOptions_SetUserCredentialsFromFiles(pointer, path, nil))
      case nil: break
      }
      if let tls = options.tls {
        try check(natsOptions_SetSecure(pointer, true))
        if let path = tls.authorities { try check(natsOptions_LoadCATrustedCertificates(pointer, path)) }
        if let identity = tls.identity {
          try check(natsOptions_LoadCertificatesChain(pointer, identity.certificates, identity.key))
        }
        if let host = tls.expectedHost { try check(natsOptions_SetExpectedHostname(pointer, host)) }
      }
      // A number and no address: a call that comes after the end finds nothing, instead of released memory.
      let closure = UnsafeMutableRawPointer(bitPattern: number)
      try check(natsOptions_SetDisconnectedCB(pointer, onDisconnected, closure))
      try check(natsOptions_SetReconnectedCB(pointer, onReconnected, closure))
      try check(natsOptions_SetClosedCB(pointer, onClosed, closure))
      try check(natsOptions_SetErrorHandler(pointer, onError, closure))
    }

    deinit { natsOptions_Destroy(pointer) }
  }

  // MARK: What the C client calls, on threads of its own

  // Functions, not closures: a closure that is written where the main actor runs stops the program on another thread.

  private func events(_ closure: UnsafeMutableRawPointer?) -> ClientEvents? {
    ClientRegistry.shared.find(Int(bitPattern: closure))
  }

  private func onDisconnected(_: OpaquePointer?, _ closure: UnsafeMutableRawPointer?) {
    events(closure)?.isDisconnected()
  }

  private func onReconnected(_ connection: OpaquePointer?, _ closure: UnsafeMutableRawPointer?) {
    events(closure)?.isConnected(to: serverName(of: connection))
  }

  private func onClosed(_ connection: OpaquePointer?, _ closure: UnsafeMutableRawPointer?) {
    guard let events = events(closure) else { return }
    var text: UnsafePointer<CChar>?
    let status = natsConnection_GetLastError(connection, &text)
    events.isClosed(status, text.map { String(cString: $0) } ?? "")
    ClientRegistry.shared.remove(Int(bitPattern: closure))
  }

  private func onError(
    _ connection: OpaquePointer?, _ subscription: OpaquePointer?, _ status: natsStatus,
    _ closure: UnsafeMutableRawPointer?
  ) {
    if status == NATS_SLOW_CONSUMER, let subscription {
      events(closure)?.isSlow(UInt(bitPattern: subscription))
    } else if status == NATS_NOT_PERMITTED {
      // The thread has the text of this call; that of the connection is the one of the latest failure.
      var text = nats_GetLastError(nil)
      if text.map({ $0[0] == 0 }) ?? true { _ = natsConnection_GetLastError(connection, &text) }
      events(closure)?.isRefused(text.map { String(cString: $0) } ?? "")
    }
  }

  private func serverName(of connection: OpaquePointer?) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
      guard natsConnection_GetConnectedUrl(connection, buffer.baseAddress, buffer.count) == NATS_OK else {
        return ""
      }
      return String(cString: buffer.baseAddress!).withoutCredentials
    }
  }
#endif
