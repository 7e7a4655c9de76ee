#if HTTP && os(Linux)
  import Foundation
  import Signals
  import SignalsFoundation
  import SignalsHTTP
  import TestSupport
  import Testing

  /// What thousands of starts leave behind: nothing.
  @Suite(.mayBlock) struct LeftoversTests {
    enum Name: String, CaseIterable, Codable, Sendable {
      case head, data, secured, pieces, lines, events, upload, redirection, client
    }

    @Test("D4: requests disposed of repeatedly leave nothing behind", arguments: Name.allCases)
    func requestsLeaveNothing(_ name: Name) async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { [name] in
        let certificates = try Certificates()
        let types = "location /events { default_type text/event-stream; }"
        let nginx = try Nginx(certificates, settings: types)
        try nginx.add("events", "data: one\n\n")
        try await Self.source(name, nginx, certificates).leavesNothing(
          of: Self.starts(name), called: "\(name)")
      }
      EndlessSource.report(result)
    }

    /// A client begins with a thread and ends with it, and a secured connection may be made anew for each start.
    private static func starts(_ name: Name) -> Int {
      switch name {
      case .client, .secured: EndlessSource.starts(2000)
      default: EndlessSource.starts()
      }
    }

    private static func source(_ name: Name, _ nginx: Nginx, _ certificates: Certificates) -> EndlessSource {
      let client = HTTPClient.direct { $0.tls.authorities = certificates.path("right.pem") }
      let hello = HTTPRequest(nginx.url("hello"))
      switch name {
      case .head: return EndlessSource(client.response(to: hello))
      case .data: return EndlessSource(client.data(for: hello))
      case .secured: return EndlessSource(client.data(for: HTTPRequest(nginx.securedURL("hello"))))
      case .pieces: return EndlessSource(client.bytes(of: hello))
      case .lines: return EndlessSource(client.lines(of: hello))
      case .events: return EndlessSource(client.events(of: HTTPRequest(nginx.url("events"))))
      case .upload:
        let pieces = SignalProducer<[UInt8], Never>([[1], [2]])
        let request = HTTPRequest(nginx.url("put/file"), method: "PUT", body: .stream(pieces))
        return EndlessSource(client.data(for: request))
      case .redirection: return EndlessSource(client.data(for: HTTPRequest(nginx.url("moved/hello"))))
      case .client:
        return EndlessSource(
          SignalProducer<HTTPResponse, HTTPError>.deferred { HTTPClient.direct().data(for: hello) })
      }
    }
  }
#endif
