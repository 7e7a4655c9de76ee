import Foundation

extension FilePath {
  /// Calls `body` with each entry of this folder, in the order of the file system, until it returns
  /// false. One entry at a time: a folder may hold any number.
  package func forEachEntry(_ body: (FolderEntry) -> Bool) throws(FileError) {
    guard let folder = try withCString(to: .list, { opendir($0) }) else { throw .last(self, .list) }
    defer { closedir(folder) }
    while true {
      errno = 0  // The only way to distinguish the end from a failure.
      guard let entry = readdir(folder) else {
        if errno != 0 { throw .last(self, .list) }
        return
      }
      // Not through a copy of the entry: its name may be longer than the declared field, and is mostly shorter. Then the copy
      // would have what is behind the entry, where the list may be over.
      let field = UnsafeRawPointer(entry) + MemoryLayout<dirent>.offset(of: \.d_name)!
      let name = field.assumingMemoryBound(to: CChar.self)
      if strcmp(name, ".") == 0 || strcmp(name, "..") == 0 { continue }
      if !body(FolderEntry(folder: self, name: name, entry)) { return }
    }
  }

  /// The path of an entry of this folder.
  func firstEntry(where isMatching: (FolderEntry) -> Bool) throws(FileError) -> FilePath? {
    var path: FilePath?
    try forEachEntry { entry in
      if isMatching(entry) { path = entry.path }
      return path == nil
    }
    return path
  }
}

/// Something in a folder, while the folder is being listed.
package struct FolderEntry {
  let folder: FilePath
  package let name: UnsafePointer<CChar>
  /// What the folder knows about it.
  fileprivate let type: UInt8
  /// As it stands in the list.
  let number: UInt64

  fileprivate init(folder: FilePath, name: UnsafePointer<CChar>, _ entry: UnsafePointer<dirent>) {
    self.folder = folder
    self.name = name
    type = entry.pointer(to: \.d_type)!.pointee
    number = UInt64(entry.pointer(to: \.d_ino)!.pointee)
  }

  var path: FilePath { folder.appending(name) }

  /// Nil: it is gone again.
  var identity: FileStatus.Identity? { (try? path.status(followingLink: false))?.identity }

  /// Whether it is a folder. Most file systems report that without a look at the entry itself.
  var isFolder: Bool {
    if type != UInt8(DT_UNKNOWN) { return type == UInt8(DT_DIR) }
    do throws(FileError) { return try path.status(followingLink: false).kind == .folder } catch {
      return false  // It is gone again.
    }
  }
}
