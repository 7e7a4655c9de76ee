import Foundation
import SignalsFoundation

/// A program of this user that serves what its streams do.
struct InspectableProgram: Equatable, Sendable {
  let process: Int
  let socket: FilePath
}

extension InspectableProgram {
  /// Where the sockets of this user lie.
  static func folder(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> FilePath {
    if let runtime = environment["XDG_RUNTIME_DIR"], !runtime.isEmpty {
      return FilePath(runtime).appending("swift-signals")
    }
    let temporary = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    return FilePath(temporary).appending("swift-signals-\(getuid())")
  }

  /// The programs whose sockets are in a folder, by process number. The sockets of programs that are gone are removed.
  ///
  /// - Throws: when another user could have put something there.
  static func all(in folder: FilePath) throws(InspectionFailure) -> [InspectableProgram] {
    var status = stat()
    guard lstat(folder.text, &status) == 0 else { return [] }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid(), status.st_mode & 0o077 == 0 else {
      throw InspectionFailure("the folder '\(folder)' is not this user's alone: nothing in it is used")
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.text)) ?? []
    return names.compactMap { name in
      guard name.hasSuffix(".sock"), let process = Int(name.dropLast(5)) else { return nil }
      let program = InspectableProgram(process: process, socket: folder.appending(name))
      return program.isThere ? program : nil
    }
    .sorted { $0.process < $1.process }
  }

  /// Whether a process accepts connections. If none does, the socket is removed.
  private var isThere: Bool {
    do throws(SystemCode) {
      _ = try UnixSocket(connectingTo: socket)
      return true
    } catch {
      if error.value == ECONNREFUSED { unlink(socket.text) }
      return false
    }
  }
}
