#if NATS
  import Foundation

  /// What JetStream answers to a publication: `{"stream":"orders","seq":12,"duplicate":true}` or `{"error":{…}}`.
  ///
  /// There is one for each message, so the usual form is read without a general decoder.
  enum PublicationAnswer: Equatable {
    case stored(stream: String, sequence: UInt64, isDuplicate: Bool)
    case refused(NATSError.Cause)
    case unreadable

    init(_ bytes: UnsafeRawBufferPointer) {
      var reader = Reader(bytes)
      if let stored = reader.stored() {
        self = stored
        return
      }
      let data = Data(bytes)
      if let refusal = try? JSONDecoder().decode(Refusal.self, from: data) {
        self = .refused(refusal.cause)
      } else if let answer = try? JSONDecoder().decode(Stored.self, from: data) {
        self = .stored(stream: answer.stream, sequence: answer.seq, isDuplicate: answer.duplicate ?? false)
      } else {
        self = .unreadable
      }
    }

    private struct Stored: Decodable {
      let stream: String
      let seq: UInt64
      let duplicate: Bool?
    }

    /// Reads flat objects with plain text, numbers and truth values; gives up at anything else.
    private struct Reader {
      private let bytes: UnsafeRawBufferPointer
      private var index = 0

      init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

      mutating func stored() -> PublicationAnswer? {
        var (stream, sequence, isDuplicate): (String?, UInt64?, Bool) = (nil, nil, false)
        guard take("{") else { return nil }
        repeat {
          guard let name = text(), take(":") else { return nil }
          switch name {
          case "stream":
            guard let text = text() else { return nil }
            stream = text
          case "seq":
            guard let number = number() else { return nil }
            sequence = number
          case "duplicate":
            if word("true") { isDuplicate = true } else if !word("false") { return nil }
          case "domain": guard text() != nil else { return nil }
          default: return nil
          }
        } while take(",")
        guard take("}"), index == bytes.count, let stream, let sequence else { return nil }
        return .stored(stream: stream, sequence: sequence, isDuplicate: isDuplicate)
      }

      private mutating func skip() {
        while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x0A { index += 1 }
      }

      private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skip()
        guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        skip()
        return true
      }

      private mutating func text() -> String? {
        guard take("\"") else { return nil }
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          if bytes[index] == UInt8(ascii: "\\") { return nil }
          index += 1
        }
        guard index < bytes.count else { return nil }
        defer { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
      }

      private mutating func number() -> UInt64? {
        let start = index
        while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) {
          index += 1
        }
        return UInt64(String(decoding: bytes[start..<index], as: UTF8.self))
      }

      private mutating func word(_ word: String) -> Bool {
        let end = index + word.utf8.count
        guard end <= bytes.count, bytes[index..<end].elementsEqual(word.utf8) else { return false }
        index = end
        return true
      }
    }
  }
#endif
