import Foundation
import Signals
import SignalsFoundation
import SignalsTesting
import TestSupport
import LoopbackServer
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Against a real server on the loopback address.
@Suite(.mayBlock) struct URLSessionProducerTests {
  let session = URLSession.waitingForAnswers()

  @Test func passesOnTheAnswerThenCompletes() async throws {
    let server = try HTTPServer(.answer(headers: ["X-Colour": "blue"], body: "hällo"))
    let events = try await session.dataProducer(for: server.url).outcome()
    let response = try #require(events.first?.value)
    #expect(events == [.next(response), .completed])
    #expect(response.url == server.url)
    #expect(response.status == 200)
    #expect(response.isSuccess)
    #expect(response.text == "hällo")
    #expect(response.header("x-colour") == "blue")
    #expect(response.header("x-size") == nil)
  }

  @Test func sendsTheRequestAsItIs() async throws {
    let server = try HTTPServer(.answer(body: ""))
    var request = URLRequest(url: server.url.appending(path: "things"))
    request.httpMethod = "DELETE"
    _ = try await session.dataProducer(for: request).outcome()
    #expect(server.events == [.connected, .requested("DELETE /things")])
  }

  @Test func takesASlowAnswerWhole() async throws {
    let server = try HTTPServer(.slowly(body: "one by one", pause: .milliseconds(3)))
    let events = try await session.dataProducer(for: server.url).outcome()
    #expect(events.map { $0.value?.text } == ["one by one", nil])
  }

  @Test("An error status is a value", arguments: [404, 500]) func status(_ status: Int) async throws {
    let server = try HTTPServer(.answer(status: status, body: "sorry"))
    let events = try await session.dataProducer(for: server.url).outcome()
    let response = try #require(events.first?.value)
    #expect(events == [.next(response), .completed])
    #expect(response.status == status)
    #expect(!response.isSuccess)
    #expect(response.text == "sorry")
  }

  @Test("A demand for a password is an answer", arguments: ["Basic", "Digest", "Bearer"])
  func passesOnDemandsForAPassword(scheme: String) async throws {
    let challenge = ["WWW-Authenticate": #"\#(scheme) realm="here", nonce="1""#]
    let server = try HTTPServer(.answer(status: 401, headers: challenge, body: ""))
    let events = try await session.dataProducer(for: server.url).outcome()
    let response = try #require(events.first?.value)
    #expect(events == [.next(response), .completed])
    #expect(response.status == 401)
    #expect(response.header("WWW-Authenticate")?.hasPrefix(scheme) == true)
  }

  // MARK: Starts

  @Test("P1, P2: each start makes one request, and none before")
  func startsAreRequests() async throws {
    let server = try HTTPServer(.answer(body: "hello"))
    let producer = session.dataProducer(for: server.url)
    #expect(server.connectionCount == 0)
    _ = try await producer.outcome()
    #expect(server.connectionCount == 1)
    _ = try await producer.outcome()
    #expect(server.events == [.connected, .requested("GET /"), .connected, .requested("GET /")])
  }

  @Test(
    "Disposal closes the connection",
    arguments: [HTTPServer.Behaviour.silence, .slowly(body: "slow", pause: .seconds(3600))])
  func disposalReachesTheServer(_ behaviour: HTTPServer.Behaviour) async throws {
    let server = try HTTPServer(behaviour)
    let recorder = Recorder<HTTPResponse, RequestError>()
    let start = session.dataProducer(for: server.url).start(recorder.observer)
    try #require(await eventually { server.events.contains(.requested("GET /")) })
    #expect(recorder.events.isEmpty)
    start.dispose()
    #expect(recorder.events == [.interrupted])
    #expect(try await eventually { server.events.last == .clientLeft })
    #expect(recorder.events == [.interrupted])
  }

  @Test func switchingToTheLatestCancelsTheRequestBefore() async throws {
    let server = try HTTPServer { $0 == "/1" ? .silence : .answer(body: "second") }
    let (paths, input) = Signal<String, Never>.pipe()
    let session = session
    let recorder = Recorder<String, RequestError>()
    let observation = paths.setFailureType(to: RequestError.self)
      .flatMap(.latest) { session.dataProducer(for: server.url.appending(path: $0)).map(\.text) }
      .observe(recorder.observer)
    input.send("1")
    try #require(await eventually { server.events.contains(.requested("GET /1")) })
    input.send("2")
    #expect(try await eventually { recorder.values == ["second"] })
    #expect(try await eventually { server.events.contains(.clientLeft) })
    observation.dispose()
  }

  // MARK: Failures

  private func cause(
    _ behaviour: HTTPServer.Behaviour, timeout: TimeInterval? = nil
  ) async throws -> RequestError.Cause? {
    let server = try HTTPServer(behaviour)
    var request = URLRequest(url: server.url)
    if let timeout { request.timeoutInterval = timeout }
    let events = try await session.dataProducer(for: request).outcome()
    #expect(events.count == 1)
    #expect(events.first?.failure?.url == server.url)
    return events.first?.failure?.cause
  }

  @Test func failsWhenTheServerHangsUp() async throws {
    #expect(try await cause(.hangUp) == .connectionLost)
  }

  @Test func failsWhenHalfOfTheAnswerIsMissing() async throws {
    #expect(try await cause(.half(body: "half")) == .connectionLost)
    #expect(try await cause(.firstPiece(body: "once upon")) == .connectionLost)
  }

  @Test func failsWhenTheServerSaysNothing() async throws {
    #expect(try await cause(.silence, timeout: 1) == .timedOut)
  }

  @Test func failsWhenTheAnswerIsNotHTTP() async throws {
    #expect(try await cause(.babble) == .invalidResponse)
  }

  #if canImport(FoundationNetworking)
    @Test(
      "Headers that Foundation cannot read fail by name",
      arguments: [
        "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-Name:v\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-Name: M\u{FC}ller\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nno colon here\r\n\r\nok",
        "HTTP/1.1 200 OK\nContent-Length: 2\n\nok", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Encoding: gzip\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnone\r\nok\r\n",
      ])
    func unreadableHeaders(_ answer: String) async throws {
      // As Latin-1.
      let bytes = answer.unicodeScalars.map { UInt8($0.value) }
      #expect(try await cause(.raw(bytes)) == .invalidResponse)
    }
  #endif

  @Test func failsWhenNoServerListens() async throws {
    let url = try HTTPServer(.hangUp).url  // Gone at the end of this line.
    let events = try await session.dataProducer(for: url).outcome()
    #expect(events == [.failed(RequestError(url: url, cause: .cannotConnect))])
  }

  @Test func failsWhenTheSchemeIsUnknown() async throws {
    let url = try #require(URL(string: "nonsense://127.0.0.1/"))
    let events = try await session.dataProducer(for: url).outcome()
    #expect(events == [.failed(RequestError(url: url, cause: .unsupportedURL))])
  }

  #if canImport(FoundationNetworking)
    @Test func failsWhenTheSchemeIsInCapitals() async throws {
      let server = try HTTPServer(.answer(body: "hello"))
      let url = try #require(URL(string: "HTTP://127.0.0.1:\(server.port)/"))
      let events = try await session.dataProducer(for: url).outcome()
      #expect(events == [.failed(RequestError(url: url, cause: .unsupportedURL))])
      #expect(server.connectionCount == 0)
    }
  #endif

  @Test func failsWhenTheSessionIsCancelled() async throws {
    let server = try HTTPServer(.silence)
    let session = URLSession.waitingForAnswers()
    let recorder = Recorder<HTTPResponse, RequestError>()
    session.dataProducer(for: server.url).start(recorder.observer)
    try #require(await eventually { server.events.contains(.requested("GET /")) })
    session.invalidateAndCancel()
    try #require(await eventually { recorder.hasEnded })
    #expect(recorder.events == [.failed(RequestError(url: server.url, cause: .cancelled))])
  }
}
