/// The lines of a followed file.
struct FollowedLines: Sendable {
  /// What one step came to. Each reads one piece at most, so that pauses and the end are seen in between.
  enum Step {
    case line(TextLine)
    /// Another content begins.
    case seam
    case more
    /// There is nothing more now.
    case nothing
  }

  private(set) var file: FollowedFile
  private var splitter: LineSplitter
  private var waiting: ArraySlice<TextLine> = []

  init(of file: FollowedFile, longest: Int) {
    self.file = file
    splitter = LineSplitter(longest: longest)
  }

  mutating func next() throws(FileError) -> Step {
    if let line = waiting.popFirst() { return .line(line) }
    switch try file.next() {
    case .bytes(let bytes):
      waiting = splitter.split(bytes)[...]
      return .more
    case .seam:
      waiting = splitter.finish()[...]
      return .seam
    case nil: return .nothing
    }
  }

  /// The beginning of a line that came last.
  mutating func finish() -> [TextLine] { splitter.finish() }
}
