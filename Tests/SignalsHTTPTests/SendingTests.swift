#if HTTP
  import Foundation
  import LoopbackServer
  import Signals
  import SignalsFoundation
  import SignalsHTTP
  import SignalsTesting
  import TestSupport
  import Testing

  /// Bodies of requests, redirections and credentials.
  @Suite(.mayBlock) struct SendingTests {
    private let client = HTTPClient.direct()

    private func echo(_ request: HTTPRequest) async throws -> String {
      try await client.data(for: request).completion().first?.text ?? ""
    }

    private struct Trouble: Error, CustomStringConvertible { let description = "no more paper" }

    @Test(
      "The method, the fields and the body arrive",
      arguments: ["GET", "POST", "PUT", "PATCH", "DELETE", "X-Y"])
    func arrives(method: String) async throws {
      let server = try HTTPServer(.echo)
      var request = HTTPRequest(server.url, method: method, body: .bytes(Array("hällo".utf8)))
      request.fields = ["X-Colour": "blue", "X-Empty": "", "user-agent": "me"]
      let text = try await echo(request)
      #expect(text.hasPrefix("\(method) / HTTP/1.1\r\n"))
      #expect(text.hasSuffix("\r\n\r\nhällo"))
      for line in ["X-Colour: blue", "X-Empty:", "user-agent: me", "Content-Length: 6"] {
        #expect(text.contains("\r\n\(line)\r\n"), "\(text)")
      }
      #expect(!text.contains("Content-Type") && !text.contains("swift-signals"))
    }

    @Test("Without a body", arguments: ["GET", "POST", "PUT", "DELETE", "OPTIONS"])
    func withoutABody(method: String) async throws {
      let server = try HTTPServer(.echo)
      let text = try await echo(HTTPRequest(server.url, method: method))
      #expect(text.hasPrefix("\(method) / HTTP/1.1\r\n"))
      #expect(text.hasSuffix("\r\n\r\n"))
    }

    @Test func json() async throws {
      let server = try HTTPServer(.echo)
      let text = try await echo(HTTPRequest(server.url.absoluteString, postingJSON: ["a": 1]))
      #expect(text.contains("Content-Type: application/json\r\n") && text.hasSuffix("{\"a\":1}"))
    }

    @Test func aStreamIsSentPieceByPiece() async throws {
      let server = try HTTPServer(.echo)
      let pieces = SignalProducer<[UInt8], Never>((0..<1000).map { Array("\($0),".utf8) })
      let whole = (0..<1000).map { "\($0)," }.joined()
      let request = HTTPRequest(server.url, method: "PUT", body: .stream(pieces, length: whole.utf8.count))
      #expect(try await echo(request).hasSuffix("\r\n\r\n\(whole)"))
    }

    @Test("One byte more or less than announced is a failure", arguments: [3, 5])
    func wrongLength(_ length: Int) async throws {
      let server = try HTTPServer(.echo)
      let body = HTTPBody.stream(SignalProducer<[UInt8], Never>([[1, 2], [3, 4]]), length: length)
      let failure = try await client.data(for: HTTPRequest(server.url, method: "POST", body: body))
        .outcome().first?.failure
      #expect(failure?.cause.kind == "requestBody")
      let text = failure.map { "\($0)" } ?? ""
      #expect(text.contains("\(length)"))
      #expect(failure?.phase == .sending)
    }

    @Test func aProducerThatFails() async throws {
      let server = try HTTPServer(.byHand { socket in while socket.read(1) != nil {} })
      let pieces = SignalProducer<[UInt8], Trouble>([[1]]).append(SignalProducer(error: Trouble()))
      let failure = try await client.data(
        for: HTTPRequest(server.url, method: "POST", body: .stream(pieces))
      ).outcome().first?.failure
      #expect(failure?.cause == .requestBody("no more paper"))
    }

    @Test("B2: a producer is paused while the socket is full")
    func pressure() async throws {
      let goesOn = Guarded(false)
      let received = Guarded(0)
      let server = try HTTPServer(
        .byHand { socket in
          while !goesOn.withLock({ $0 }) { usleep(1000) }
          while socket.read(1000) != nil { received.withLock { $0 += 1000 } }
        })
      let sent = Guarded(0)
      let isPaused = Guarded(false)
      let piece = [UInt8](repeating: 0x41, count: 100_000)
      let pieces = SignalProducer<[UInt8], Never> { observer, lifetime in
        @Sendable func sendRest() {
          while !lifetime.hasEnded, !lifetime.isPaused {
            isPaused.withLock { $0 = false }
            sent.withLock { $0 += piece.count }
            observer.send(piece)
          }
          isPaused.withLock { $0 = true }
          lifetime.whenResumed(sendRest)
        }
        sendRest()
      }
      let start = client.data(for: HTTPRequest(server.url, method: "POST", body: .stream(pieces))).start {
        _ in
      }
      try #require(await eventually { isPaused.withLock { $0 } })
      // The buffers of the system are full when nothing is taken any more while other requests go on.
      let other = try HTTPServer(.answer(body: "other"))
      var before = -1
      while sent.withLock({ $0 }) != before {
        before = sent.withLock { $0 }
        for _ in 0..<50 { try await client.data(for: HTTPRequest(other.url)).completion() }
      }
      #expect(isPaused.withLock { $0 })
      #expect((100_000..<32_000_000).contains(before), "\(before)")
      goesOn.withLock { $0 = true }
      #expect(try await eventually { received.withLock { $0 } > before })
      start.dispose()
      #expect(try await eventually { isPaused.withLock { $0 } })
    }

    @Test func disposalDisposesOfTheProducer() async throws {
      let server = try HTTPServer(.byHand { socket in while socket.read(1) != nil {} })
      let isDisposed = Guarded(false)
      let begins = Guarded(false)
      let pieces = SignalProducer<[UInt8], Never> { observer, lifetime in
        observer.send([1])
        lifetime.onEnd { isDisposed.withLock { $0 = true } }
        begins.withLock { $0 = true }
      }
      let start = client.data(for: HTTPRequest(server.url, method: "POST", body: .stream(pieces))).start {
        _ in
      }
      try #require(await eventually { begins.withLock { $0 } })
      #expect(!isDisposed.withLock { $0 })
      start.dispose()
      #expect(isDisposed.withLock { $0 })
    }

    // MARK: Redirections

    private func redirecting(_ status: Int, to place: String) throws -> HTTPServer {
      try HTTPServer { path in
        path == "/begin" ? .answer(status: status, headers: ["Location": place], body: "moved") : .echo
      }
    }

    @Test("A redirection is followed", arguments: [301, 302, 303, 307, 308])
    func redirection(_ status: Int) async throws {
      let server = try redirecting(status, to: "/end?x=1")
      let url = server.url.absoluteString
      let response = try #require(await client.response(to: HTTPRequest(url + "begin")).firstValue())
      #expect(response.head.status == 200 && response.head.url == url + "end?x=1")
      try await response.body.completion()
      for method in ["POST", "PUT"] {
        let starts = Guarded(0)
        let body = SignalProducer<[UInt8], Never> { observer, _ in
          starts.withLock { $0 += 1 }
          observer.send(Array("some text".utf8))
          observer.complete()
        }
        let text = try await echo(
          HTTPRequest(url + "begin", method: method, body: .stream(body, length: 9)))
        let isGet = status == 303 || status < 303 && method == "POST"
        #expect(text.hasPrefix(isGet ? "GET " : "\(method) "), "\(text)")
        #expect(text.hasSuffix(isGet ? "\r\n\r\n" : "\r\n\r\nsome text"), "\(text)")
        #expect(starts.withLock { $0 } == (isGet ? 1 : 2))
      }
    }

    @Test func credentialsStayWithTheirHost() async throws {
      let other = try HTTPServer(.echo)
      let server = try redirecting(302, to: "http://localhost:\(other.port)/end")
      var request = HTTPRequest(server.url.appending(path: "begin"))
      request.fields["Authorization"] = "Bearer mine"
      request.fields["X-Kept"] = "yes"
      let text = try await echo(request)
      #expect(text.contains("X-Kept: yes") && !text.contains("mine"), "\(text)")
      request.fields["Authorization"] = nil
      request.credentials = .basic("ada", password: "secret")
      #expect(try await !echo(request).contains("Authorization"))
    }

    @Test func redirectionsHaveALimit() async throws {
      let server = try HTTPServer(.answer(status: 302, headers: ["Location": "/again"], body: ""))
      var request = HTTPRequest(server.url)
      request.redirects = 3
      let failure = try await client.data(for: request).outcome().first?.failure
      #expect(failure?.cause == .tooManyRedirects)
      #expect(server.connectionCount == 4)
      request.redirects = 0
      #expect(try await client.data(for: request).map(\.status).completion() == [302])
    }

    // MARK: Credentials

    @Test func credentialsAreSent() async throws {
      let server = try HTTPServer(.echo)
      var request = HTTPRequest(server.url)
      request.credentials = .basic("ada", password: "sec:ret")
      #expect(try await echo(request).contains("Authorization: Basic YWRhOnNlYzpyZXQ=\r\n"))
      request.credentials = .bearer("token")
      #expect(try await echo(request).contains("Authorization: Bearer token\r\n"))
      request.credentials = nil
      request.url = request.url.replacing("://", with: "://ada:secret@")
      #expect(try await echo(request).contains("Authorization: Basic"))
    }

    @Test func aDigestIsSentWhenItIsDemanded() async throws {
      let requests = Guarded(0)
      let server = try HTTPServer { (_: String) in
        let isFirst = requests.withLock { count in
          count += 1
          return count == 1
        }
        let challenge = #"Digest realm="r", nonce="n", qop="auth", algorithm=MD5"#
        return isFirst
          ? .answer(status: 401, headers: ["WWW-Authenticate": challenge], body: "who?") : .echo
      }
      var request = HTTPRequest(server.url, method: "POST", body: .bytes(Array("text".utf8)))
      request.credentials = .digest("ada", password: "secret")
      let text = try await echo(request)
      #expect(text.contains("Authorization: Digest username=\"ada\"") && text.hasSuffix("text"), "\(text)")
      #expect(requests.withLock { $0 } == 2)
    }

    @Test func credentialsThatAreRefused() async throws {
      let challenge = #"Digest realm="r", nonce="n", qop="auth", algorithm=MD5"#
      let server = try HTTPServer(.answer(status: 401, headers: ["WWW-Authenticate": challenge], body: "no"))
      var request = HTTPRequest(server.url)
      for credentials in [
        HTTPCredentials.basic("a", password: "b"), .digest("a", password: "b"), .bearer("c"),
      ] {
        request.credentials = credentials
        let response = try #require(await client.data(for: request).completion().first)
        #expect(response.status == 401 && response.text == "no")
        #expect(!"\(credentials)".contains("password"))
        let moved = try HTTPServer(
          .answer(status: 307, headers: ["Location": "http://localhost:\(server.port)/end"], body: ""))
        var other = request
        other.url = moved.url.absoluteString
        let end = try #require(await client.data(for: other).completion().first)
        #expect(end.status == 401 && end.url.absoluteString == "http://localhost:\(server.port)/end")
      }
    }
  }
#endif
