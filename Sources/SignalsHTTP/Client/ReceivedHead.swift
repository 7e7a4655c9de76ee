#if HTTP
  /// The head of a response, as its lines arrive: of several, where the server redirects, demands credentials, or announces that
  /// it goes on. The last one counts.
  struct ReceivedHead {
    enum Step {
      case more
      /// The head is complete; perhaps another one follows.
      case complete
      case trailers([HTTPFields.Field])
    }

    /// Of all heads together. libcurl has one of 300 KiB, which it reports as a connection that was lost.
    private static let limit = 256 * 1024

    private let followsRedirects: Bool
    private let answersDemands: Bool
    private(set) var isComplete = false
    private var size = 0
    var value: HTTPHead
    /// No other head follows. It may also show later, by the body or by the end.
    var isFinal = false

    init(_ request: HTTPRequest) {
      followsRedirects = request.redirects > 0
      if case .digest = request.credentials { answersDemands = true } else { answersDemands = false }
      value = HTTPHead(url: request.url.withoutCredentials, status: 0)
    }

    mutating func read(_ bytes: UnsafeRawBufferPointer) throws(HTTPError.Cause) -> Step {
      size += bytes.count
      if size > Self.limit { throw .tooLarge(limit: Self.limit) }
      let line = text(bytes)
      if !isFinal, line.hasPrefix("HTTP/"), isComplete || value.status == 0 {
        return try begin(line)
      }
      if line.isEmpty {
        if isComplete { return .more }
        isComplete = true
        isFinal = isLast
        return .complete
      }
      // The value goes on in this line.
      if line.first == " " || line.first == "\t", !isComplete, !value.fields.all.isEmpty {
        value.fields.all[value.fields.all.count - 1].value += " " + line.trimmed
        return .more
      }
      if isComplete {
        // All of them come at once.
        var trailers: [HTTPFields.Field] = []
        for line in line.split(whereSeparator: \.isNewline) { trailers.append(try field(line)) }
        return .trailers(trailers)
      }
      value.fields.all.append(try field(line[...]))
      return .more
    }

    private func field(_ line: Substring) throws(HTTPError.Cause) -> HTTPFields.Field {
      guard let colon = line.firstIndex(of: ":") else {
        throw .malformedResponse("a header field without a colon: \(line.prefix(100).debugDescription)")
      }
      return HTTPFields.Field(
        String(line[..<colon].trimmed), String(line[line.index(after: colon)...].trimmed))
    }

    private mutating func begin(_ line: String) throws(HTTPError.Cause) -> Step {
      let words = line.dropFirst(5).split(separator: " ", maxSplits: 2)
      guard words.count > 1, let status = Int(words[1]) else {
        throw .malformedResponse("its first line is \(line.prefix(100).debugDescription)")
      }
      isComplete = false
      value = HTTPHead(url: value.url, status: status, version: String(words[0]))
      return .more
    }

    /// False where libcurl may go on by itself. If it does not, the body or the end shows that.
    private var isLast: Bool {
      switch value.status {
      case 100..<200: false
      case 300..<400: !followsRedirects || value.fields["Location"] == nil
      case 401, 407: !answersDemands
      default: true
      }
    }
  }

  /// A line without what ends it. What is not UTF-8 is Latin-1.
  private func text(_ bytes: UnsafeRawBufferPointer) -> String {
    var bytes = bytes[...]
    while let last = bytes.last, last == 0x0A || last == 0x0D { bytes = bytes.dropLast() }
    return String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  extension StringProtocol {
    fileprivate var trimmed: SubSequence {
      let isSpace = { (character: Character) in character == " " || character == "\t" }
      let rest = drop(while: isSpace)
      let end = rest.lastIndex { !isSpace($0) }.map { rest.index(after: $0) } ?? rest.startIndex
      return rest[..<end]
    }
  }
#endif
