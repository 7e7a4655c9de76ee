import Foundation

/// The lines of the file that has a name, read on while it grows, through all files that get the name.
///
/// A program that writes a log renames it from time to time, and makes a new one, or truncates it. The old file is read on
/// alone until the new one holds something: up to then the program may still write into the old one. For a while after that
/// both are read, because other writers may go over later.
struct FollowedLines: Sendable {
  /// What one step came to. Each reads one piece at most, so that pauses and the end are seen in between.
  enum Step {
    case line(TextLine)
    case more
    /// A file that had the name is read no longer.
    case left
    /// There is nothing more now.
    case nothing
  }

  let path: FilePath
  private let longest: Int
  private let overlap: Duration
  private var current: FollowedFile?
  /// The one that has got the name after the current one.
  private var successor: FollowedFile?
  /// A look has shown that the successor is in use. The program may have written into the current one just before.
  private var isOver = false
  /// Those that had the name before, the oldest first.
  private var older: [FollowedFile] = []
  /// Behind the last lines of these.
  private var olderPlaces: [FilePlace.Position] = []
  /// A new file may not be read. Programs that make one often set its rights a moment later.
  private var deniedSince: ContinuousClock.Instant?
  private static let patience = Duration.seconds(5)
  /// Each is open. A program that rotates more often than that in the time of the overlap goes over at once.
  private static let mostOlder = 8
  /// A file that is renamed while a folder is listed may be in the list under neither name. So what is missing counts when the
  /// folder did not change meanwhile, or after this time, and so many lists: on a busy machine one may take long.
  private static let longestSearch = (time: Duration.seconds(1), lists: 50)

  init(
    of path: FilePath, from position: FilePosition, longest: Int, overlap: Duration
  ) throws(FileError) {
    (self.path, self.longest, self.overlap) = (path, longest, overlap)
    switch position {
    case .beginning: current = try open(path)
    case .end:
      current = try open(path)
      try current?.skipToTheEnd()
    case .after(let place):
      current = try find(place.newest)
      for place in place.older {
        var file = try find(place)
        file.replacedAt = .now
        older.append(file)
      }
      olderPlaces = older.map(\.place)
    }
  }

  private func open(_ path: FilePath) throws(FileError) -> FollowedFile? {
    try FollowedFile(path, called: self.path, longest: longest)
  }

  /// The file of a place, which may have another name by now, and another one a moment later.
  private func find(_ place: FilePlace.Position) throws(FileError) -> FollowedFile {
    let folders = [path.folder, (path.resolved ?? path).folder]
    var (lastSeen, lists) = (ContinuousClock.now, 0)
    while lists < Self.longestSearch.lists || .now - lastSeen < Self.longestSearch.time {
      let changes = folders.map(\.lastChange)
      if let file = try open(path, behind: place) { return file }
      lists += 1
      if let name = try name(of: place.file, in: folders) {
        if let file = try open(name, behind: place) { return file }
        // It is there, and has another name already.
        (lastSeen, lists) = (.now, 0)
      } else if changes == folders.map(\.lastChange), changes.allSatisfy({ $0?.isOver ?? true }) {
        break
      }
    }
    throw FileError(path, .open, .placeLost)
  }

  private func name(of file: FileStatus.Identity, in folders: [FilePath]) throws(FileError) -> FilePath? {
    for folder in Set(folders) {
      if let name = try folder.firstEntry(where: { $0.number == file.number && $0.identity == file }) {
        return name
      }
      // Some file systems have other numbers in their lists.
      if let name = try folder.firstEntry(where: { $0.identity == file }) { return name }
    }
    return nil
  }

  /// Nil: the name belongs to another file by now.
  private func open(_ name: FilePath, behind place: FilePlace.Position) throws(FileError) -> FollowedFile? {
    guard (try? name.status(followingLink: true))?.identity == place.file,
      var file = try open(name), file.identity == place.file
    else { return nil }
    if try !file.goOn(behind: place) { throw FileError(path, .open, .placeLost) }
    return file
  }

  // MARK: Reading

  mutating func next() throws(FileError) -> Step {
    if let line = takeLine() { return .line(line) }
    for index in older.indices {
      if try older[index].read() != .nothing { return .more }
      if isLeft(older[index]) { return leave(index) }
    }
    if try readCurrent() { return .more }
    return try goOver() ? .more : .nothing
  }

  private mutating func readCurrent() throws(FileError) -> Bool {
    // In place: a copy would copy the beginning of a line with each piece of it.
    guard let step = try current?.read(), step != .nothing else { return false }
    // What has the name now may have lost it at the next look. A failure here is seen again when this is read.
    if successor == nil { successor = try? findSuccessor() }
    return true
  }

  /// Nothing more comes into it, and its last line is taken.
  private func isLeft(_ file: FollowedFile) -> Bool {
    guard let replacedAt = file.replacedAt else { return false }
    return .now - replacedAt >= overlap || older.count > Self.mostOlder
  }

  private mutating func leave(_ index: Int) -> Step {
    older[index].finish()
    if let line = takeLine() { return .line(line) }
    older.remove(at: index)
    olderPlaces.remove(at: index)
    return .left
  }

  /// A line that has been read, of an older file before those of a newer one.
  private mutating func takeLine() -> TextLine? {
    for index in older.indices {
      guard let line = older[index].takeLine() else { continue }
      olderPlaces[index] = older[index].place
      return placed(line)
    }
    return current?.takeLine().map(placed)
  }

  private func placed(_ line: TextLine) -> TextLine {
    guard let newest = current?.place else { return line }
    return line.placed(FilePlace(newest: newest, older: olderPlaces))
  }

  /// The beginnings of lines that came last.
  mutating func finish() -> [TextLine] {
    for index in older.indices { older[index].finish() }
    current?.finish()
    var lines: [TextLine] = []
    while let line = takeLine() { lines.append(line) }
    return lines
  }

  // MARK: Rotation

  /// Goes over to the file that has got the name, in two steps. False: there is none, or it is not in use yet.
  private mutating func goOver() throws(FileError) -> Bool {
    if isOver {
      if var file = current {
        file.finish()
        file.replacedAt = .now
        older.append(file)
        olderPlaces.append(file.place)
      }
      (current, successor, isOver) = (successor, nil, false)
      return true
    }
    if successor == nil { successor = try findSuccessor() }
    guard let successor, try hasTakenOver(successor) else { return false }
    isOver = true
    return true
  }

  /// Whether a program uses the new file, or did so.
  private func hasTakenOver(_ successor: FollowedFile) throws(FileError) -> Bool {
    if current == nil { return true }
    if try successor.size() > 0 { return true }
    do throws(FileError) {
      return try path.status(followingLink: true).identity != successor.identity
    } catch {
      return false  // There is none now, and the next one that is made is found.
    }
  }

  private mutating func findSuccessor() throws(FileError) -> FollowedFile? {
    do throws(FileError) {
      let status = try path.status(followingLink: true)
      if status.identity == current?.identity {
        deniedSince = nil
        return nil
      }
      let file = try open(path)
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
}

extension FilePath {
  /// When an entry of this folder was made, removed or renamed.
  fileprivate var lastChange: FileStatus.Stamp? { (try? status(followingLink: true))?.written }
}

extension FileStatus.Stamp {
  /// Whether another change now would have another stamp. The clock of the file system makes steps.
  fileprivate var isOver: Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let age = Duration.seconds(now.tv_sec - seconds) + .nanoseconds(now.tv_nsec - nanoseconds)
    return age > .milliseconds(20)
  }
}
