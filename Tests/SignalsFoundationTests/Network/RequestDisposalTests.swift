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

/// A start that is disposed of at any moment ends, once, and stops no program.
@Suite(.mayBlock) struct RequestDisposalTests {
  enum Exchange: String, CaseIterable, Sendable {
    case answer, redirect, bodySentAgain, password, upload, hangUp, half, babble, pieces
  }

  private func server() throws -> HTTPServer {
    try HTTPServer { path in
      switch Exchange(rawValue: String(path.dropFirst())) {
      case .redirect: .answer(status: 302, headers: ["Location": "/answer"], body: "moved")
      case .bodySentAgain: .answer(status: 307, headers: ["Location": "/answer"], body: "moved")
      case .password: .answer(status: 401, headers: ["WWW-Authenticate": #"Basic realm="here""#], body: "")
      case .hangUp: .hangUp
      case .half: .half(body: "half")
      case .babble: .babble
      case .pieces: .slowly(body: "one by one", pause: .milliseconds(1))
      case .answer, .upload, nil: .answer(body: "answer")
      }
    }
  }

  private func request(_ exchange: Exchange, to server: HTTPServer) -> URLRequest {
    var request = URLRequest(url: server.url.appending(path: exchange.rawValue))
    if exchange == .upload || exchange == .bodySentAgain {
      request.httpMethod = "POST"
      request.httpBody = Data(repeating: 0x61, count: exchange == .upload ? 1_000_000 : 1_000)
    }
    return request
  }

  /// Twenty at a time, each disposed of within a few milliseconds after its start.
  @Test("P4: disposal at any moment", arguments: Exchange.allCases)
  func disposal(_ exchange: Exchange) async throws {
    let server = try server()
    // With a cache, as programs have them: Foundation looks into it between the start and the connection.
    let session = URLSession(configuration: .default)
    let request = request(exchange, to: server)
    for _ in 0..<25 {
      let recorders = (0..<20).map { _ in Recorder<HTTPResponse, RequestError>() }
      for recorder in recorders {
        let start = session.dataProducer(for: request).start(recorder.observer)
        DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(.random(in: 0...4_000))) {
          start.dispose()
        }
      }
      try #require(await eventually { recorders.allSatisfy(\.hasEnded) }, "not all starts end")
      #expect(recorders.allSatisfy { $0.violations.isEmpty && $0.events.count <= 2 })
    }
    session.invalidateAndCancel()
  }

  @Test("Searching as one types", arguments: [Exchange.redirect, .bodySentAgain, .password])
  func typing(_ exchange: Exchange) async throws {
    let server = try server()
    let session = URLSession(configuration: .default)
    let (texts, input) = Signal<Int, Never>.pipe()
    let request = request(exchange, to: server)
    let last = MutableProperty(0)
    let answers = texts.flatMap(.latest) { text in
      session.dataProducer(for: request).map { _ in text }.materialize().compactMap { $0.value }
    }
    let observation = answers.observeValues { last.value = $0 }
    let steps = SignalProducer<Int, Never>(1...300).flatMap(.concat) { text in
      SignalProducer<Void, Never>.timer(after: .microseconds(.random(in: 0...6_000))).map { _ in text }
    }
    for await text in steps.values() { input.send(text) }
    #expect(try await eventually { last.value == 300 })
    observation.dispose()
  }

  #if canImport(FoundationNetworking)
    @Test func aDelegateMayAnswerAfterTheDisposal() async throws {
      let server = try server()
      let delegate = LateDelegate()
      let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
      for exchange in [Exchange.redirect, .password] {
        let recorder = Recorder<HTTPResponse, RequestError>()
        let start = session.dataProducer(for: request(exchange, to: server)).start(recorder.observer)
        try #require(await eventually { delegate.answers.count > 0 })
        start.dispose()
        delegate.answer()
        #expect(recorder.events == [.interrupted])
      }
      let events = try await session.dataProducer(for: request(.answer, to: server)).outcome()
      #expect(events.first?.value?.text == "answer")
    }
  #endif
}

#if canImport(FoundationNetworking)
  /// Answers when it is told to.
  private final class LateDelegate: NSObject, URLSessionTaskDelegate, Sendable {
    private let waiting = Guarded<[@Sendable () -> Void]>([])

    var answers: [@Sendable () -> Void] { waiting.withLock { $0 } }

    func answer() {
      let answers = waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
      for answer in answers { answer() }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      waiting.withLock { $0.append { completionHandler(request) } }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      waiting.withLock { $0.append { completionHandler(.performDefaultHandling, nil) } }
    }
  }
#endif
