#if NATS
  import Foundation
  import Signals
  import SignalsNATS

  /// Each of them runs against a server of its own, next to the C client used directly in the same process. Of five rounds
  /// in turn the median counts.
  func run(_ name: String?) throws {
    let server = try Server()
    defer { server.stop() }
    let comparisons: [Comparison] = [
      Comparison("core", 500_000, ours: core, direct: directCore),
      Comparison("request", 10_000, ours: request, direct: directRequest),
      Comparison("publish", 100_000, ours: publish, direct: directPublish),
      Comparison("pull", 100_000, ours: pull, direct: directPull),
    ]
    for comparison in comparisons where name == nil || name == comparison.name { try comparison.run(server) }
    if name == nil || name == "memory" { try memory(server) }
    if name == "memory-stored" { try storedMemory(server) }
  }

  struct Comparison {
    let name: String
    private let count: Int
    private let ours: (Server, Int) throws -> Duration
    private let direct: (Server, Int) throws -> Duration

    init(
      _ name: String, _ count: Int, ours: @escaping (Server, Int) throws -> Duration,
      direct: @escaping (Server, Int) throws -> Duration
    ) {
      self.name = name
      self.count = count
      self.ours = ours
      self.direct = direct
    }

    func run(_ server: Server) throws {
      var (mine, floor): ([Duration], [Duration]) = ([], [])
      for _ in 0..<5 {
        floor.append(try direct(server, count))
        mine.append(try ours(server, count))
      }
      let (a, b) = (nanoseconds(mine), nanoseconds(floor))
      print(String(format: "%@: %.0f ns a message, C client %.0f ns, ratio %.2f", name, a, b, a / b))
    }

    private func nanoseconds(_ times: [Duration]) -> Double {
      times.sorted()[times.count / 2] / .nanoseconds(1) / Double(count)
    }
  }

  /// What a message holds.
  let payload = [UInt8](repeating: 7, count: 16)

  extension Server {
    func connect(sendsAtOnce: Bool = false) throws -> NATSConnection {
      var options = NATSOptions(servers: [address])
      options.sendsAtOnce = sendsAtOnce
      return try NATSConnection(options)
    }
  }

  /// Counts from any thread, and signals at a number.
  final class Countdown: Sendable {
    private let count = Guarded(0)
    private let goal: Int
    private let isReached = DispatchSemaphore(value: 0)

    init(_ goal: Int) { self.goal = goal }

    func add() {
      if count.withLock({ count in
        count += 1
        return count == goal
      }) {
        isReached.signal()
      }
    }

    func wait() { isReached.wait() }
  }

  func completed<Value, Failure>(_ producer: SignalProducer<Value, Failure>) throws {
    let done = DispatchSemaphore(value: 0)
    let failure = Guarded<Failure?>(nil)
    producer.start(
      Observer(
        failed: { error in
          failure.withLock { $0 = error }
          done.signal()
        }, completed: { done.signal() }))
    done.wait()
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  func newStream(_ jetStream: JetStream, storage: JetStreamStream.Storage = .memory) throws {
    try? completed(jetStream.delete(stream: "bench"))
    var stream = JetStreamStream("bench", subjects: ["bench"])
    stream.storage = storage
    try completed(jetStream.create(stream))
  }

  private func core(_ server: Server, _ count: Int) throws -> Duration {
    let (publisher, taker) = (try server.connect(), try server.connect())
    let countdown = Countdown(count)
    let messages = try taker.messages(on: "core", buffering: .oldest(10_000_000))
    let observation = messages.observe(Observer(next: { _ in countdown.add() }))
    try completed(taker.flushing())
    let time = try ContinuousClock().measure {
      for _ in 0..<count { try publisher.publish(payload, to: "core") }
      try completed(publisher.flushing())
      countdown.wait()
    }
    observation.dispose()
    return time
  }

  private func request(_ server: Server, _ count: Int) throws -> Duration {
    let (asking, answering) = (try server.connect(sendsAtOnce: true), try server.connect(sendsAtOnce: true))
    let replies = try answering.reply(on: "ask") { $0.bytes }
    defer { replies.dispose() }
    try completed(answering.flushing())
    return try ContinuousClock().measure {
      for _ in 0..<count { try completed(asking.request(payload, of: "ask")) }
    }
  }

  private func numbered(_ count: Int) -> SignalProducer<JetStreamPublication, Never> {
    SignalProducer(0..<count).map { _ in JetStreamPublication(payload, to: "bench") }
  }

  private func publish(_ server: Server, _ count: Int) throws -> Duration {
    let jetStream = try server.connect().jetStream
    try newStream(jetStream)
    return try ContinuousClock().measure {
      try completed(jetStream.publish(numbered(count), window: 1024))
    }
  }

  private func pull(_ server: Server, _ count: Int) throws -> Duration {
    let jetStream = try server.connect().jetStream
    try newStream(jetStream)
    try completed(jetStream.publish(numbered(count)))
    let consumer = JetStreamConsumer("pull", of: "bench")
    try completed(jetStream.create(consumer))
    return try ContinuousClock().measure {
      try completed(jetStream.messages(of: consumer, batch: 512).handled { _ in }.prefix(count))
    }
  }

  // MARK: Memory

  private func residentMegabytes() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return ((Int(text.split(separator: " ")[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE))) >> 20
  }

  /// 10,000,000 messages of a subject through an observer that is slower than they come.
  private func memory(_ server: Server) throws {
    let count = 10_000_000
    let (publisher, taker) = (try server.connect(), try server.connect())
    let (received, drops) = (Guarded(0), MutableProperty(0))
    let messages = try taker.messages(on: "slow", drops: drops)
    let observation = messages.observe(
      Observer(next: { _ in
        received.withLock { $0 += 1 }
        for _ in 0..<20 { _ = ContinuousClock.now }
      }))
    try completed(taker.flushing())
    let before = residentMegabytes()
    var most = before
    for number in 0..<count {
      try publisher.publish(payload, to: "slow")
      if number % 100_000 == 0 { most = max(most, residentMegabytes()) }
    }
    try completed(publisher.flushing())
    try completed(taker.flushing())
    while received.withLock({ $0 }) + drops.value < count { usleep(10_000) }
    observation.dispose()
    print(
      "memory: \(count) messages, \(received.withLock { $0 }) received, \(drops.value) dropped,",
      "\(most - before) MB more")
  }

  /// The same through a stream and a consumer: nothing is dropped.
  private func storedMemory(_ server: Server) throws {
    let count = 10_000_000
    let (jetStream, taking) = (try server.connect().jetStream, try server.connect().jetStream)
    try newStream(jetStream, storage: .file)
    let consumer = JetStreamConsumer("slow", of: "bench")
    let (countdown, received) = (Countdown(count), Guarded(0))
    let before = residentMegabytes()
    let most = Guarded(before)
    let start = taking.messages(of: consumer, batch: 512).handled { _ in
      let number = received.withLock { received in
        received += 1
        return received
      }
      if number % 100_000 == 0 {
        let now = residentMegabytes()
        most.withLock { $0 = max($0, now) }
      }
      for _ in 0..<20 { _ = ContinuousClock.now }
      countdown.add()
    }.start { _ in }
    let time = try ContinuousClock().measure {
      try completed(jetStream.publish(numbered(count), window: 1024))
      countdown.wait()
    }
    start.dispose()
    print("memory-stored: \(count) messages in \(time), \(most.withLock { $0 } - before) MB more")
  }
#endif
