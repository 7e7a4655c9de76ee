#if HTTP
  import Foundation
  import LoopbackServer
  import Signals
  import SignalsHTTP
  import TestSupport
  import Testing

  @Suite(.mayBlock) struct EventsTests {
    private static let text = """
      \u{FEFF}: a comment
      data: one

      event: add
      data: two
      data:  lines
      id: 7
      retry: 250

      event: without data

      data
      unknown: field

      id: a\0b
      data: last
      retry: soon

      data: not complete

      """

    private static let expected = [
      ServerSentEvent("one"),
      ServerSentEvent("two\n lines", type: "add", id: "7", retry: .milliseconds(250)),
      ServerSentEvent("", id: "7", retry: .milliseconds(250)),
      ServerSentEvent("last", id: "7", retry: .milliseconds(250)),
    ]

    @Test("Wherever a stream of events is cut", arguments: ["\n", "\r\n", "\r"])
    func cuts(lineEnd: String) {
      let bytes = Array(Self.text.replacing("\n", with: lineEnd).utf8)
      for size in 1...bytes.count {
        var parser = ServerSentEventParser()
        let events = stride(from: 0, to: bytes.count, by: size)
          .flatMap { parser.events(in: Array(bytes[$0..<min($0 + size, bytes.count)])) }
        #expect(events == Self.expected, "pieces of \(size)")
      }
    }

    private func server(_ body: String, type: String = "text/event-stream; charset=utf-8") throws
      -> HTTPServer
    {
      try HTTPServer(.answer(headers: ["Content-Type": type], body: body))
    }

    @Test func comeAsValues() async throws {
      let server = try server(Self.text)
      #expect(
        try await HTTPClient.direct().events(of: HTTPRequest(server.url)).completion() == Self.expected)
    }

    @Test func haveALimit() async throws {
      for text in [
        "data: " + String(repeating: "x", count: 101), String(repeating: "data: 0123456789\n", count: 10),
      ] {
        let server = try server("data: fine\n\n" + text)
        let outcome = try await HTTPClient.direct().events(of: HTTPRequest(server.url), longest: 100)
          .outcome()
        #expect(outcome.last?.failure?.cause == .tooLarge(limit: 100))
      }
    }

    @Test func wantAStreamOfEvents() async throws {
      let server = try server("<html>", type: "text/html")
      let outcome = try await HTTPClient.direct().events(of: HTTPRequest(server.url)).outcome()
      #expect(outcome.first?.failure?.cause.kind == "malformedResponse")
      let text = "\(outcome)"
      #expect(text.contains("text/html"))
    }
  }
#endif
