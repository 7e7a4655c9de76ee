/// What is below a path, as it was at one moment.
struct FolderSnapshot: Sendable {
  /// Where the files are. Gone: it was a folder, and is not there any more, or leads to something else.
  private let root: FilePath
  private let rootIsFolder: Bool
  private(set) var files: [FilePath: FileStatus] = [:]
  private(set) var unreadable: [FileError] = []

  var isGone: Bool { rootIsFolder && files[root]?.isFolder != true }

  init(of root: FilePath, entering: (FilePath) -> Bool) throws(FileError) {
    let status = try root.status(followingLink: true)
    self.init(root, isFolder: status.kind == .folder)
    look(entering)
    if let error = unreadable.first(where: { $0.path == root }) { throw error }
  }

  private init(_ root: FilePath, isFolder: Bool) {
    self.root = root
    rootIsFolder = isFolder
  }

  /// What is there now.
  func again(entering: (FilePath) -> Bool) -> FolderSnapshot {
    var next = FolderSnapshot(root, isFolder: rootIsFolder)
    next.look(entering)
    return next
  }

  private mutating func look(_ entering: (FilePath) -> Bool) {
    var waiting: [FilePath] = []
    visit(root, &waiting) { _ in true }
    while let folder = waiting.popLast() {
      do throws(FileError) {
        try folder.forEachEntry { entry in
          visit(entry.path, &waiting, entering)
          return true
        }
      } catch {
        note(error)
      }
    }
  }

  /// Notes a file; keeps a folder for later. What has gone meanwhile is not there.
  private mutating func visit(
    _ path: FilePath, _ waiting: inout [FilePath], _ entering: (FilePath) -> Bool
  ) {
    do throws(FileError) {
      let status = try path.status(followingLink: path == root)
      files[path] = status
      if status.kind == .folder, entering(path) { waiting.append(path) }
    } catch {
      note(error)
    }
  }

  private mutating func note(_ error: FileError) { if !error.saysGone { unreadable.append(error) } }

  /// What must have happened between two looks: first what is gone, inner things first, then the rest.
  func changes(since previous: FolderSnapshot) -> [FileEvent] {
    let complaints = unreadable.filter { !previous.unreadable.contains($0) }.map { FileEvent.unwatched($0) }
    if rootIsFolder, let now = files[root], now.isFolder, now.identity != previous.files[root]?.identity {
      return [.overflow] + complaints
    }
    var gone: [(path: FilePath, event: FileEvent)] = []
    var rest: [(path: FilePath, event: FileEvent)] = []
    for (path, old) in previous.files where files[path].map({ $0.isFolder != old.isFolder }) ?? true {
      gone.append((path, .removed(path, isFolder: old.isFolder)))
    }
    for (path, new) in files {
      if let old = previous.files[path], old.isFolder == new.isFolder {
        if !new.isFolder, old != new { rest.append((path, .changed(path))) }
      } else {
        rest.append((path, .created(path, isFolder: new.isFolder)))
      }
    }
    return gone.sorted { $0.path > $1.path }.map(\.event) + rest.sorted { $0.path < $1.path }.map(\.event)
      + complaints
  }
}

extension FileStatus {
  fileprivate var isFolder: Bool { kind == .folder }
}
