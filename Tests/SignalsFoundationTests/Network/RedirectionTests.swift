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

@Suite(.mayBlock) struct RedirectionTests {
  let session = URLSession.waitingForAnswers()

  /// Redirects from `/` as it is told to, and repeats everything else.
  private func server(
    _ status: Int, to location: String, from path: String = "/", headers: [String: String] = [:]
  ) throws -> HTTPServer {
    try HTTPServer(answering: { request in
      if request.path == path {
        return .answer(
          status: status, headers: ["Location": location].merging(headers) { $1 }, body: "moved")
      }
      let fields = ["Authorization", "Cookie", "Content-Type"].compactMap { name in
        request.header(name).map { "\(name)=\($0)" }
      }
      let parts = ["\(request.method) \(request.path)"] + fields + [request.body]
      return .answer(body: parts.joined(separator: " "))
    })
  }

  private func answer(to request: URLRequest) async throws -> String? {
    let events = try await session.dataProducer(for: request).outcome()
    return events.first.map { $0.value?.text ?? "\($0)" }
  }

  // MARK: Where it leads

  @Test(
    "A redirection may be relative",
    arguments: [
      ("/a/b", "GET /a/b "), ("c", "GET /x/c "), ("../c", "GET /c "), ("?q=1", "GET /x/y?q=1 "),
      ("/a%20b", "GET /a%20b "),
    ])
  func relative(_ location: String, _ expected: String) async throws {
    let server = try server(302, to: location, from: "/x/y")
    let answer = try await answer(to: URLRequest(url: server.url.appending(path: "x/y")))
    #expect(answer == expected)
  }

  @Test func saysWhereTheAnswerCameFrom() async throws {
    let server = try server(301, to: "/there")
    let events = try await session.dataProducer(for: server.url).outcome()
    #expect(events.first?.value?.url.path == "/there")
  }

  @Test func failsWhenItLeadsToAnotherScheme() async throws {
    let server = try server(302, to: "ftp://127.0.0.1/file")
    let events = try await session.dataProducer(for: server.url).outcome()
    let url = URL(string: "ftp://127.0.0.1/file")
    #expect(events == [.failed(RequestError(url: url, cause: .unsupportedURL))])
  }

  @Test func namesTheURLThatFailed() async throws {
    let gone = try HTTPServer(.hangUp).url  // Gone at the end of this line.
    let server = try server(302, to: "\(gone)gone")
    let events = try await session.dataProducer(for: server.url).outcome()
    #expect(events == [.failed(RequestError(url: gone.appending(path: "gone"), cause: .cannotConnect))])
  }

  @Test("Rounds without end fail", arguments: ["GET", "POST"])
  func endless(_ method: String) async throws {
    let server = try HTTPServer(.answer(status: 307, headers: ["Location": "/"], body: ""))
    var request = URLRequest(url: server.url)
    request.httpMethod = method
    if method == "POST" { request.httpBody = Data("body".utf8) }
    let events = try await session.dataProducer(for: request).outcome()
    #expect(events == [.failed(RequestError(url: server.url, cause: .tooManyRedirects))])
    #expect(server.connectionCount == 21)
  }

  // MARK: What is sent

  @Test(
    "A body is sent again where the method stays",
    arguments: [
      ("POST", 307, "POST /there Content-Type=text/plain body"),
      ("POST", 308, "POST /there Content-Type=text/plain body"),
      ("PUT", 302, "PUT /there Content-Type=text/plain body"),
      ("PUT", 307, "PUT /there Content-Type=text/plain body"), ("POST", 302, "GET /there "),
      ("POST", 303, "GET /there "), ("PUT", 303, "GET /there "), ("HEAD", 302, ""),
    ])
  func bodies(_ method: String, _ status: Int, _ expected: String) async throws {
    let server = try server(status, to: "/there")
    var request = URLRequest(url: server.url)
    request.httpMethod = method
    if method != "HEAD" {
      request.httpBody = Data("body".utf8)
      request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
    }
    #expect(try await answer(to: request) == expected)
    let requests = server.events.filter { if case .requested = $0 { true } else { false } }
    let last = method == "HEAD" ? method : String(expected.prefix { $0 != " " })
    #expect(requests.last == .requested("\(last) /there"))
  }

  @Test func refusesToSendAStreamAgain() async throws {
    let server = try server(307, to: "/there")
    var request = URLRequest(url: server.url)
    request.httpMethod = "POST"
    request.setValue("4", forHTTPHeaderField: "Content-Length")
    request.httpBodyStream = InputStream(data: Data("body".utf8))
    let events = try await session.dataProducer(for: request).outcome()
    let url = server.url.appending(path: "there")
    #expect(events == [.failed(RequestError(url: url, cause: .bodyCannotBeSentAgain))])
    #expect(!server.events.contains(.requested("POST /there")))
  }

  @Test func sendsABodyAgainAlthoughTheSessionHasEnded() async throws {
    let server = try server(307, to: "/there")
    let session = URLSession.waitingForAnswers()
    var request = URLRequest(url: server.url)
    request.httpMethod = "POST"
    request.httpBody = Data("body".utf8)
    let recorder = Recorder<String, RequestError>()
    session.dataProducer(for: request).map(\.text).start(recorder.observer)
    session.finishTasksAndInvalidate()
    try #require(await eventually { recorder.hasEnded })
    #expect(recorder.values.first?.hasSuffix(" body") == true, "\(recorder.events)")
  }

  @Test func cancelsWhatSendsABodyAgainWithTheSession() async throws {
    let server = try HTTPServer {
      $0 == "/" ? .answer(status: 307, headers: ["Location": "/there"], body: "") : .silence
    }
    let session = URLSession.waitingForAnswers()
    var request = URLRequest(url: server.url)
    request.httpMethod = "POST"
    request.httpBody = Data("body".utf8)
    let recorder = Recorder<HTTPResponse, RequestError>()
    session.dataProducer(for: request).start(recorder.observer)
    try #require(await eventually { server.events.contains(.requested("POST /there")) })
    session.invalidateAndCancel()
    try #require(await eventually { recorder.hasEnded })
    #expect(recorder.events.first?.failure?.cause == .cancelled)
    #expect(try await eventually { server.events.contains(.clientLeft) })
  }

  // MARK: Secrets

  @Test("Credentials stay with their server", arguments: [true, false])
  func credentials(ofTheSession: Bool) async throws {
    let other = try server(200, to: "", from: "/nowhere")
    let here = try server(302, to: "\(other.url)there")
    let configuration = URLSessionConfiguration.ephemeral
    if ofTheSession { configuration.httpAdditionalHeaders = ["Authorization": "secret", "Cookie": "a=1"] }
    let session = URLSession(configuration: configuration)
    var request = URLRequest(url: here.url)
    if !ofTheSession {
      request.setValue("secret", forHTTPHeaderField: "Authorization")
      request.setValue("a=1", forHTTPHeaderField: "Cookie")
    }
    let events = try await session.dataProducer(for: request).outcome()
    let answer = try #require(events.first?.value)
    #expect(!answer.text.contains("secret") && !answer.text.contains("a=1"), "\(answer.text)")
  }

  @Test func keepsCredentialsOnTheSameServer() async throws {
    let server = try server(302, to: "/there")
    var request = URLRequest(url: server.url)
    request.setValue("secret", forHTTPHeaderField: "Authorization")
    #expect(try await answer(to: request) == "GET /there Authorization=secret ")
  }

  @Test func sendsCookiesThatTheRedirectionSets() async throws {
    let server = try server(302, to: "/there", headers: ["Set-Cookie": "session=7; Path=/"])
    #expect(try await answer(to: URLRequest(url: server.url)) == "GET /there Cookie=session=7 ")
  }

  #if canImport(FoundationNetworking)
    // MARK: Delegates

    @Test func theDelegateOfTheSessionDecides() async throws {
      let server = try server(302, to: "/there")
      let stops = RedirectionDelegate { _ in nil }
      let stopping = URLSession(configuration: .ephemeral, delegate: stops, delegateQueue: nil)
      let first = try await stopping.dataProducer(for: server.url).outcome()
      #expect(first.first?.value?.status == 302)
      let changes = RedirectionDelegate { request in
        var request = request
        request.setValue("again", forHTTPHeaderField: "Authorization")
        return request
      }
      let changing = URLSession(configuration: .ephemeral, delegate: changes, delegateQueue: nil)
      let second = try await changing.dataProducer(for: server.url).outcome()
      #expect(second.first?.value?.text == "GET /there Authorization=again ")
      let sends = RedirectionDelegate { request in
        var request = request
        request.httpMethod = "POST"
        request.setValue("4", forHTTPHeaderField: "Content-Length")
        request.httpBodyStream = InputStream(data: Data("body".utf8))
        return request
      }
      let sending = URLSession(configuration: .ephemeral, delegate: sends, delegateQueue: nil)
      let third = try await sending.dataProducer(for: server.url).outcome()
      #expect(third.first?.value?.text.hasPrefix("POST /there ") == true)
      // In chunks, of which the server reads four bytes as they are.
      #expect(third.first?.value?.text.hasSuffix(" 4\r\nb") == true)
    }

    @Test func followsARedirectionBehindAPassword() async throws {
      let server = try HTTPServer(answering: { request in
        switch (request.path, request.header("Authorization")) {
        case ("/", nil): .answer(status: 401, headers: ["WWW-Authenticate": #"Basic realm="here""#], body: "")
        case ("/", _): .answer(status: 307, headers: ["Location": "/there"], body: "")
        default: .answer(body: "\(request.path) \(request.body)")
        }
      })
      let delegate = PasswordDelegate()
      let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
      for body in [nil, "body"] {
        var request = URLRequest(url: server.url)
        request.httpMethod = body == nil ? "GET" : "POST"
        request.httpBody = body.map { Data($0.utf8) }
        let events = try await session.dataProducer(for: request).outcome()
        #expect(events.map { $0.value?.text ?? "\($0)" } == ["/there \(body ?? "")", "completed"])
      }
    }
  #endif
}

#if canImport(FoundationNetworking)
  private final class RedirectionDelegate: NSObject, URLSessionTaskDelegate, Sendable {
    private let decide: @Sendable (URLRequest) -> URLRequest?

    init(_ decide: @escaping @Sendable (URLRequest) -> URLRequest?) { self.decide = decide }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      completionHandler(decide(request))
    }
  }

  private final class PasswordDelegate: NSObject, URLSessionTaskDelegate, Sendable {
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      let credential = URLCredential(user: "user", password: "password", persistence: .forSession)
      completionHandler(.useCredential, credential)
    }
  }
#endif
