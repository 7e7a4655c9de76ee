import Foundation

/// A file that is followed, open, and the lines of it.
struct FollowedFile: Sendable {
  /// What one step came to: it reads one piece at most.
  enum Step {
    /// There may be lines now.
    case read
    /// The file was truncated, and is read from its beginning. There may be the beginning of a line.
    case truncated
    /// There is nothing more now.
    case nothing
  }

  private let path: FilePath
  private let descriptor: Descriptor
  let identity: FileStatus.Identity
  /// How much of it has been read, or skipped.
  private var offset = 0
  /// Its size says something: files below `/proc` have none, whatever they hold.
  private var hasSize: Bool
  private var splitter: LineSplitter
  /// The last bytes before the offset: what a checksum needs, and a character that may be cut off before that.
  private var tail: [UInt8] = []
  private var waiting: ArraySlice<(line: TextLine, place: FilePlace.Position)> = []
  /// Behind the last line that was taken.
  private(set) var place: FilePlace.Position
  /// When another one was seen in its place; nil: it has the name.
  var replacedAt: ContinuousClock.Instant?

  /// Nil if there is no file.
  init?(_ path: FilePath, called name: FilePath, longest: Int) throws(FileError) {
    do throws(FileError) {
      // Opening a pipe with a name would wait for a process that writes.
      descriptor = try Descriptor.open(path, O_RDONLY | O_NONBLOCK)
    } catch {
      if error.cause == .system(code: ENOENT) { return nil }
      throw error
    }
    self.path = name
    splitter = LineSplitter(longest: longest)
    let status = try descriptor.status(as: name)
    switch status.kind {
    case .file: (identity, hasSize) = (status.identity, status.size > 0)
    case .folder: throw FileError(name, .read, code: EISDIR)
    case .link, .special: throw FileError(name, .open, .special)
    }
    place = FilePlace.Position(file: status.identity, offset: 0, checksum: FilePlace.checksum(of: []))
  }

  // MARK: Where to begin

  mutating func skipToTheEnd() throws(FileError) {
    let end = lseek(descriptor.number, 0, SEEK_END)
    if end < 0 { throw .last(path, .read) }
    try begin(at: Int(end))
  }

  /// Goes on behind a place. False: it holds something else before that.
  mutating func goOn(behind place: FilePlace.Position) throws(FileError) -> Bool {
    if place.offset < 0 { return false }
    try begin(at: place.offset)
    return self.place == place
  }

  private mutating func begin(at offset: Int) throws(FileError) {
    let count = min(offset, FilePlace.checkedCount)
    var bytes: [UInt8] = []
    // The array of no elements is one for all threads, and would be written to.
    if count > 0 {
      bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
        length = max(0, pread(descriptor.number, buffer.baseAddress, count, off_t(offset - count)))
      }
    }
    if lseek(descriptor.number, off_t(offset), SEEK_SET) < 0 { throw .last(path, .read) }
    (self.offset, tail) = (offset, bytes)
    place = position(behind: 0, in: [])
  }

  // MARK: Reading

  func size() throws(FileError) -> Int { try descriptor.status(as: path).size }

  mutating func takeLine() -> TextLine? {
    guard let (line, place) = waiting.popFirst() else { return nil }
    self.place = place
    return line
  }

  mutating func read() throws(FileError) -> Step {
    switch descriptor.read(atMost: 64 * 1024) {
    case .bytes(let bytes):
      if !hasSize { hasSize = try size() > 0 }
      take(bytes)
      return .read
    case .failure(let code): throw FileError(path, .read, code: code)
    case .end:
      guard hasSize, try size() < offset else { return .nothing }
      if lseek(descriptor.number, 0, SEEK_SET) < 0 { throw .last(path, .read) }
      finish()
      (offset, tail) = (0, [])
      return .truncated
    }
  }

  /// The beginning of a line that came last is a line: nothing more comes, or comes later and by itself.
  mutating func finish() {
    var lines: [(TextLine, Int)] = []
    splitter.finish { lines.append(($0, $1)) }
    waiting += lines.map { ($0, position(behind: $1, in: [])) }
  }

  private mutating func take(_ bytes: [UInt8]) {
    var lines: [(TextLine, Int)] = []
    splitter.split(bytes) { lines.append(($0, $1)) }
    waiting += lines.map { ($0, position(behind: $1, in: bytes)) }
    // Four bytes more, because a line that is cut may end that much before the piece.
    let kept = FilePlace.checkedCount + 4
    tail = bytes.count >= kept ? Array(bytes.suffix(kept)) : Array((tail + bytes).suffix(kept))
    offset += bytes.count
  }

  /// - Parameters:
  ///   - end: Where in the bytes; less than zero, if it is before them.
  ///   - bytes: What follows the offset.
  private func position(behind end: Int, in bytes: [UInt8]) -> FilePlace.Position {
    let count = FilePlace.checkedCount
    let checksum =
      end >= count
      ? FilePlace.checksum(of: bytes[(end - count)..<end])
      : FilePlace.checksum(of: (tail.dropLast(max(0, -end)) + bytes[..<max(0, end)]).suffix(count))
    return FilePlace.Position(file: identity, offset: offset + end, checksum: checksum)
  }
}
