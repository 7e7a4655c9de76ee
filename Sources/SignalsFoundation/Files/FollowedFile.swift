import Foundation

/// The content of the file that has a name, read on while it grows, through all files that get the name.
///
/// A program that writes a log renames it from time to time, and makes a new one, or truncates it. The old file is read on
/// until the new one holds something: up to then the program may still write into the old one.
struct FollowedFile: Sendable {
  enum Piece: Sendable {
    case bytes([UInt8])
    /// The next bytes are the beginning of another content: of a new file, or of the same one after it was truncated.
    case seam
  }

  private struct OpenFile: Sendable {
    let descriptor: Descriptor
    let identity: FileStatus.Identity
    /// How much of it has been read, or skipped.
    var offset = 0
    /// Its size says something: files below `/proc` have none, whatever they hold.
    var hasSize: Bool
  }

  let path: FilePath
  private var current: OpenFile?
  /// The one that has got the name after the current one.
  private var successor: OpenFile?
  /// Nothing more comes into the current one.
  private var isOver = false
  /// A new file may not be read. Programs that make one often set its rights a moment later.
  private var deniedSince: ContinuousClock.Instant?
  private static let patience = Duration.seconds(5)

  init(_ path: FilePath, from position: FilePosition) throws(FileError) {
    self.path = path
    current = try Self.open(path)
    if position == .end, let file = current {
      let end = lseek(file.descriptor.number, 0, SEEK_END)
      if end < 0 { throw .last(path, .read) }
      current?.offset = Int(end)
    }
  }

  /// What comes next; nil if there is nothing now.
  mutating func next() throws(FileError) -> Piece? {
    while true {
      if let piece = try readCurrent() {
        // What has the name now may have lost it at the next look. A failure here is seen again when this is read.
        if successor == nil { successor = try? findSuccessor() }
        return piece
      }
      if isOver {
        (current, successor, isOver) = (successor, nil, false)
        return .seam
      }
      if successor == nil { successor = try findSuccessor() }
      guard let successor, try hasTakenOver(successor) else { return nil }
      // The program may have written into the old file just before.
      isOver = true
    }
  }

  /// Whether a program uses the new file, or did so.
  private func hasTakenOver(_ successor: OpenFile) throws(FileError) -> Bool {
    if current == nil { return true }
    if try successor.descriptor.status(as: path).size > 0 { return true }
    do throws(FileError) {
      return try path.status(followingLink: true).identity != successor.identity
    } catch {
      return false  // There is none now, and the next one that is made is found.
    }
  }

  private mutating func readCurrent() throws(FileError) -> Piece? {
    guard let file = current else { return nil }
    switch file.descriptor.read(atMost: 64 * 1024) {
    case .bytes(let bytes):
      let hasSize = file.hasSize ? true : try file.descriptor.status(as: path).size > 0
      current?.offset += bytes.count
      current?.hasSize = hasSize
      return .bytes(bytes)
    case .failure(let code): throw FileError(path, .read, code: code)
    case .end:
      guard file.hasSize, try file.descriptor.status(as: path).size < file.offset else { return nil }
      if lseek(file.descriptor.number, 0, SEEK_SET) < 0 { throw .last(path, .read) }
      current?.offset = 0
      return .seam
    }
  }

  private mutating func findSuccessor() throws(FileError) -> OpenFile? {
    do throws(FileError) {
      let status = try path.status(followingLink: true)
      if status.identity == current?.identity {
        deniedSince = nil
        return nil
      }
      let file = try Self.open(path)
      deniedSince = nil
      // It may have got its name back in between.
      return file?.identity == current?.identity ? nil : file
    } catch {
      if error.cause == .system(code: ENOENT) {
        deniedSince = nil
        return nil
      }
      let since = deniedSince ?? .now
      deniedSince = since
      if error.cause == .system(code: EACCES), .now - since < Self.patience { return nil }
      throw error
    }
  }

  /// Nil if there is no file.
  private static func open(_ path: FilePath) throws(FileError) -> OpenFile? {
    let descriptor: Descriptor
    do throws(FileError) {
      // Opening a pipe with a name would wait for a process that writes.
      descriptor = try Descriptor.open(path, O_RDONLY | O_NONBLOCK)
    } catch {
      if error.cause == .system(code: ENOENT) { return nil }
      throw error
    }
    let status = try descriptor.status(as: path)
    switch status.kind {
    case .file: return OpenFile(descriptor: descriptor, identity: status.identity, hasSize: status.size > 0)
    case .folder: throw FileError(path, .read, code: EISDIR)
    case .link, .special: throw FileError(path, .open, .special)
    }
  }
}
