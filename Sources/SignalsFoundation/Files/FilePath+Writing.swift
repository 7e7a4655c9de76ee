import Foundation

extension FilePath {
  /// Writes a text in place of what the file holds. Folders on the way have to be there.
  package func write(_ text: String) throws(FileError) {
    let descriptor = try withCString(to: .write) { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw .last(self, .write) }
    defer { close(descriptor) }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw .last(self, .write) }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Makes a folder, if it is not there yet. The one it lies in has to be there.
  package func makeFolder() throws(FileError) {
    if try withCString(to: .make, { mkdir($0, 0o777) }) == 0 { return }
    let error = FileError.last(self, .make)
    var status = stat()
    if try withCString(to: .make, { stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFDIR { return }
    throw error
  }

  /// Gives a file another name, in one step; what had that name before is gone.
  package func rename(to new: FilePath) throws(FileError) {
    let code = try withCString(to: .rename) { old throws(FileError) in
      try new.withCString(to: .rename) { Foundation.rename(old, $0) }
    }
    if code != 0 { throw .last(self, .rename) }
  }
}
