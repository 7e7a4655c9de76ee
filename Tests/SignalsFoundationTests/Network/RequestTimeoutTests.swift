import Foundation
import LoopbackServer
import Signals
import SignalsFoundation
import SignalsTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.mayBlock) struct RequestTimeoutTests {
  private func outcome(
    _ behaviour: HTTPServer.Behaviour, request timeout: TimeInterval? = nil,
    _ configure: (URLSessionConfiguration) -> Void = { _ in }
  ) async throws -> Event<String, RequestError>? {
    let server = try HTTPServer(behaviour)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 3600
    configure(configuration)
    var request = URLRequest(url: server.url)
    if let timeout { request.timeoutInterval = timeout }
    let session = URLSession(configuration: configuration)
    let events = try await session.dataProducer(for: request).map(\.text).outcome()
    return events.first
  }

  @Test func keepsTheTimeForTheWhole() async throws {
    // It always goes on in time, and never ends.
    let body = String(repeating: "x", count: 3600)
    let drip = HTTPServer.Behaviour.slowly(body: body, pause: .milliseconds(20))
    let event = try await outcome(drip) { $0.timeoutIntervalForResource = 0.2 }
    #expect(event?.failure?.cause == .timedOut)
  }

  @Test func keepsTheTimeForTheWholeThroughRedirections() async throws {
    let silent = try HTTPServer(.silence)
    let first = try HTTPServer(.answer(status: 307, headers: ["Location": "\(silent.url)"], body: ""))
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForResource = 0.2
    let session = URLSession(configuration: configuration)
    for body in [nil, Data("body".utf8)] {
      var request = URLRequest(url: first.url)
      request.httpMethod = "POST"
      request.httpBody = body
      let events = try await session.dataProducer(for: request).outcome()
      #expect(events == [.failed(RequestError(url: silent.url, cause: .timedOut))])
    }
  }

  @Test("Absurd times", arguments: [TimeInterval.infinity, .nan, 1e18, .greatestFiniteMagnitude])
  func absurd(_ time: TimeInterval) async throws {
    #expect(try await outcome(.answer(body: "hello"), request: time) == .next("hello"))
    let whole = try await outcome(.answer(body: "hello")) { $0.timeoutIntervalForResource = time }
    #expect(whole == .next("hello"))
  }

  @Test("Less than no time", arguments: [0, -1, -TimeInterval.infinity])
  func negative(_ time: TimeInterval) async throws {
    #expect(try await outcome(.silence, request: time)?.failure?.cause == .timedOut)
    let whole = try await outcome(.silence) { $0.timeoutIntervalForResource = time }
    #expect(whole?.failure?.cause == .timedOut)
  }

  #if canImport(FoundationNetworking)
    @Test("A session without end is refused", arguments: [TimeInterval.infinity, 1e18, -.infinity])
    func refused(_ time: TimeInterval) async throws {
      let event = try await outcome(.answer(body: "hello")) { $0.timeoutIntervalForRequest = time }
      #expect(event?.failure?.cause == .unsupportedTimeout(time))
    }
  #endif

  @Test func aRedirectionMayComeToTheDelegateAfterItsTime() async throws {
    let server = try HTTPServer { path in
      path == "/" ? .answer(status: 302, headers: ["Location": "/there"], body: "") : .answer(body: "there")
    }
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    // Busy with something else.
    queue.isSuspended = true
    let session = URLSession(configuration: .ephemeral, delegate: nil, delegateQueue: queue)
    var request = URLRequest(url: server.url)
    request.timeoutInterval = 1
    let recorder = Recorder<HTTPResponse, RequestError>()
    session.dataProducer(for: request).start(recorder.observer)
    try #require(await eventually { queue.operationCount == 1 })
    try await Task.sleep(for: .milliseconds(1_200))
    queue.isSuspended = false
    #expect(try await eventually { recorder.hasEnded })
    // Whichever was faster; Foundation stops the program if it is told to go on when the time is over.
    let outcome = recorder.events.first
    #expect(outcome?.failure?.cause == .timedOut || outcome?.value?.text == "there", "\(recorder.events)")
  }

  @Test func halfASecondIsNotNone() async throws {
    let slowly = HTTPServer.Behaviour.slowly(body: "hello", pause: .milliseconds(1))
    #expect(try await outcome(slowly, request: 0.5) == .next("hello"))
    #expect(try await outcome(slowly) { $0.timeoutIntervalForRequest = 0.5 } == .next("hello"))
  }
}
