/// What was read, by kind, and what was not.
struct Ranking: Sendable {
  struct Count: Equatable, Sendable {
    var files = 0
    var lines = 0
    var blankLines = 0
    var bytes = 0
  }

  private(set) var kinds: [Kind: Count] = [:]
  private(set) var total = Count()
  /// Lines that are not valid UTF-8. They count as lines like others.
  private(set) var invalidLines = 0
  private(set) var unread = Unread()

  mutating func add(_ reading: Reading) {
    switch reading {
    case .line(let line, let kind):
      kinds[kind, default: Count()].add(line)
      total.add(line)
      if !line.isValidUTF8 { invalidLines += 1 }
    case .file(let kind):
      kinds[kind, default: Count()].files += 1
      total.files += 1
    case .unread(let error):
      unread.add(error)
    }
  }

  /// The kinds, most lines first; equal ones by name, so that the order never depends on chance.
  var ranked: [(kind: Kind, count: Count)] {
    kinds.map { (kind: $0.key, count: $0.value) }.sorted {
      ($0.count.lines, $0.count.files, $1.kind.name) > ($1.count.lines, $1.count.files, $0.kind.name)
    }
  }
}

extension Ranking.Count {
  fileprivate mutating func add(_ line: Line) {
    lines += 1
    bytes += line.byteCount
    if line.isBlank { blankLines += 1 }
  }

  static func + (a: Self, b: Self) -> Self {
    Self(
      files: a.files + b.files, lines: a.lines + b.lines, blankLines: a.blankLines + b.blankLines,
      bytes: a.bytes + b.bytes)
  }
}
