#if NATS
  import Foundation

  /// What JetStream answers to a publication: `{"stream":"orders","seq":12,"duplicate":true}` or `{"error":{…}}`.
  ///
  /// There is one for each message, so the usual form is read without a general decoder.
  package enum PublicationAnswer: Equatable {
    case stored(stream: String, sequence: UInt64, isDuplicate: Bool)
    case refused(NATSError.Cause)
    case unreadable

    package init(_ bytes: UnsafeRawBufferPointer) {
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
        var (stream, sequence): (Slice<UnsafeRawBufferPointer>?, UInt64?) = (nil, nil)
        var isDuplicate = false
        guard take("{") else { return nil }
        repeat {
          if take("\"stream\"") {
            guard take(":"), let text = text() else { return nil }
            stream = text
          } else if take("\"seq\"") {
            guard take(":"), let number = number() else { return nil }
            sequence = number
          } else if take("\"duplicate\"") {
            guard take(":") else { return nil }
            isDuplicate = take("true")
            if !isDuplicate, !take("false") { return nil }
          } else {
            guard take("\"domain\""), take(":"), text() != nil else { return nil }
          }
        } while take(",")
        guard take("}"), isAtEnd, let stream, let sequence else { return nil }
        return .stored(
          stream: String(decoding: stream, as: UTF8.self), sequence: sequence, isDuplicate: isDuplicate)
      }

      /// Whether this comes next, after any space.
      @inline(__always) private mutating func take(_ word: StaticString) -> Bool {
        skip()
        let end = index + word.utf8CodeUnitCount
        guard end <= bytes.count, memcmp(bytes.baseAddress! + index, word.utf8Start, end - index) == 0 else {
          return false
        }
        index = end
        return true
      }

      private mutating func skip() {
        while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x0A { index += 1 }
      }

      private var isAtEnd: Bool {
        mutating get {
          skip()
          return index == bytes.count
        }
      }

      private mutating func text() -> Slice<UnsafeRawBufferPointer>? {
        guard take("\"") else { return nil }
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          if bytes[index] == UInt8(ascii: "\\") { return nil }
          index += 1
        }
        guard index < bytes.count else { return nil }
        defer { index += 1 }
        return bytes[start..<index]
      }

      private mutating func number() -> UInt64? {
        skip()
        let start = index
        while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) {
          index += 1
        }
        return UInt64(digits: bytes[start..<index])
      }
    }
  }
#endif
