#if HTTP
  import Foundation
  import LoopbackServer
  import Signals
  import SignalsFoundation
  import SignalsHTTP
  import SignalsTesting
  import TestSupport
  import Testing

  @Suite(.mayBlock) struct ResponseTests {
    let client = HTTPClient.direct()

    func request(_ server: HTTPServer, _ path: String = "") -> HTTPRequest {
      HTTPRequest(server.url.appending(path: path))
    }

    @Test func passesOnTheWholeAnswer() async throws {
      let server = try HTTPServer(.answer(status: 404, headers: ["X-Colour": "blue"], body: "hällo"))
      let responses = try await client.data(for: request(server)).completion()
      let response = try #require(responses.first)
      #expect(responses.count == 1)
      #expect(response.url == server.url)
      #expect(response.status == 404)
      #expect(response.text == "hällo")
      #expect(response.header("x-colour") == "blue")
    }

    @Test("P1, P2: each start makes one request, and none before")
    func startsAreRequests() async throws {
      let server = try HTTPServer(.answer(body: "hello"))
      let producer = client.data(for: request(server, "things"))
      #expect(server.connectionCount == 0)
      try await producer.completion()
      try await producer.completion()
      #expect(
        server.events == [.connected, .requested("GET /things"), .connected, .requested("GET /things")])
    }

    @Test func theHeadComesBeforeTheBody() async throws {
      let server = try HTTPServer(.slowly(body: "slow", pause: .seconds(3600)))
      let response = try #require(await client.response(to: request(server)).firstValue())
      #expect(response.head.status == 200)
      #expect(response.head.fields["content-length"] == "4")
      #expect(response.head.version == "1.1")
      let recorder = Recorder<[UInt8], HTTPError>()
      let start = response.body.start(recorder.observer)
      #expect(recorder.events.isEmpty)
      start.dispose()
      #expect(recorder.events == [.interrupted])
      #expect(try await eventually { server.events.last == .clientLeft })
    }

    @Test func theBodyWaitsForItsStart() async throws {
      let server = try HTTPServer { $0 == "/big" ? .answer(body: Self.long) : .answer(body: "other") }
      let response = try #require(await client.response(to: request(server, "big")).firstValue())
      for _ in 0..<10 { try await client.data(for: request(server)).completion() }
      let body = try await response.body.completion()
      #expect(String(decoding: body.joined(), as: UTF8.self) == Self.long)
      #expect(body.allSatisfy { (1...16_384).contains($0.count) })
    }

    private static let long = String(repeating: "0123456789", count: 1 << 20)

    @Test func theBodyCanBeStartedOnce() async throws {
      let server = try HTTPServer(.answer(body: "hello"))
      let response = try #require(await client.response(to: request(server)).firstValue())
      try await response.body.completion()
      let url = server.url.absoluteString
      #expect(
        try await response.body.outcome() == [
          .failed(HTTPError(url: url, phase: .receiving, .bodyTaken))
        ])
    }

    @Test func aBodyThatIsNeverStartedIsCancelled() async throws {
      let server = try HTTPServer(.slowly(body: "slow", pause: .seconds(3600)))
      var response = try await client.response(to: request(server)).firstValue()
      #expect(response != nil)
      #expect(server.events.last == .requested("GET /"))
      response = nil
      #expect(try await eventually { server.events.last == .clientLeft })
    }

    @Test func theClientMayBeGoneBeforeTheBodyIsStarted() async throws {
      let server = try HTTPServer { $0 == "/empty" ? .answer(body: "") : .answer(body: Self.long) }
      for path in ["empty", "long"] {
        let response = try #require(
          await HTTPClient.direct().response(to: request(server, path)).firstValue())
        let length = path == "empty" ? 0 : Self.long.utf8.count
        #expect(try await response.body.completion().joined().count == length)
      }
    }

    @Test("B2: what is paused sends nothing, and other requests go on")
    func pausing() async throws {
      let server = try HTTPServer { $0 == "/big" ? .answer(body: Self.long) : .answer(body: "other") }
      let response = try #require(await client.response(to: request(server, "big")).firstValue())
      let recorder = Recorder<[UInt8], HTTPError>()
      let pausing = SerialDisposable()
      let start = response.body
        .on(next: { _ in pausing.inner?.pause() })
        .startWithSignal { signal, start in
          pausing.inner = start
          signal.observe(recorder.observer)
        }
      try #require(await eventually { recorder.values.count == 1 })
      for count in 1...20 {
        try await client.data(for: request(server)).completion()
        #expect(recorder.values.count == count)
        start.resume()
        try #require(await eventually { recorder.values.count == count + 1 })
      }
      start.dispose()
      #expect(recorder.events.last == .interrupted)
    }

    @Test("B2: a paused start gets the head when it goes on", arguments: ["hello", ""])
    func pausedHead(text: String) async throws {
      let server = try HTTPServer(.answer(body: text))
      let recorder = Recorder<HTTPStreamedResponse, HTTPError>()
      let start = client.response(to: request(server)).startWithSignal { signal, start in
        start.pause()
        signal.observe(recorder.observer)
      }
      try #require(await eventually { server.events.contains(.requested("GET /")) })
      for _ in 0..<20 { try await client.data(for: request(server)).completion() }
      #expect(!recorder.hasEnded && recorder.values.isEmpty)
      start.resume()
      try #require(await eventually { recorder.hasEnded })
      let body = try await #require(recorder.values.first).body.completion()
      #expect(Array(body.joined()) == Array(text.utf8))
    }

    @Test(
      "Disposal closes the connection",
      arguments: [HTTPServer.Behaviour.silence, .slowly(body: "slow", pause: .seconds(3600))])
    func disposalReachesTheServer(_ behaviour: HTTPServer.Behaviour) async throws {
      let server = try HTTPServer(behaviour)
      let recorder = Recorder<HTTPResponse, HTTPError>()
      let start = client.data(for: request(server)).start(recorder.observer)
      try #require(await eventually { server.events.contains(.requested("GET /")) })
      start.dispose()
      #expect(recorder.events == [.interrupted])
      #expect(try await eventually { server.events.last == .clientLeft })
      #expect(recorder.events == [.interrupted])
    }

    @Test("D2: no value follows disposal inside a value")
    func disposalInsideAValue() async throws {
      let server = try HTTPServer(.answer(body: Self.long))
      let response = try #require(await client.response(to: request(server)).firstValue())
      #expect(try await response.body.prefix(1).completion().count == 1)
      #expect(try await eventually { server.events.last == .clientLeft })
    }

    @Test func noProgramInheritsAConnection() async throws {
      let server = try HTTPServer(.slowly(body: "slow", pause: .seconds(3600)))
      let response = try await client.response(to: request(server)).firstValue()
      var count = 0
      for number in Int32(0)..<1024 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) {
          $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(number, $0, &length) }
        }
        guard result == 0, UInt16(bigEndian: address.sin_port) == server.port else { continue }
        count += 1
        #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
      }
      #expect(count == 1)
      withExtendedLifetime(response) {}
    }

    @Test func aHeadRequestHasNoBody() async throws {
      let server = try HTTPServer(.answer(body: "hello"))
      var request = request(server)
      request.method = "HEAD"
      let response = try #require(await client.response(to: request).firstValue())
      #expect(response.head.fields["Content-Length"] == "5")
      #expect(try await response.body.completion() == [])
      #expect(server.events == [.connected, .requested("HEAD /")])
    }

    @Test func trailersComeBehindTheBody() async throws {
      let text =
        "HTTP/1.1 200 OK\r\nTrailer: ETag\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nETag: x\r\nB: y\r\n\r\n"
      let server = try HTTPServer(.byHand { _ = $0.send(Array(text.utf8)) })
      let response = try #require(await client.response(to: request(server)).firstValue())
      #expect(response.trailers.all.isEmpty)
      #expect(try await response.body.completion() == [Array("ok".utf8)])
      #expect(response.trailers == ["ETag": "x", "B": "y"])
      #expect(response.head.fields["ETag"] == nil)
    }

    @Test func aCompressedBodyArrivesDecompressed() async throws {
      // `gzip` of "packed text".
      let packed = try #require(Data(base64Encoded: "H4sIAAAAAAACAytITM5OTVEoSa0oAQAM9ArSCwAAAA=="))
      let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n"
      let server = try HTTPServer(.byHand { _ = $0.send(Array(head.utf8) + packed) })
      #expect(try await client.data(for: request(server)).map(\.text).completion() == ["packed text"])
      var raw = request(server)
      raw.decompresses = false
      #expect(try await client.data(for: raw).map(\.body).completion() == [packed])
    }

    @Test func limitsTheSizeOfTheBody() async throws {
      let server = try HTTPServer(.answer(body: "12345"))
      var request = request(server)
      request.maximumBodySize = 5
      #expect(try await client.data(for: request).map(\.text).completion() == ["12345"])
      request.maximumBodySize = 4
      let cause = try await client.data(for: request).outcome().first?.failure?.cause
      #expect(cause == .tooLarge(limit: 4))
    }

    @Test func decodesWhatItAsksFor() async throws {
      let server = try HTTPServer {
        $0 == "/ok"
          ? .answer(body: "[1, 2]") : $0 == "/bad" ? .answer(body: "[") : .answer(status: 500, body: "[]")
      }
      #expect(try await client.decoded([Int].self, from: request(server, "ok")).completion() == [[1, 2]])
      let bad = try await client.decoded([Int].self, from: request(server, "bad")).outcome()
      #expect(bad.first?.failure?.cause.kind == "undecodable")
      let failed = try await client.decoded([Int].self, from: request(server, "500")).outcome()
      #expect(failed.first?.failure?.cause.status == 500)
    }

    @Test func linesComeAsTheyAreSent() async throws {
      let server = try HTTPServer(.answer(body: "one\r\ntwo\n\nfour"))
      let lines = try await client.lines(of: request(server)).map(\.text).completion()
      #expect(lines == ["one", "two", "", "four"])
      let missing = try HTTPServer(.answer(status: 404, body: "no\n"))
      let outcome = try await client.lines(of: request(missing)).outcome()
      #expect(outcome.first?.failure?.cause.status == 404)
    }
  }
#endif
