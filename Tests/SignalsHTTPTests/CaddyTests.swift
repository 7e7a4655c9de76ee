#if HTTP
  import Foundation
  import LoopbackServer
  import Signals
  import SignalsHTTP
  import TestSupport
  import Testing

  /// With Caddy, which passes on what is behind it in its own way, over HTTP/1.1 and over HTTP/2.
  @Suite(.serialized, .mayBlock) struct CaddyTests {
    private static let certificates = Result { try Certificates() }

    private let certificates: Certificates
    private let server: HTTPServer
    private let caddy: Caddy

    private static let trailing = """
      HTTP/1.1 200 OK\r\nTrailer: Checksum\r\nTransfer-Encoding: chunked\r\n\r\n\
      5\r\nhello\r\n6\r\n world\r\n0\r\nChecksum: abc\r\n\r\n
      """

    init() throws {
      certificates = try Self.certificates.get()
      server = try HTTPServer { path in
        switch path {
        case "/trailing": .raw(Array(Self.trailing.utf8))
        case "/slow": .slowly(body: "slow", pause: .milliseconds(20))
        case "/half": .half(body: "half")
        case "/long":
          .answer(headers: ["Content-Type": "text/plain"], body: String(repeating: "a", count: 100_000))
        default: .echo
        }
      }
      caddy = try Caddy(before: server.port, certificates)
    }

    private func client() -> HTTPClient {
      let authorities = certificates.path("right.pem")
      return .direct { $0.tls.authorities = authorities }
    }

    @Test("Trailers come behind the body", arguments: [false, true])
    func trailers(isSecured: Bool) async throws {
      let request = HTTPRequest(caddy.url("trailing", secured: isSecured))
      for _ in 0..<20 {
        let response = try #require(await client().response(to: request).firstValue())
        #expect(response.head.version == (isSecured ? "2" : "1.1"))
        let pieces = try await response.body.completion()
        #expect(String(decoding: pieces.joined(), as: UTF8.self) == "hello world")
        #expect(response.trailers["Checksum"] == "abc")
      }
    }

    @Test("Bodies, redirections and compression", arguments: [false, true])
    func bodies(isSecured: Bool) async throws {
      let client = client()
      let pieces = SignalProducer<[UInt8], Never>(
        (0..<50).map { [UInt8](repeating: 65 + UInt8($0 % 26), count: 999) })
      let body = HTTPBody.stream(pieces, length: 50 * 999)
      let request = HTTPRequest(caddy.url("echo", secured: isSecured), method: "POST", body: body)
      let text = try #require(await client.data(for: request).firstValue()).text
      #expect(
        text.hasSuffix(
          (0..<50).map { String(repeating: Character(Unicode.Scalar(UInt8(65 + $0 % 26))), count: 999) }
            .joined()))
      let moved = HTTPRequest(caddy.url("moved", secured: isSecured))
      let response = try #require(await client.data(for: moved).firstValue())
      #expect(response.status == 200 && response.text.hasPrefix("GET / "))
      let long = HTTPRequest(caddy.url("long", secured: isSecured))
      #expect(try await client.data(for: long).map { $0.body.count }.completion() == [100_000])
      let slow = HTTPRequest(caddy.url("slow", secured: isSecured))
      #expect(try await client.data(for: slow).map(\.text).completion() == ["slow"])
    }

    @Test("What ends too early is a failure", arguments: [false, true])
    func half(isSecured: Bool) async throws {
      let request = HTTPRequest(caddy.url("half", secured: isSecured))
      let failure = try await client().data(for: request).outcome().last?.failure
      #expect(failure?.cause.kind == "connectionLost" && failure?.phase == .receiving)
    }

    @Test("It is reached by IPv6", arguments: [false, true])
    func newAddresses(isSecured: Bool) async throws {
      let request = HTTPRequest(caddy.url("echo", secured: isSecured, host: "[::1]"))
      let response = try #require(await client().data(for: request).firstValue())
      #expect(response.text.hasPrefix("GET /echo "))
      #expect(response.url.absoluteString == request.url)
      // A failure says where.
      let gone = HTTPRequest("http://[::1]:\(try freePort())/")
      let failure = try #require(await client().data(for: gone).outcome().first?.failure)
      #expect(failure.cause.kind == "cannotConnect" && failure.url.contains("[::1]"))
      let half = HTTPRequest(caddy.url("half", secured: isSecured, host: "[::1]"))
      let lost = try #require(await client().data(for: half).outcome().last?.failure)
      #expect(lost.address?.hasPrefix("[::1]:") == true)
    }
  }
#endif
