#if NATS
  /// The headers of a message, as they lie in it.
  ///
  /// Read here: the C client (3.4.1) takes the line after an empty value for that value, and drops all headers for one line
  /// that it does not understand.
  package struct HeaderBlock: Sendable {
    /// What the server says instead of a message: 100 to 503; nil for a message.
    package private(set) var status: Int?
    /// The names as they were sent, and the values without the spaces around them. A line without a colon is a name without
    /// values. What the server says instead of a message has the names `Status` and `Description`.
    package private(set) var fields: [String: [String]] = [:]

    /// Nil if the bytes do not begin as headers do.
    package init?(_ bytes: UnsafeRawBufferPointer) {
      guard bytes.starts(with: "NATS/1.0".utf8) else { return nil }
      var rest = bytes.dropFirst("NATS/1.0".utf8.count)
      let first = rest.removeLine()
      var last: String?
      while !rest.isEmpty {
        let line = rest.removeLine()
        if line.isEmpty { continue }
        if let last, line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t") {
          fields[last]?.continueLast(with: line.trimmed.text)
          continue
        }
        let colon = line.firstIndex(of: UInt8(ascii: ":"))
        let name = line[..<(colon ?? line.endIndex)].text
        fields[name, default: []] += colon.map { [line[($0 + 1)...].trimmed.text] } ?? []
        last = name
      }
      setStatus(first.trimmed)
    }

    init(status: Int?, _ fields: [String: [String]]) {
      self.status = status
      self.fields = fields
    }

    private mutating func setStatus(_ line: Slice<UnsafeRawBufferPointer>) {
      if line.isEmpty { return }
      let (code, description) = (line.prefix(3).text, line.dropFirst(3).trimmed.text)
      status = Int(code)
      fields["Status"] = [code]
      if !description.isEmpty { fields["Description"] = [description] }
    }
  }

  extension [String] {
    fileprivate mutating func continueLast(with text: String) {
      if isEmpty { append(text) } else { self[count - 1] += " " + text }
    }
  }

  extension Slice<UnsafeRawBufferPointer> {
    fileprivate var text: String { String(decoding: self, as: UTF8.self) }

    /// As far as the next line break, which is removed too.
    fileprivate mutating func removeLine() -> Self {
      var index = startIndex
      while index < endIndex {
        if self[index] == 13, index + 1 < endIndex, self[index + 1] == 10 {
          defer { self = self[(index + 2)...] }
          return self[..<index]
        }
        index += 1
      }
      defer { self = self[endIndex...] }
      return self
    }

    fileprivate var trimmed: Self {
      var slice = self
      while let first = slice.first, first == 32 || (9...13).contains(first) { slice = slice.dropFirst() }
      while let last = slice.last, last == 32 || (9...13).contains(last) { slice = slice.dropLast() }
      return slice
    }
  }
#endif
