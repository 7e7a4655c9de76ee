import Foundation

/// Whether a process is alive. A process that has ended but is not reaped yet is not alive.
package func isAlive(_ process: pid_t) -> Bool {
  if kill(process, 0) != 0 { return false }
  #if os(Linux)
    let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return status?.contains(") Z ") == false
  #else
    return true
  #endif
}
