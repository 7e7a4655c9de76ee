import SignalsFoundation

/// The files that the output of this program and of the command goes to, if any: they change with each run,
/// and would be the reason for the next.
struct OutputFiles: Sendable {
  private let files: Set<FileStatus.Identity>

  init() {
    files = Set(["/dev/stdout", "/dev/stderr"].compactMap { FilePath($0).fileIdentity(followingLink: true) })
  }

  func contains(_ event: FileEvent) -> Bool {
    switch event {
    case .created(let path, isFolder: false), .changed(let path):
      path.fileIdentity(followingLink: false).map(files.contains) ?? false
    default: false
    }
  }
}

extension FilePath {
  fileprivate func fileIdentity(followingLink: Bool) -> FileStatus.Identity? {
    do throws(FileError) {
      let status = try status(followingLink: followingLink)
      return status.kind == .file ? status.identity : nil
    } catch {
      return nil  // Nothing there, and nothing that we write to.
    }
  }
}
