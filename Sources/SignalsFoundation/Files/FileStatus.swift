import Foundation

/// What the system knows about a file without opening it.
package struct FileStatus: Sendable {
  package enum Kind: Sendable { case file, folder, link, special }

  /// Which file it is, under whatever name.
  package struct Identity: Hashable, Sendable {
    let device: UInt64
    let number: UInt64
  }

  package let kind: Kind
  package let identity: Identity
}

extension FilePath {
  package func status(followingLink: Bool) throws(FileError) -> FileStatus {
    var status = stat()
    guard withCString({ followingLink ? stat($0, &status) : lstat($0, &status) }) == 0 else {
      throw .last(self, .look)
    }
    let kind: FileStatus.Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .special
      }
    return FileStatus(
      kind: kind,
      identity: .init(
        device: UInt64(truncatingIfNeeded: status.st_dev),
        number: UInt64(truncatingIfNeeded: status.st_ino)))
  }
}
