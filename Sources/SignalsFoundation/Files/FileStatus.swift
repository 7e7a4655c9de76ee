import Foundation

/// What the system knows about a file without opening it.
package struct FileStatus: Hashable, Sendable {
  package enum Kind: Sendable { case file, folder, link, special }

  /// Which file it is, under whatever name.
  package struct Identity: Hashable, Sendable {
    let device: UInt64
    let number: UInt64
  }

  /// A moment, as the file system counts.
  struct Stamp: Hashable, Sendable {
    let seconds: Int
    let nanoseconds: Int
  }

  package let kind: Kind
  package let identity: Identity
  let size: Int
  /// When the content was written.
  let written: Stamp
  /// When the content or the attributes were changed.
  let touched: Stamp
}

extension FilePath {
  package func status(followingLink: Bool) throws(FileError) -> FileStatus {
    var status = stat()
    let code = try withCString(to: .look) { followingLink ? stat($0, &status) : lstat($0, &status) }
    if code != 0 { throw .last(self, .look) }
    return FileStatus(status)
  }

  /// Whether it is a folder, or a link to one.
  package func leadsToFolder() throws(FileError) -> Bool { try status(followingLink: true).kind == .folder }
}

extension Descriptor {
  /// - Parameter path: What failures call it.
  func status(as path: FilePath) throws(FileError) -> FileStatus {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .last(path, .look) }
    return FileStatus(status)
  }
}

extension FileStatus {
  fileprivate init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .special
      }
    identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino))
    size = Int(status.st_size)
    (written, touched) = (status.written, status.touched)
  }
}

extension stat {
  #if canImport(Darwin)
    fileprivate var written: FileStatus.Stamp { .init(st_mtimespec) }
    fileprivate var touched: FileStatus.Stamp { .init(st_ctimespec) }
  #else
    fileprivate var written: FileStatus.Stamp { .init(st_mtim) }
    fileprivate var touched: FileStatus.Stamp { .init(st_ctim) }
  #endif
}

extension FileStatus.Stamp {
  fileprivate init(_ time: timespec) { self.init(seconds: Int(time.tv_sec), nanoseconds: time.tv_nsec) }
}
