#if HTTP
  import Foundation
  import LoopbackServer
  import Signals
  import SignalsFoundation
  import SignalsHTTP
  import SignalsTesting
  import TestSupport
  import Testing

  /// Disposal at any moment, on any thread, of everything.
  @Suite(.mayBlock) struct DisposalTests {
    private final class Token: Sendable {
      private let alive: Guarded<Int>

      init(_ alive: Guarded<Int>) {
        self.alive = alive
        alive.withLock { $0 += 1 }
      }

      deinit { alive.withLock { $0 -= 1 } }

      /// Keeps the token for as long as the closure that calls this.
      func touch() {}
    }

    /// Redirections, demands for credentials, slow and compressed answers, trailers, and what is no answer.
    private static func server() throws -> HTTPServer {
      let challenge = #"Digest realm="r", nonce="n", qop="auth", algorithm=MD5"#
      return try HTTPServer { path in
        switch path {
        case "/moved": .answer(status: 307, headers: ["Location": "/big"], body: "moved")
        case "/demand": .answer(status: 401, headers: ["WWW-Authenticate": challenge], body: "who?")
        case "/big": .answer(body: String(repeating: "0123456789", count: 20_000))
        case "/slow": .slowly(body: "slow and steady", pause: .milliseconds(1))
        case "/half": .half(body: "half")
        case "/babble": .babble
        case "/hang": .hangUp
        default: .echo
        }
      }
    }

    private static let paths = ["moved", "demand", "big", "slow", "half", "babble", "hang", "echo"]

    private static func request(_ server: HTTPServer, _ number: Int) -> HTTPRequest {
      var request = HTTPRequest(server.url.appending(path: paths[number % paths.count]))
      if number % 3 == 0 {
        let pieces = SignalProducer<[UInt8], Never>(
          (0..<10).map { [UInt8](repeating: 65, count: $0 * 100 + 1) })
        request.method = number % 2 == 0 ? "POST" : "PUT"
        request.body = .stream(pieces, length: 4510)
      }
      if number % 5 == 0 { request.credentials = .digest("ada", password: "secret") }
      return request
    }

    @Test("D1, D2: after disposal at 500 random moments nothing is left")
    func randomMoments() async throws {
      let server = try Self.server()
      let alive = Guarded(0)
      let client = HTTPClient.direct { $0.connectionsPerHost = 16 }
      var random = SystemRandomNumberGenerator()
      for round in 0..<max(4, rounds(25)) {
        let recorders = (0..<20).map { _ in Recorder<HTTPResponse, HTTPError>() }
        let starts = recorders.enumerated().map { index, recorder in
          let token = Token(alive)
          return client.data(for: Self.request(server, round * 20 + index)).on(next: { _ in token.touch() })
            .start(recorder.observer)
        }
        for start in starts.shuffled() {
          usleep(UInt32.random(in: 0..<300, using: &random))
          start.dispose()
        }
        #expect(recorders.allSatisfy { $0.hasEnded && $0.violations.isEmpty })
      }
      #expect(try await eventually { alive.withLock { $0 } == 0 }, "\(alive.withLock { $0 }) are left")
      #expect(try await !client.data(for: HTTPRequest(server.url)).completion().isEmpty)
    }

    @Test func typedSearch() async throws {
      let server = try Self.server()
      let client = HTTPClient.direct()
      let (texts, input) = Signal<Int, HTTPError>.pipe()
      let recorder = Recorder<Int, HTTPError>()
      let search =
        texts
        .flatMap(.latest) { number in
          client.data(for: Self.request(server, number == 200 ? 2 : number * 8)).map(\.status)
        }
        .observe(recorder.observer)
      for number in 0...200 {
        input.send(number)
        usleep(UInt32.random(in: 0..<1000))
      }
      #expect(try await eventually { recorder.values.last == 200 })
      search.dispose()
    }

    @Test("D3: many threads start, pause, resume and dispose")
    func storm() async throws {
      let server = try Self.server()
      let client = HTTPClient.direct { $0.connectionsPerHost = 16 }
      let alive = Guarded(0)
      let threads = DispatchGroup()
      for thread in 0..<8 {
        DispatchQueue.global().async(group: threads) {
          var random = SystemRandomNumberGenerator()
          for number in 0..<max(10, rounds(100)) {
            let token = Token(alive)
            let request = Self.request(server, thread + number)
            let starts = CompositeDisposable()
            starts += client.response(to: request).start(
              Observer(next: { response in
                token.touch()
                // Some are never started, some twice, some are disposed of inside their values.
                if number % 4 == 0 { return }
                let body = SerialDisposable()
                starts += body
                body.inner = response.body.start(
                  Observer(next: { _ in
                    token.touch()
                    if number % 4 == 1 { body.dispose() }
                  }))
                if number % 4 == 2 { starts += response.body.start(Observer(failed: { _ in token.touch() })) }
              }))
            DispatchQueue.global().async {
              starts.pause()
              usleep(UInt32.random(in: 0..<300))
              starts.resume()
            }
            usleep(UInt32.random(in: 0..<500, using: &random))
            DispatchQueue.global().async { starts.dispose() }
            starts.dispose()
          }
        }
      }
      try #require(await eventually { threads.wait(timeout: .now()) == .success })
      #expect(try await eventually { alive.withLock { $0 } == 0 }, "\(alive.withLock { $0 }) are left")
    }
  }
#endif
