#if HTTP
  import Foundation
  import LoopbackServer
  import Signals
  import SignalsFoundation
  import SignalsHTTP
  import TestSupport
  import Testing

  /// The code of `Documentation/Guides/HTTP.md`, which stands here word for word and is run.
  @Suite(.mayBlock) struct HTTPGuideTests {
    private let client = HTTPClient.direct()
    private let seen = Guarded<[String]>([])

    private func show(_ text: String) { seen.withLock { $0.append(text) } }

    private func expectToSee(_ expected: [String]) async throws {
      try #require(await eventually { seen.withLock { $0.count } >= expected.count })
      #expect(seen.withLock { $0 } == expected)
    }

    private func server() throws -> HTTPServer {
      try HTTPServer { path in
        switch path {
        case "/words": .answer(body: "push\nand\npull\n")
        case "/events": .answer(headers: ["Content-Type": "text/event-stream"], body: "data: one\n\n")
        case "/numbers": .answer(body: "[1, 2, 3]")
        default: .echo
        }
      }
    }

    @Test func wholeAnswers() async throws {
      let server = try server()
      let url = server.url.absoluteString
      // guide
      client.data(for: HTTPRequest(url + "words"))
        .validateStatus()
        .map(\.text)
        .startWithResult { result in show("\(result)") }

      let sum = client.decoded([Int].self, from: HTTPRequest(url + "numbers")).map { $0.reduce(0, +) }
      // end
      #expect(try await sum.completion() == [6])
      try await expectToSee([#"success("push\nand\npull\n")"#])
    }

    @Test func bodiesThatAreStreams() async throws {
      let server = try server()
      let url = server.url.absoluteString
      let folder = try TemporaryFolder()
      let path = FilePath(folder.url.appending(path: "words").path)
      // guide
      let download = client.response(to: HTTPRequest(url + "words"))
        .flatMap(.concat) { response in
          show("\(response.head.status)")
          return response.body
        }
        .write(toFile: path) { HTTPError(url: url, phase: .receiving, .client(code: 0, "\($0)")) }
      // end
      try await download.completion()
      #expect(try String(contentsOfFile: path.description, encoding: .utf8) == "push\nand\npull\n")
      // guide
      let upload = HTTPBody.stream(SignalProducer.bytes(ofFile: path))
      let answer = client.data(for: HTTPRequest(url + "words", method: "PUT", body: upload))
      // end
      #expect(try await answer.map(\.status).completion() == [200])
      try await expectToSee(["200"])
    }

    @Test func linesAndEvents() async throws {
      let server = try server()
      let url = server.url.absoluteString
      // guide
      client.lines(of: HTTPRequest(url + "words"), longest: 4096)
        .startWithResult { result in show("\(result)") }
      // end
      try await expectToSee(["success(push)", "success(and)", "success(pull)"])
      // guide
      var request = HTTPRequest(url + "events")
      request.idleTimeout = nil
      let data = client.events(of: request).map(\.data)
      // end
      #expect(try await data.completion() == ["one"])
    }

    @Test func settings() async throws {
      let server = try server()
      let url = server.url.absoluteString
      let authorities = "/etc/ssl/certs/ca-certificates.crt"
      // guide
      var options = HTTPOptions()
      options.connectionsPerHost = 2
      options.tls.authorities = authorities
      let careful = HTTPClient(options)

      var request = HTTPRequest(url + "private")
      request.credentials = .basic("ada", password: "secret")
      request.totalTimeout = .seconds(30)
      request.maximumBodySize = 1 << 20
      // end
      _ = careful
      #expect(try await client.data(for: request).map(\.status).completion() == [200])
    }

    @Test func eachBlockOfCodeIsRun() throws {
      try Guide(named: "HTTP").expectBlocks(toStandIn: #filePath)
    }
  }
#endif
