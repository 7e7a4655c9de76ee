#if NATS
  import Foundation

  /// What may be part of the protocol. A space or a line break in a subject would be read by the server as the end of it,
  /// and what follows as a command.
  enum Names {
    /// - Parameter wildcards: Whether `*` may stand for one part, and `>` for all that follow.
    static func isSubject(_ subject: String, wildcards: Bool) -> Bool {
      var (isAtStart, length, count) = (true, 0, 0)
      var hasEnded = false
      for byte in subject.utf8 {
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

    static func isHeader(_ name: String, _ values: [String]) -> Bool {
      !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
        && values.allSatisfy { isValue($0) }
    }

    /// Of a header.
    static func isValue(_ value: String) -> Bool {
      value.utf8.allSatisfy { $0 != 13 && $0 != 10 && $0 != 0 }
    }
  }
#endif
