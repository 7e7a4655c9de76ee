import Foundation
import SignalsFoundation

/// A program of this user that serves what its streams do.
struct InspectableProgram: Equatable, Sendable {
  let process: Int
  let socket: FilePath
}

extension InspectableProgram {
  /// The programs whose sockets are in a folder, by process number. The sockets of programs that are gone are removed.
  ///
  /// - Throws: when another user could have put something there.
  static func all(in folder: InspectorFolder) throws(InspectionFailure) -> [InspectableProgram] {
    // No program has served anything yet.
    guard (try? folder.path.status(followingLink: false)) != nil else { return [] }
    do throws(InspectorError) { try folder.check() } catch { throw InspectionFailure("\(error)") }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path.text)) ?? []
    return names.compactMap { name in
      guard name.hasSuffix(".sock"), let process = Int(name.dropLast(5)) else { return nil }
      let program = InspectableProgram(process: process, socket: folder.path.appending(name))
      return program.isThere ? program : nil
    }
    .sorted { $0.process < $1.process }
  }

  /// Whether a process accepts connections. If none does, the socket is removed.
  private var isThere: Bool {
    do throws(InspectorError) {
      _ = try LocalSocket.connected(to: socket)
      return true
    } catch {
      if error.code == ECONNREFUSED { unlink(socket.text) }
      return false
    }
  }
}
