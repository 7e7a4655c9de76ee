#if NATS
  import CNATS
  import Foundation
  import Signals

  extension HeaderBlock {
    /// The versions of the C client whose messages lie in memory as ``init(inMemoryOf:)`` expects.
    private static let knownVersions: Set<UInt32> = [0x03_04_01]

    /// Nil if the message has none.
    ///
    /// - Parameter version: Of the C client that the program runs with, which need not be the one it was compiled for.
    package init?(of message: OpaquePointer, version: UInt32 = nats_GetVersionNumber()) {
      if Self.knownVersions.contains(version) {
        self.init(inMemoryOf: message)
      } else {
        self.init(parsedByClient: message)
      }
    }

    /// The C client has no function for the bytes. In a message that it has received there are the subject, the subject for an
    /// answer if there is one, the headers and the data, one behind the other, with a zero after each.
    private init?(inMemoryOf message: OpaquePointer) {
      guard let subject = natsMsg_GetSubject(message), let data = natsMsg_GetData(message) else { return nil }
      var start = subject + strlen(subject) + 1
      if let reply = natsMsg_GetReply(message) {
        guard reply == start else { return nil }
        start = reply + strlen(reply) + 1
      }
      guard data > start else { return nil }
      self.init(UnsafeRawBufferPointer(start: start, count: data - start - 1))
    }

    /// As the C client reads them, which has its faults: in 3.4.1 an empty value is the line after it, and one line that it
    /// does not understand leaves none. A header `Status` of another program is taken for a word of the server.
    private init?(parsedByClient message: OpaquePointer) {
      // Its first look at the headers changes the message, which several threads may have.
      let fields = clientParser.withLock { _ in Self.fields(of: message) }
      if fields.isEmpty { return nil }
      self.init(status: fields["Status"]?.first.flatMap { Int($0.prefix(3)) }, fields)
    }

    private static func fields(of message: OpaquePointer) -> [String: [String]] {
      var fields: [String: [String]] = [:]
      forEachText({ natsMsgHeader_Keys(message, $0, $1) }) { name in
        var values: [String] = []
        forEachText({ natsMsgHeader_Values(message, name, $0, $1) }) { values.append(String(cString: $0)) }
        fields[String(cString: name)] = values
      }
      return fields
    }

    private typealias Texts = UnsafeMutablePointer<UnsafePointer<CChar>?>

    /// Of a list that the C client makes, and that is to be freed.
    private static func forEachText(
      _ make: (UnsafeMutablePointer<Texts?>, UnsafeMutablePointer<Int32>) -> natsStatus,
      _ body: (UnsafePointer<CChar>) -> Void
    ) {
      var (texts, count): (Texts?, Int32) = (nil, 0)
      defer { free(texts) }
      guard make(&texts, &count) == NATS_OK, let texts else { return }
      for index in 0..<Int(count) { if let text = texts[index] { body(text) } }
    }
  }

  private let clientParser = Guarded(())
#endif
