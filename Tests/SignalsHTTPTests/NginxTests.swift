#if HTTP
  import Foundation
  import Signals
  import SignalsFoundation
  import SignalsHTTP
  import SignalsTesting
  import TestSupport
  import Testing

  @Suite(.serialized, .mayBlock) struct NginxTests {
    private static let certificates = Result { try Certificates() }

    private let nginx: Nginx
    private let certificates: Certificates

    init() throws {
      certificates = try Self.certificates.get()
      nginx = try Nginx(certificates)
    }

    private func client(_ change: (inout HTTPOptions) -> Void = { _ in }) -> HTTPClient {
      .direct { options in
        options.tls.authorities = certificates.path("right.pem")
        change(&options)
      }
    }

    @Test func tenThousandRequestsUseFewConnections() async throws {
      let client = client()
      let request = HTTPRequest(nginx.url("hello"))
      let begin = ContinuousClock.now
      let count = try await SignalProducer<Int, HTTPError>(0..<10_000)
        .flatMap(.concurrent(limit: 64)) { _ in client.data(for: request) }
        .filter { $0.text == "hello" }.count().completion()
      print("figures: 10,000 requests, 64 at a time: \(ContinuousClock.now - begin)")
      #expect(count == [10_000])
      #expect(Set(try nginx.answers().map { $0[0] }).count <= 6)
    }

    @Test("Ten thousand requests at once", arguments: [false, true])
    func atOnce(isSecured: Bool) async throws {
      let client = client()
      let request = HTTPRequest(nginx.url("hello", secured: isSecured))
      let begin = ContinuousClock.now
      let count = try await SignalProducer<Int, HTTPError>(0..<10_000)
        .flatMap(.merge) { _ in client.data(for: request) }
        .filter { $0.text == "hello" }.count().completion()
      print("figures: 10,000 requests at once, HTTP/\(isSecured ? 2 : 1): \(ContinuousClock.now - begin)")
      #expect(count == [10_000])
      #expect(Set(try nginx.answers().map { $0[1] }) == [isSecured ? "HTTP/2.0" : "HTTP/1.1"])
    }

    @Test func manyRequestsShareAConnectionOfHTTP2() async throws {
      let client = client()
      let request = HTTPRequest(nginx.securedURL("slow/hello"))
      let versions = try await SignalProducer<Int, HTTPError>(0..<100)
        .flatMap(.merge) { _ in client.response(to: request) }
        .flatMap(.merge) { response in response.body.collect().map { _ in response.head.version } }
        .completion()
      #expect(versions == Array(repeating: "2", count: 100))
      let answers = try nginx.answers()
      #expect(answers.count == 100 && Set(answers.map { $0[0] }).count == 1)
      #expect(Set(answers.map { $0[1] }) == ["HTTP/2.0"])
    }

    // MARK: Bodies

    /// What the process has in memory, in bytes.
    private func resident() throws -> Int {
      let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[1]
      return (Int(pages) ?? 0) * 4096
    }

    private var bigSize: Int { isDeep || rounds(4) == 4 ? 1 << 30 : 64 << 20 }

    @Test("B3: a big body takes constant memory, however slow", arguments: [false, true])
    func bigBody(isSecured: Bool) async throws {
      try nginx.add("big", size: bigSize)
      let url = nginx.url("big", secured: isSecured)
      let client = client()
      let before = try resident()
      let most = Guarded(before)
      let begin = ContinuousClock.now
      // Each piece waits for a task: the connection is faster.
      let sizes = client.bytes(of: HTTPRequest(url)).flatMap(.concat) { piece in
        await Task.yield()
        return piece.count
      }
      var (total, count) = (0, 0)
      for try await size in sizes.values() {
        total += size
        count += 1
        if count.isMultiple(of: 256) {
          let now = try resident()
          most.withLock { $0 = max($0, now) }
        }
      }
      let growth = most.withLock { $0 } - before
      print(
        "figures: \(bigSize >> 20) MB, HTTP/\(isSecured ? 2 : 1): \(ContinuousClock.now - begin), \(growth >> 20) MB more"
      )
      #expect(total == bigSize)
      if !isUnderSanitizer { #expect(growth < 64 << 20) }
    }

    @Test func whatIsCompressedExtremelyTakesConstantMemory() async throws {
      try nginx.add("zeros", size: bigSize)
      let client = client()
      let before = try resident()
      var (total, most, count) = (0, before, 0)
      for try await piece in client.bytes(of: HTTPRequest(nginx.url("packed/zeros"))).values(
        buffering: .suspending(4))
      {
        total += piece.count
        count += 1
        if count.isMultiple(of: 256) { most = max(most, try resident()) }
      }
      #expect(total == bigSize)
      if !isUnderSanitizer { #expect(most - before < 96 << 20, "\((most - before) >> 20) MB") }
    }

    @Test("Streams are stored as they were sent", arguments: [false, true], [true, false])
    func put(isSecured: Bool, saysLength: Bool) async throws {
      let pieces = (0..<100).map { [UInt8](repeating: UInt8($0), count: 50_001) }
      let size = pieces.count * pieces[0].count
      let body = HTTPBody.stream(SignalProducer<[UInt8], Never>(pieces), length: saysLength ? size : nil)
      let request = HTTPRequest(nginx.url("put/file", secured: isSecured), method: "PUT", body: body)
      #expect(try await client().data(for: request).map(\.status).completion() == [201])
      #expect(try nginx.stored("file") == Array(pieces.joined()))
    }

    @Test func aProducerThatIsSlowIsWaitedFor() async throws {
      let pieces = SignalProducer<[UInt8], Never>((0..<20).map { [UInt8($0)] })
        .flatMap(.concat) { piece in
          try? await Task.sleep(for: .milliseconds(5))
          return piece
        }
      for url in [nginx.url("put/slow"), nginx.securedURL("put/slow")] {
        let request = HTTPRequest(url, method: "PUT", body: .stream(pieces))
        let status = try await client().data(for: request).map(\.status).completion()
        #expect(status == [201] || status == [204])
        #expect(try nginx.stored("slow") == Array(0..<20))
      }
    }

    @Test func bodiesThatWaitHoldUpNoOtherRequest() async throws {
      try nginx.add("big", size: bigSize)
      let client = client()
      let big = HTTPRequest(nginx.securedURL("big"))
      let waiting = try await SignalProducer<Int, HTTPError>(0..<20)
        .flatMap(.merge) { _ in client.response(to: big) }.completion()
      let paused = try #require(await client.response(to: big).firstValue())
      let start = paused.body.startWithSignal { signal, start in
        signal.observe(Observer(next: { _ in start.pause() }))
      }
      let small = HTTPRequest(nginx.securedURL("hello"))
      for _ in 0..<100 {
        #expect(try await client.data(for: small).map(\.text).completion() == ["hello"])
      }
      for response in waiting.prefix(3) {
        #expect(response.head.version == "2")
        #expect(try await response.body.reduce(into: 0) { $0 += $1.count }.completion() == [bigSize])
      }
      start.dispose()
      #expect(Set(try nginx.answers().map { $0[0] }).count == 1)
    }

    /// A write to a connection that is gone raises a signal that ends programs, if nothing prevents that.
    @Test func aServerThatLeavesDuringAnUploadEndsNoProgram() async throws {
      let path = certificates.path("right.pem")
      for isSecured in [false, true] {
        let nginx = try Nginx(certificates)
        let url = nginx.url("put/endless", secured: isSecured)
        let received = nginx.path("client_body")
        let number = nginx.number
        await #expect(processExitsWith: .success) {
          [
            url = url as String, path = path as String, received = received as String,
            number = number as pid_t
          ] in
          signal(SIGPIPE, SIG_DFL)
          let pieces = SignalProducer<[UInt8], Never>.repeating([UInt8](repeating: 0, count: 65_536))
          let client = HTTPClient.direct { $0.tls.authorities = path }
          let result = Guarded<String?>(nil)
          client.data(for: HTTPRequest(url, method: "PUT", body: .stream(pieces))).start(
            Observer(failed: { error in result.withLock { $0 = error.cause.kind } }))
          let isReceiving = try await eventually {
            let files = try? FileManager.default.contentsOfDirectory(atPath: received)
            return files?.isEmpty == false
          }
          kill(number, SIGKILL)
          let isOver = try await eventually { result.withLock { $0 } != nil }
          guard isReceiving, isOver, result.withLock({ $0 }) == "connectionLost" else { exit(3) }
        }
      }
    }

    // MARK: What nginx decides

    @Test func redirectionsAndCredentials() async throws {
      let client = client()
      let moved = try #require(
        await client.data(for: HTTPRequest(nginx.url("moved/hello"))).completion().first)
      #expect(moved.text == "hello" && moved.url.absoluteString == nginx.url("hello"))
      var request = HTTPRequest(nginx.url("private/hello"))
      #expect(try await client.data(for: request).map(\.status).completion() == [401])
      request.credentials = .basic("ada", password: "secret")
      #expect(try await client.data(for: request).map(\.text).completion() == ["hello"])
      request.credentials = .basic("ada", password: "wrong")
      #expect(try await client.data(for: request).map(\.status).completion() == [401])
    }

    @Test func aServerThatDies() async throws {
      try nginx.add("big", size: 1 << 30)
      for url in [nginx.url("big"), nginx.securedURL("big")] {
        let nginx = try Nginx(certificates)
        try nginx.add("big", size: 1 << 30)
        let address = url.contains("https") ? nginx.securedURL("big") : nginx.url("big")
        let response = try #require(await client().response(to: HTTPRequest(address)).firstValue())
        try nginx.kill()
        let failure = try await response.body.outcome().last?.failure
        #expect(failure?.cause.kind == "connectionLost")
        #expect(failure?.phase == .receiving)
      }
    }

    // MARK: TLS

    @Test func onlyTrustedServersAreAnswered() async throws {
      let request = HTTPRequest(nginx.securedURL("hello"))
      #expect(try await client().data(for: request).map(\.text).completion() == ["hello"])
      func cause(_ change: (inout HTTPTLS) -> Void) async throws -> String? {
        let client = HTTPClient.direct { change(&$0.tls) }
        return try await client.data(for: request).outcome().first?.failure?.cause.kind
      }
      #expect(try await cause { _ in } == "notSecure", "an authority of its own is none of the system")
      #expect(try await cause { $0.authorities = certificates.path("wrong.pem") } == "notSecure")
      #expect(try await cause { $0.authorities = certificates.path("missing.pem") } == "notSecure")
      #expect(try await cause { $0.verifiesServer = false } == nil)
      #expect(
        try await cause {
          $0.authorities = certificates.path("right.pem")
          $0.identity = .init(certificates: certificates.path("none.pem"), key: certificates.path("none.key"))
        } == "notSecure")
      let plain = HTTPRequest(nginx.url("hello").replacing("http:", with: "https:"))
      #expect(try await client().data(for: plain).outcome().first?.failure?.cause.kind == "notSecure")
    }

    @Test func anotherNameIsNotTrusted() async throws {
      let other = try Nginx(certificates, certificate: "other")
      let outcome = try await client().data(for: HTTPRequest(other.securedURL("hello"))).outcome()
      #expect(outcome.first?.failure?.cause.kind == "notSecure")
      #expect(outcome.first?.failure?.phase == .connecting)
    }

    @Test func theServerMayWantACertificateToo() async throws {
      let strict = try Nginx(
        certificates,
        settings: """
          ssl_client_certificate \(certificates.path("right.pem")); ssl_verify_client on;
          """)
      let request = HTTPRequest(strict.securedURL("hello"))
      #expect(try await client().data(for: request).map(\.status).completion() == [400])
      let known = client {
        $0.tls.identity = .init(
          certificates: certificates.path("client.pem"), key: certificates.path("client.key"))
      }
      #expect(try await known.data(for: request).map(\.text).completion() == ["hello"])
    }
  }
#endif
