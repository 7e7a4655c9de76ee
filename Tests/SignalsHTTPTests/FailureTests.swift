#if HTTP
  import Foundation
  import LoopbackServer
  import Signals
  import SignalsFoundation
  import SignalsHTTP
  import TestSupport
  import Testing

  @Suite(.mayBlock) struct FailureTests {
    private let client = HTTPClient.direct()

    private func failure(
      _ behaviour: HTTPServer.Behaviour, _ change: (inout HTTPRequest) -> Void = { _ in }
    ) async throws -> HTTPError? {
      let server = try HTTPServer(behaviour)
      var request = HTTPRequest(server.url)
      change(&request)
      let events = try await client.data(for: request).outcome()
      #expect(events.count == 1)
      let failure = events.first?.failure
      #expect(failure?.url == server.url.absoluteString)
      #expect(failure?.address == "127.0.0.1:\(server.port)")
      return failure
    }

    @Test func anAnswerThatStops() async throws {
      let hangUp = try #require(await failure(.hangUp))
      #expect(hangUp.cause.kind == "connectionLost")
      #expect(hangUp.phase == .waiting)
      for behaviour in [HTTPServer.Behaviour.half(body: "half"), .firstPiece(body: "once")] {
        let failure = try #require(await failure(behaviour))
        #expect(failure.cause.kind == "connectionLost")
        #expect(failure.phase == .receiving)
      }
    }

    @Test func timeouts() async throws {
      let silent = try #require(await failure(.silence) { $0.totalTimeout = .milliseconds(50) })
      #expect(silent.cause.kind == "timedOut")
      #expect(silent.phase == .waiting)
      let idle = try #require(
        await failure(.slowly(body: "slow", pause: .seconds(3600))) { $0.idleTimeout = .milliseconds(1) })
      #expect(idle.cause.kind == "timedOut")
      #expect(idle.phase == .receiving)
    }

    @Test func longestDurationsAreArguments() async throws {
      let server = try HTTPServer(.answer(body: "hello"))
      var request = HTTPRequest(server.url)
      for time in [Duration.seconds(Int64.max), .seconds(1 << 40), .zero] {
        (request.connectTimeout, request.idleTimeout) = (max(time, .seconds(1)), time)
        request.totalTimeout = time == .zero ? nil : time
        #expect(try await client.data(for: request).map(\.text).completion() == ["hello"])
      }
    }

    @Test func noServer() async throws {
      let port = try freePort()
      let outcome = try await client.data(for: HTTPRequest("http://ada:secret@127.0.0.1:\(port)/x")).outcome()
      let failure = try #require(outcome.first?.failure)
      #expect(failure.cause.kind == "cannotConnect")
      #expect(failure.phase == .connecting)
      #expect(failure.url == "http://127.0.0.1:\(port)/x")
      #expect(!"\(failure)".contains("secret"))
    }

    @Test func noHost() async throws {
      let outcome = try await client.data(for: HTTPRequest("http://nowhere.invalid/")).outcome()
      #expect(outcome.first?.failure?.cause.kind == "cannotFindHost")
    }

    @Test(
      "What is no URL of HTTP",
      arguments: [
        "", "hello", "ftp://127.0.0.1/", "file:///etc/passwd", "http://", "http://a b/", "http://\0/",
      ])
    func urls(_ url: String) async throws {
      let failure = try #require(await client.data(for: HTTPRequest(url)).outcome().first?.failure)
      switch failure.cause {
      case .unsupportedURL, .invalidRequest, .cannotFindHost: break
      default: Issue.record("\(failure)")
      }
    }

    @Test func whatWouldEndAHeaderFieldIsRefused() async throws {
      let server = try HTTPServer(.echo)
      for (name, value) in [
        ("X", "a\r\nEvil: yes"), ("X", "a\nb"), ("X", "a\0b"), ("X\r\nEvil", "a"), ("", "a"), ("X: y", "a"),
        ("X Y", "a"), ("Ü", "a"),
      ] {
        var request = HTTPRequest(server.url)
        request.fields.all.append(HTTPFields.Field(name, value))
        let failure = try #require(await client.data(for: request).outcome().first?.failure)
        #expect(failure.cause.kind == "invalidRequest")
        #expect(failure.phase == .preparing)
      }
      for method in ["", "GET /evil", "GET\r\n", "Ü"] {
        let request = HTTPRequest(server.url, method: method)
        let failure = try #require(await client.data(for: request).outcome().first?.failure)
        #expect(failure.cause.kind == "invalidRequest")
      }
      #expect(server.connectionCount == 0)
    }

    /// What a server sends, and what it is taken for: the body, or a part of the failure.
    private static let answers: [(name: String, text: String, expected: Expected)] = [
      ("no reason", "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok", .body("ok")),
      ("empty reason", "HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\nok", .body("ok")),
      ("no space", "HTTP/1.1 200 OK\r\nContent-Length:2\r\nX-T:v\r\n\r\nok", .field("v")),
      ("empty value", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-T:\r\n\r\nok", .field("")),
      ("empty value, space", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-T: \r\n\r\nok", .field("")),
      ("tab", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-T:\tv \r\n\r\nok", .field("v")),
      ("folded", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-T: a\r\n  b\r\n\r\nok", .field("a b")),
      ("no colon", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nno colon\r\n\r\nok", .malformed),
      ("UTF-8", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-T: Müller\r\n\r\nok", .field("Müller")),
      ("control", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-T: a\u{1}b\r\n\r\nok", .field("a\u{1}b")),
      ("zero byte", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-T: a\0b\r\n\r\nok", .malformed),
      ("line feeds", "HTTP/1.1 200 OK\nContent-Length: 2\nX-T: v\n\nok", .field("v")),
      (
        "colon inside", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-T: f=\"a:b €\"\r\n\r\nok",
        .field("f=\"a:b €\"")
      ),
      ("twice", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-T: 1\r\nX-T: 2\r\n\r\nok", .field("1, 2")),
      ("HTTP/2 in text", "HTTP/2 200\r\nContent-Length: 2\r\n\r\nok", .body("ok")),
      ("ICY", "ICY 200 OK\r\nContent-Length: 2\r\n\r\nok", .malformed),
      ("two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok", .body("ok")),
      ("negative length", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nok", .malformed),
      ("no length", "HTTP/1.1 200 OK\r\nContent-Length: abc\r\n\r\nok", .malformed),
      ("huge length", "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\nok", .lost),
      ("larger still", "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nok", .body("ok")),
      (
        "length and chunks",
        "HTTP/1.1 200 OK\r\nContent-Length: 99\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
        .body("ok")
      ),
      (
        "chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\no\r\n1\r\nk\r\n0\r\n\r\n",
        .body("ok")
      ),
      (
        "extension", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\nok\r\n0\r\n\r\n",
        .body("ok")
      ),
      ("no chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nok\r\n0\r\n\r\n", .malformed),
      ("cut chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n5\r\nde", .lost),
      (
        "trailers", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nE: x\r\n\r\n",
        .body("ok")
      ),
      ("status 099", "HTTP/1.1 099 X\r\nContent-Length: 2\r\n\r\nok", .malformed),
      ("status 1000", "HTTP/1.1 1000 X\r\nContent-Length: 2\r\n\r\nok", .malformed),
      ("status minus", "HTTP/1.1 -20 X\r\nContent-Length: 2\r\n\r\nok", .malformed),
      (
        "continue",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
        .body("ok")
      ),
      (
        "early hints",
        "HTTP/1.1 103 Early Hints\r\nX-T: no\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-T: v\r\n\r\nok",
        .field("v")
      ),
      (
        "switch", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nraw",
        .body("raw")
      ),
      ("not modified", "HTTP/1.1 304 Not Modified\r\nContent-Length: 100\r\n\r\n", .body("")),
      ("no content", "HTTP/1.1 204 No Content\r\n\r\n", .body("")),
      ("HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\nuntil the end", .body("until the end")),
      ("short", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this", .lost),
      ("long", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabcdef", .body("abc")),
      (
        "bad gzip", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 10\r\n\r\nnot packed",
        .malformed
      ),
      ("garbage", "hello there\r\n\r\n", .malformed),
      ("nothing", "", .lost),
      ("half a head", "HTTP/1.1 200 OK\r\nContent-Le", .lost),
      ("half a line", "HTT", .lost),
      ("redirection without a place", "HTTP/1.1 302 Found\r\nContent-Length: 2\r\n\r\nok", .body("ok")),
      (
        "redirection to nothing", "HTTP/1.1 302 Found\r\nLocation: \r\nContent-Length: 2\r\n\r\nok",
        .body("ok")
      ),
      (
        "redirection elsewhere",
        "HTTP/1.1 302 Found\r\nLocation: ftp://127.0.0.1/\r\nContent-Length: 0\r\n\r\n", .url
      ),
      (
        "demand",
        "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm=\"r\", nonce=\"n\"\r\nContent-Length: 2\r\n\r\nok",
        .body("ok")
      ),
      (
        "proxy demand",
        "HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm=\"p\"\r\nContent-Length: 2\r\n\r\nok", .body("ok")
      ),
    ]

    enum Expected: Equatable { case body(String), field(String), malformed, lost, url }

    @Test("Malformed answers are answers or typed failures", arguments: answers.map(\.name))
    func malformed(_ name: String) async throws {
      let answer = try #require(Self.answers.first { $0.name == name })
      let server = try HTTPServer(.byHand { _ = $0.send(Array(answer.text.utf8)) })
      let events = try await client.data(for: HTTPRequest(server.url)).outcome()
      let response = events.first?.value
      switch (answer.expected, events.first?.failure?.cause) {
      case (.body(let text), nil): #expect(response?.text == text)
      case (.field(let text), nil): #expect(response?.header("X-T") == text && response?.text == "ok")
      case (.malformed, .malformedResponse?), (.lost, .connectionLost?), (.url, .unsupportedURL?): break
      case (let expected, let cause):
        Issue.record("\(expected), but \(cause.map { "\($0)" } ?? "\(response!)")")
      }
    }

    @Test func aHeaderFieldInLatin1() async throws {
      let text = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-T: M"
      let server = try HTTPServer(
        .byHand { _ = $0.send(Array(text.utf8) + [0xFC] + Array("ller\r\n\r\n".utf8)) })
      let responses = try await client.data(for: HTTPRequest(server.url)).completion()
      #expect(responses.first?.header("X-T") == "Müller")
    }

    @Test func manyHeaderFields() async throws {
      let fields = (0..<2000).map { "X-\($0): \(String(repeating: "v", count: 100))\r\n" }.joined()
      let text = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\(fields)\r\n"
      let server = try HTTPServer(.byHand { _ = $0.send(Array(text.utf8)) })
      let responses = try await client.data(for: HTTPRequest(server.url)).completion()
      #expect(responses.first?.headers.count == 2001)
      let endless = try HTTPServer(
        .byHand { socket in
          guard socket.send(Array("HTTP/1.1 200 OK\r\n".utf8)) else { return }
          while socket.send(Array(fields.utf8)) {}
        })
      let failure = try await client.data(for: HTTPRequest(endless.url)).outcome().first?.failure
      #expect(failure?.cause == .tooLarge(limit: 256 * 1024))
    }
  }
#endif
