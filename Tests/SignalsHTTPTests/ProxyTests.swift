#if HTTP
  import Foundation
  import Signals
  import SignalsHTTP
  import TestSupport
  import Testing

  /// With a real proxy before a real server.
  @Suite(.serialized, .mayBlock) struct ProxyTests {
    private static let certificates = Result { try Certificates() }

    private let nginx: Nginx
    private let certificates: Certificates

    init() throws {
      certificates = try Self.certificates.get()
      nginx = try Nginx(certificates)
    }

    private func client(through proxy: String) -> HTTPClient {
      let authorities = certificates.path("right.pem")
      return .direct {
        $0.proxy = proxy
        $0.tls.authorities = authorities
      }
    }

    /// With TLS the proxy makes a tunnel, whose own head is none of the server's.
    @Test("Requests go through a proxy", arguments: [false, true])
    func requests(isSecured: Bool) async throws {
      let proxy = try Tinyproxy()
      let client = client(through: proxy.url())
      let request = HTTPRequest(nginx.url("hello", secured: isSecured))
      let responses = try await client.data(for: request).completion()
      #expect(responses.map(\.text) == ["hello"])
      #expect(responses.map(\.status) == [200])
      #expect(
        responses.first?.headers.contains { $0.key.lowercased() == "content-length" && $0.value == "5" }
          == true)
      let missing = HTTPRequest(nginx.url("missing", secured: isSecured))
      #expect(try await client.data(for: missing).map(\.status).completion() == [404])
      let moved = HTTPRequest(nginx.url("moved/hello", secured: isSecured))
      #expect(try await client.data(for: moved).map(\.text).completion() == ["hello"])
      let target = isSecured ? "CONNECT 127.0.0.1:\(nginx.secured)" : "GET \(nginx.url("hello"))"
      #expect(try proxy.requests().first == target)
      #expect(try nginx.answers().map { $0[1] }.allSatisfy { $0 == (isSecured ? "HTTP/2.0" : "HTTP/1.1") })
    }

    @Test("Bodies of both directions go through a proxy", arguments: [false, true])
    func bodies(isSecured: Bool) async throws {
      let proxy = try Tinyproxy()
      let client = client(through: proxy.url())
      let pieces = (0..<100).map { [UInt8](repeating: UInt8($0), count: 10_001) }
      let body = HTTPBody.stream(SignalProducer<[UInt8], Never>(pieces), length: 1_000_100)
      let request = HTTPRequest(nginx.url("put/file", secured: isSecured), method: "PUT", body: body)
      #expect(try await client.data(for: request).map(\.status).completion() == [201])
      #expect(try nginx.stored("file") == Array(pieces.joined()))
      try nginx.add("big", size: 64 << 20)
      let big = HTTPRequest(nginx.url("big", secured: isSecured))
      let sizes = client.bytes(of: big).flatMap(.concat) { piece in
        await Task.yield()
        return piece.count
      }
      #expect(try await sizes.reduce(0, +).completion() == [64 << 20])
      #expect(try proxy.requests().count >= 1)
    }

    @Test("A proxy may want a password", arguments: [false, true])
    func passwords(isSecured: Bool) async throws {
      let proxy = try Tinyproxy(password: "secret")
      let request = HTTPRequest(nginx.url("hello", secured: isSecured))
      let right = client(through: proxy.url("ada:secret"))
      #expect(try await right.data(for: request).map(\.text).completion() == ["hello"])
      for user in [nil, "ada:wrong"] {
        let outcome = try await client(through: proxy.url(user)).data(for: request).outcome()
        if isSecured {
          let failure = try #require(outcome.first?.failure)
          #expect(failure.cause.kind == "cannotConnect" && failure.phase == .connecting)
          #expect("\(failure)".contains("40") && !"\(failure)".contains("wrong"))
        } else {
          #expect([401, 407].contains(outcome.first?.value?.status))
        }
      }
    }

    @Test("Without the proxy there is no answer", arguments: [false, true])
    func noProxy(isSecured: Bool) async throws {
      let client = client(through: "http://127.0.0.1:\(try freePort())")
      let request = HTTPRequest(nginx.url("hello", secured: isSecured))
      let failure = try await client.data(for: request).outcome().first?.failure
      #expect(failure?.cause.kind == "cannotConnect" && failure?.phase == .connecting)
      #expect(try nginx.answers().isEmpty)
    }

    @Test func theEnvironmentNamesAProxy() async throws {
      let proxy = try Tinyproxy()
      let (url, address) = (nginx.url("hello"), proxy.url())
      await #expect(processExitsWith: .success) { [url = url as String, address = address as String] in
        setenv("http_proxy", address, 1)
        let client = HTTPClient()
        guard try await client.data(for: HTTPRequest(url)).firstValue()?.text == "hello" else { exit(3) }
        setenv("no_proxy", "127.0.0.1", 1)
        guard try await client.data(for: HTTPRequest(url)).firstValue()?.text == "hello" else { exit(4) }
      }
      #expect(try proxy.requests() == ["GET \(url)"])
      #expect(try nginx.answers().count == 2)
    }

    @Test func disposalInTheTunnelLeavesNothing() async throws {
      let proxy = try Tinyproxy()
      let client = client(through: proxy.url())
      let request = HTTPRequest(nginx.securedURL("slow/hello"))
      for delay in 0..<50 {
        let start = client.data(for: request).start { _ in }
        usleep(UInt32(delay * 100))
        start.dispose()
      }
      #expect(try await client.data(for: request).map(\.text).completion() == ["hello"])
      #expect(try proxy.requests().allSatisfy { $0.hasPrefix("CONNECT ") })
    }
  }
#endif
