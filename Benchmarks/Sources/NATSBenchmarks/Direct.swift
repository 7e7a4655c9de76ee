#if NATS
  import CNATS
  import Foundation
  import SignalsNATS

  /// The same work with the C client, as a program in C would do it.

  struct ClientFailure: Error { let status: natsStatus }

  private func check(_ status: natsStatus) throws {
    if status != NATS_OK { throw ClientFailure(status: status) }
  }

  private func connect(_ server: Server, sendsAtOnce: Bool = false) throws -> OpaquePointer {
    var (options, connection): (OpaquePointer?, OpaquePointer?) = (nil, nil)
    try check(natsOptions_Create(&options))
    defer { natsOptions_Destroy(options) }
    try check(natsOptions_SetURL(options, server.address))
    try check(natsOptions_SetSendAsap(options, sendsAtOnce))
    try check(natsConnection_Connect(&connection, options))
    return connection!
  }

  /// What a callback uses.
  private final class Work: @unchecked Sendable {
    let countdown: Countdown
    let connection: OpaquePointer
    var outstanding = 0
    var inbox = ""

    init(_ countdown: Countdown, _ connection: OpaquePointer) {
      self.countdown = countdown
      self.connection = connection
    }
  }

  private func work(_ closure: UnsafeMutableRawPointer?) -> Work {
    Unmanaged<Work>.fromOpaque(closure!).takeUnretainedValue()
  }

  // MARK: Core

  private func onCounted(
    _: OpaquePointer?, _: OpaquePointer?, _ message: OpaquePointer?, _ closure: UnsafeMutableRawPointer?
  ) {
    work(closure).countdown.add()
    natsMsg_Destroy(message)
  }

  func directCore(_ server: Server, _ count: Int) throws -> Duration {
    let (publisher, taker) = (try connect(server), try connect(server))
    let work = Work(Countdown(count), taker)
    var subscription: OpaquePointer?
    try check(
      natsConnection_Subscribe(
        &subscription, taker, "core", onCounted, Unmanaged.passUnretained(work).toOpaque()))
    try check(natsSubscription_SetPendingLimits(subscription, -1, -1))
    try check(natsConnection_Flush(taker))
    let time = try ContinuousClock().measure {
      for _ in 0..<count {
        try check(natsConnection_Publish(publisher, "core", payload, Int32(payload.count)))
      }
      try check(natsConnection_Flush(publisher))
      work.countdown.wait()
    }
    natsSubscription_Destroy(subscription)
    natsConnection_Destroy(publisher)
    natsConnection_Destroy(taker)
    usleep(50_000)
    withExtendedLifetime(work) {}
    return time
  }

  // MARK: Request

  private func onAsked(
    _ connection: OpaquePointer?, _: OpaquePointer?, _ message: OpaquePointer?, _: UnsafeMutableRawPointer?
  ) {
    _ = natsConnection_Publish(
      connection, natsMsg_GetReply(message), natsMsg_GetData(message), natsMsg_GetDataLength(message))
    natsMsg_Destroy(message)
  }

  func directRequest(_ server: Server, _ count: Int) throws -> Duration {
    let (asking, answering) = (try connect(server, sendsAtOnce: true), try connect(server, sendsAtOnce: true))
    var subscription: OpaquePointer?
    try check(natsConnection_Subscribe(&subscription, answering, "ask", onAsked, nil))
    try check(natsConnection_Flush(answering))
    let time = try ContinuousClock().measure {
      for _ in 0..<count {
        var answer: OpaquePointer?
        try check(natsConnection_Request(&answer, asking, "ask", payload, Int32(payload.count), 5000))
        natsMsg_Destroy(answer)
      }
    }
    natsSubscription_Destroy(subscription)
    natsConnection_Destroy(asking)
    natsConnection_Destroy(answering)
    return time
  }

  // MARK: JetStream

  private func withJetStream(_ connection: OpaquePointer, _ body: (OpaquePointer) throws -> Void) throws {
    var options = jsOptions()
    jsOptions_Init(&options)
    options.PublishAsync.MaxPending = 1024
    // The default of 200 milliseconds is too short on a busy machine.
    options.PublishAsync.StallWait = 10_000
    var context: OpaquePointer?
    try check(natsConnection_JetStream(&context, connection, &options))
    defer { jsCtx_Destroy(context) }
    try body(context!)
  }

  private func publishAll(_ context: OpaquePointer, _ count: Int) throws {
    for number in 0..<count {
      let identifier = "direct-\(number)"
      try identifier.withCString { identifier in
        var options = jsPubOptions()
        jsPubOptions_Init(&options)
        options.MsgId = identifier
        try check(js_PublishAsync(context, "bench", payload, Int32(payload.count), &options))
      }
    }
    try check(js_PublishAsyncComplete(context, nil))
  }

  func directPublish(_ server: Server, _ count: Int) throws -> Duration {
    try newStream(try server.connect().jetStream)
    let connection = try connect(server)
    var time = Duration.zero
    try withJetStream(connection) { context in
      time = try ContinuousClock().measure { try publishAll(context, count) }
    }
    natsConnection_Destroy(connection)
    return time
  }

  private func onPulled(
    _ connection: OpaquePointer?, _: OpaquePointer?, _ message: OpaquePointer?,
    _ closure: UnsafeMutableRawPointer?
  ) {
    let work = work(closure)
    if let reply = natsMsg_GetReply(message) {
      _ = natsConnection_Publish(connection, reply, "+ACK", 4)
      work.outstanding -= 1
      if work.outstanding == 256 { ask(work, 256) }
      work.countdown.add()
    }
    natsMsg_Destroy(message)
  }

  private func ask(_ work: Work, _ count: Int) {
    let request = #"{"batch":\#(count),"expires":30000000000,"idle_heartbeat":5000000000}"#
    work.outstanding += count
    _ = natsConnection_PublishRequestString(
      work.connection, "$JS.API.CONSUMER.MSG.NEXT.bench.pull", work.inbox, request)
  }

  func directPull(_ server: Server, _ count: Int) throws -> Duration {
    let jetStream = try server.connect().jetStream
    try newStream(jetStream)
    let connection = try connect(server)
    try withJetStream(connection) { try publishAll($0, count) }
    try completed(jetStream.create(JetStreamConsumer("pull", of: "bench")))
    let work = Work(Countdown(count), connection)
    work.inbox = "bench.inbox.\(getpid())"
    var subscription: OpaquePointer?
    try check(
      natsConnection_Subscribe(
        &subscription, connection, work.inbox, onPulled, Unmanaged.passUnretained(work).toOpaque()))
    try check(natsSubscription_SetPendingLimits(subscription, -1, -1))
    let time = ContinuousClock().measure {
      ask(work, 512)
      work.countdown.wait()
    }
    natsSubscription_Destroy(subscription)
    natsConnection_Destroy(connection)
    usleep(50_000)
    withExtendedLifetime(work) {}
    return time
  }
#endif
