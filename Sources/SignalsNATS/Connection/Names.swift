#if NATS
  import Foundation

  /// What may be part of the protocol. A space or a line break in a subject would be read by the server as the end of it,
  /// and what follows as a command.
  enum Names {
    /// A longer one would not fit, with one for the answer, in the line that the server reads as a command (4096 bytes): it
    /// would close the connection.
    static let longestSubject = 2000

    /// - Parameter wildcards: Whether `*` may stand for one part, and `>` for all that follow.
    static func isSubject(_ subject: String, wildcards: Bool) -> Bool {
      var subject = subject
      return subject.withUTF8 { isSubject($0, wildcards: wildcards) }
    }

    /// Where the bytes lie: there is a subject for each message.
    private static func isSubject(_ subject: UnsafeBufferPointer<UInt8>, wildcards: Bool) -> Bool {
      if subject.count > longestSubject { return false }
      var (isAtStart, length, count) = (true, 0, 0)
      var hasEnded = false
      for byte in subject {
        if byte == UInt8(ascii: ".") {
          if isAtStart || hasEnded { return false }
          (isAtStart, length) = (true, 0)
          continue
        }
        if byte <= 0x20 || byte == 0x7F { return false }
        if byte == UInt8(ascii: "*") || byte == UInt8(ascii: ">") {
          guard wildcards else { return false }
          if byte == UInt8(ascii: ">"), isAtStart { hasEnded = true }
        } else {
          hasEnded = false
        }
        (isAtStart, length, count) = (false, length + 1, count + 1)
      }
      return !isAtStart && count > 0
    }

    /// `nats://host:port`, with or without scheme, port, and user in front. The C client takes more, some of it for the
    /// address of another server, and a space stops the program.
    static func isAddress(_ address: String) -> Bool {
      guard address.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return false }
      var rest = address.withoutCredentials[...]
      if let scheme = rest.range(of: "://") {
        guard ["nats", "tls"].contains(rest[..<scheme.lowerBound]) else { return false }
        rest = rest[scheme.upperBound...]
      }
      if rest.hasPrefix("["), let end = rest.firstIndex(of: "]") {
        rest = "v6" + rest[rest.index(after: end)...]
      }
      let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
      guard let host = parts.first, !host.isEmpty, !host.contains("/"), !host.contains("["), parts.count <= 2
      else {
        return false
      }
      return parts.count == 1 || UInt16(parts[1]).map { $0 > 0 } ?? false
    }

    /// Of a stream or a consumer: one part of a subject, and a name of a folder on the server.
    static func isName(_ name: String) -> Bool {
      !name.isEmpty && name.utf8.count <= 255
        && name.utf8.allSatisfy { byte in
          byte > 0x20 && byte != 0x7F && !#".*>/\"#.utf8.contains(byte)
        }
    }

    /// Of a key-value bucket: with `KV_` before it, it is the name of a stream.
    static func isBucket(_ name: String) -> Bool {
      !name.isEmpty && name.utf8.count <= 252
        && name.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    }

    /// In a bucket. A longer one would not fit in the line that the server reads as a command: it would close the connection.
    ///
    /// - Parameter wildcards: Whether `*` may stand for one part, and `>` for all that follow.
    static func isKey(_ key: String, wildcards: Bool = false) -> Bool {
      guard key.utf8.count <= 1000 else { return false }
      let parts = key.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      return parts.enumerated().allSatisfy { index, part in
        if wildcards, part.elementsEqual("*".utf8) { return true }
        if wildcards, part.elementsEqual(">".utf8) { return index == parts.count - 1 }
        return !part.isEmpty && part.allSatisfy { isLetterOrDigit($0) || "-_=/".utf8.contains($0) }
      }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: false
      }
    }

    static func isHeader(_ name: String, _ values: [String]) -> Bool {
      !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
        && values.allSatisfy { isValue($0) }
    }

    /// Of a header.
    static func isValue(_ value: String) -> Bool {
      var value = value
      return value.withUTF8 { $0.allSatisfy { $0 != 13 && $0 != 10 && $0 != 0 } }
    }
  }
#endif
