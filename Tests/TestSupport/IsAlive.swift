import Foundation

/// Whether a process is alive. A process that has ended but is not reaped yet is not alive.
package func isAlive(_ process: pid_t) -> Bool {
  if kill(process, 0) != 0 { return false }
  #if os(Linux)
    // The name of the program may be cut in the middle of a character.
    let status = FileManager.default.contents(atPath: "/proc/\(process)/stat")
    return status.map { String(decoding: $0, as: UTF8.self).contains(") Z ") } == false
  #else
    return true
  #endif
}
