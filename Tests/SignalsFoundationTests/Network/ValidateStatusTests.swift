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

@Suite(.mayBlock) struct ValidateStatusTests {
  private func answer(_ status: Int) -> HTTPResponse {
    HTTPResponse(url: URL(filePath: "/\(status)"), status: status)
  }

  private func outcome(
    _ statuses: [Int], accepting accepted: Range<Int>? = nil
  ) async throws -> [Event<Int, RequestError>] {
    let answers = SignalProducer<HTTPResponse, RequestError>(statuses.map(answer))
    let valid = accepted.map { answers.validateStatus(in: $0) } ?? answers.validateStatus()
    return try await valid.map(\.status).outcome()
  }

  private func failure(_ status: Int) -> Event<Int, RequestError> {
    .failed(RequestError(url: answer(status).url, cause: .status(answer(status))))
  }

  @Test func acceptsSuccess() async throws {
    #expect(try await outcome([200, 204, 299]) == [.next(200), .next(204), .next(299), .completed])
  }

  @Test func failsWithTheFirstOther() async throws {
    #expect(try await outcome([200, 300, 200]) == [.next(200), failure(300)])
    #expect(try await outcome([199]) == [failure(199)])
  }

  @Test func acceptsWhatItIsTold() async throws {
    #expect(try await outcome([404, 200], accepting: 400..<500) == [.next(404), failure(200)])
  }

  @Test func theFailureHoldsTheAnswer() async throws {
    let server = try HTTPServer(.answer(status: 503, headers: ["Retry-After": "7"], body: "busy"))
    let session = URLSession.waitingForAnswers()
    let events = try await session.dataProducer(for: server.url).validateStatus().outcome()
    #expect(events.count == 1)
    let failure = try #require(events.first?.failure)
    #expect(failure.url == server.url)
    guard case .status(let response) = failure.cause else {
      Issue.record("unexpected \(failure)")
      return
    }
    #expect(response.status == 503)
    #expect(response.header("Retry-After") == "7")
    #expect(response.text == "busy")
  }
}
