#if HTTP
  import Foundation
  import Signals
  import SignalsHTTP
  import SignalsTesting
  import TestSupport
  import Testing

  @Suite(.serialized, .mayBlock) struct NginxTests {
    private static let certificates = Result { try Certificates() }

    private let nginx: Nginx

    init() throws { nginx = try Nginx(try Self.certificates.get()) }

    @Test func takesAWholeAnswer() async throws {
      let responses = try await HTTPClient.direct().data(for: HTTPRequest(nginx.url("hello"))).completion()
      #expect(responses.map(\.text) == ["hello"])
      #expect(responses.first?.status == 200)
    }

    @Test func tenThousandRequestsUseFewConnections() async throws {
      let client = HTTPClient.direct()
      let request = HTTPRequest(nginx.url("hello"))
      let begin = ContinuousClock.now
      let count = try await SignalProducer<Int, HTTPError>(0..<10_000)
        .flatMap(.concurrent(limit: 64)) { _ in client.data(for: request) }
        .filter { $0.text == "hello" }.count().completion()
      print("figures: 10,000 requests: \(ContinuousClock.now - begin)")
      #expect(count == [10_000])
      #expect(Set(try nginx.answers().map { $0[0] }).count <= 6)
    }

    @Test func allAtOnce() async throws {
      let client = HTTPClient.direct()
      let request = HTTPRequest(nginx.url("hello"))
      let begin = ContinuousClock.now
      let count = try await SignalProducer<Int, HTTPError>(0..<10_000)
        .flatMap(.merge) { _ in client.data(for: request) }
        .filter { $0.text == "hello" }.count().completion()
      print("figures: 10,000 requests at once: \(ContinuousClock.now - begin)")
      #expect(count == [10_000])
    }
  }
#endif
