import Foundation
import SignalsFoundation
import Testing

@Suite struct RequestErrorTests {
  @Test func namesTheURLAndTheCause() throws {
    let url = try #require(URL(string: "http://127.0.0.1/things"))
    let answer = HTTPResponse(url: url, status: 404, body: Data("no such thing".utf8))
    let causes: [RequestError.Cause] = [.timedOut, .status(answer), .other(code: -7, description: "odd")]
    let texts = causes.map { "\(RequestError(url: url, cause: $0))" }
    #expect(
      texts == [
        "http://127.0.0.1/things: timed out",
        "http://127.0.0.1/things: status 404",
        "http://127.0.0.1/things: odd (-7)",
      ])
  }
}
