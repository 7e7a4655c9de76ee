#if HTTP
  import Signals

  /// An event of a server, as browsers take them with `EventSource`.
  public struct ServerSentEvent: Hashable, Sendable {
    /// What the server calls it; `message` if it says nothing.
    public var type: String
    /// The lines of its data, joined by line feeds.
    public var data: String
    /// The identifier that the server has sent last, with this event or before; to be sent as `Last-Event-ID` when the stream is
    /// requested again.
    public var id: String
    /// How long to wait before the stream is requested again, as the server has said last; nil: it has not.
    public var retry: Duration?

    /// An event, as tests make it.
    public init(_ data: String, type: String = "message", id: String = "", retry: Duration? = nil) {
      self.data = data
      self.type = type
      self.id = id
      self.retry = retry
    }
  }

  extension HTTPClient {
    /// The events of a server (`text/event-stream`), as they come.
    ///
    /// It asks once. For a stream that goes on after its connection was lost, request again with the header field
    /// `Last-Event-ID`. A stream that may be silent for long needs an ``HTTPRequest/idleTimeout`` of nil, or longer than that.
    ///
    /// - Parameters:
    ///   - request: What is sent to the server.
    ///   - longest: How many bytes the lines of an event have together at most.
    /// - Completes: when the server ends the stream; an event that is not complete then is dropped, as the standard says.
    /// - Fails: as ``bytes(of:)``; with ``HTTPError/Cause/malformedResponse(_:)`` if what comes is no stream of events; with
    ///   ``HTTPError/Cause/tooLarge(limit:)``.
    /// - Buffers: one piece, and one event.
    /// - Precondition: `longest` is at least 1.
    public func events(
      of request: HTTPRequest, longest: Int = 1 << 20
    ) -> SignalProducer<ServerSentEvent, HTTPError> {
      require(longest > 0, "events(of:longest:)", "the limit must be at least 1", longest)
      var request = request
      if request.fields["Accept"] == nil { request.fields["Accept"] = "text/event-stream" }
      return response(to: request).flatMap(.concat) { response in
        let head = response.head
        @Sendable func failure(_ cause: HTTPError.Cause) -> HTTPError {
          HTTPError(url: head.url, phase: .receiving, cause)
        }
        guard head.isSuccess else { return SignalProducer(error: failure(.status(head))) }
        let type = head.fields["Content-Type"] ?? "without a type"
        guard type.lowercased().hasPrefix("text/event-stream") else {
          return SignalProducer(error: failure(.malformedResponse("no stream of events, but \(type)")))
        }
        let parser = Guarded(ServerSentEventParser())
        return response.body
          .attemptMap { piece in
            parser.withLock { parser in
              let events = parser.events(in: piece)
              return parser.size > longest ? .failure(failure(.tooLarge(limit: longest))) : .success(events)
            }
          }
          .flatMap(.concat) { SignalProducer($0) }
      }
    }
  }

  /// Reads a stream of events that comes in pieces, wherever it is cut.
  package struct ServerSentEventParser: Sendable {
    private var line: [UInt8] = []
    /// A line feed that comes next belongs to the carriage return before.
    private var isAfterReturn = false
    private var isFirstLine = true
    private var data: String?
    private var type = ""
    private var id = ""
    private var retry: Duration?

    package init() {}

    /// How many bytes are kept.
    var size: Int { line.count + (data?.utf8.count ?? 0) }

    package mutating func events(in piece: [UInt8]) -> [ServerSentEvent] {
      var events: [ServerSentEvent] = []
      for byte in piece {
        let isEndOfReturn = isAfterReturn && byte == 0x0A
        isAfterReturn = byte == 0x0D
        if isEndOfReturn { continue }
        if byte != 0x0A, byte != 0x0D {
          line.append(byte)
        } else if let event = readLine() {
          events.append(event)
        }
      }
      return events
    }

    private mutating func readLine() -> ServerSentEvent? {
      if isFirstLine, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
      isFirstLine = false
      let text = String(decoding: line, as: UTF8.self)
      line.removeAll(keepingCapacity: line.count < 64 * 1024)
      if text.isEmpty { return takeEvent() }
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let rest = parts.count > 1 ? parts[1] : ""
      let value = rest.hasPrefix(" ") ? rest.dropFirst() : rest
      switch parts[0] {
      case "data": data = data.map { "\($0)\n\(value)" } ?? String(value)
      case "event": type = String(value)
      case "id" where !value.contains("\0"): id = String(value)
      case "retry" where value.allSatisfy({ ("0"..."9").contains($0) }):
        if let milliseconds = Int64(value) { retry = .milliseconds(milliseconds) }
      default: break  // A comment, or a field of a later standard.
      }
      return nil
    }

    private mutating func takeEvent() -> ServerSentEvent? {
      defer { (data, type) = (nil, "") }
      return data.map { ServerSentEvent($0, type: type.isEmpty ? "message" : type, id: id, retry: retry) }
    }
  }
#endif
