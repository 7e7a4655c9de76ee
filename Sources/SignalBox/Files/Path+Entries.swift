import Foundation

extension Path {
  /// Calls `body` with each entry of this folder, in the order of the file system, until it returns
  /// false. One entry at a time: a folder may hold any number.
  func forEachEntry(_ body: (Path) -> Bool) throws(FileError) {
    guard let folder = withCString({ opendir($0) }) else { throw .last(self, .list) }
    defer { closedir(folder) }
    while true {
      errno = 0  // The only way to tell the end from a failure.
      guard let entry = readdir(folder) else {
        if errno != 0 { throw .last(self, .list) }
        return
      }
      // Not through a copy of the entry: its name may be longer than the declared field.
      let field = UnsafeRawPointer(entry) + MemoryLayout<dirent>.offset(of: \.d_name)!
      let name = field.assumingMemoryBound(to: CChar.self)
      if strcmp(name, ".") == 0 || strcmp(name, "..") == 0 { continue }
      if !body(appending(name)) { return }
    }
  }
}
