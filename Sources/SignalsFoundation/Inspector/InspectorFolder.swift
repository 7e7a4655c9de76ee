import Foundation

/// The folder with the sockets of the programs of this user.
package struct InspectorFolder {
  package let path: FilePath

  package init(_ path: FilePath) { self.path = path }

  package static var standard: InspectorFolder {
    let environment = ProcessInfo.processInfo.environment
    if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
      return InspectorFolder(FilePath("\(runtime)/swift-signals"))
    }
    let temporary = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    return InspectorFolder(FilePath("\(temporary)/swift-signals-\(getuid())"))
  }

  /// The folder, made if it is not there.
  package static func prepared() throws(InspectorError) -> InspectorFolder {
    let folder = standard
    if mkdir(folder.path.text, 0o700) != 0, errno != EEXIST {
      throw InspectorError(path: folder.path, call: "mkdir", code: errno)
    }
    try folder.check()
    return folder
  }

  /// Another user may have made a folder of this name in the temporary folder.
  package func check() throws(InspectorError) {
    var status = stat()
    if lstat(path.text, &status) != 0 { throw InspectorError(path: path, call: "lstat", code: errno) }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid(), status.st_mode & 0o077 == 0 else {
      throw InspectorError(path: path, reason: "it is not a folder that only this user can open")
    }
  }

  package func path(of process: Int32) -> FilePath { FilePath("\(path.text)/\(process).sock") }
}
