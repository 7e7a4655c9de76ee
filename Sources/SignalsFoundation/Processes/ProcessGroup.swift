import Foundation
import SystemCalls

/// A process and all that it has started, as far as they have not left.
struct ProcessGroup: Sendable {
  /// The number of the process that leads the group, and of the group.
  let leader: pid_t

  /// A stopped process does not receive a signal: it has to go on for that.
  func terminate() {
    send(SIGTERM)
    send(SIGCONT)
  }

  func kill() { send(SIGKILL) }

  /// After it was stopped.
  func resume() { send(SIGCONT) }

  private func send(_ signal: Int32) { _ = Foundation.kill(-leader, signal) }

  /// Waits for the leader: the signal that has stopped it, or `SIGCONT` when it goes on. Nil when it has ended; its number
  /// stays taken then, so that no other process can get it.
  func waitForNews() -> Int32? {
    let signal = signals_wait_for_news(leader)
    return signal == 0 ? nil : signal
  }

  /// Reaps the leader after it has ended, which frees its number. Nil: other code has reaped it already.
  func reapLeader() -> ProcessEnd? {
    var status: Int32 = 0
    while waitpid(leader, &status, 0) < 0 {
      if errno != EINTR { return nil }
    }
    let signal = status & 0x7F
    return signal == 0 ? .exited(status: (status >> 8) & 0xFF) : .killed(signal: signal)
  }

  /// Whether a process of the group is alive, after the leader was reaped.
  var isAlive: Bool {
    // Where this program adopts orphans, as the first process of a container does.
    while waitpid(-leader, nil, WNOHANG) > 0 {}
    if Foundation.kill(-leader, 0) != 0, errno == ESRCH { return false }
    return hasLivingMember ?? true
  }

  /// A dead process that its parent has not reaped is a member too; only its state in `/proc` shows that it is dead.
  private var hasLivingMember: Bool? {
    #if os(Linux)
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc") else { return nil }
      return names.contains { name in
        guard name.allSatisfy(\.isNumber),
          // Not as a text: the kernel cuts the name of the program, in the middle of a character if need be.
          let bytes = FileManager.default.contents(atPath: "/proc/\(name)/stat"),
          let endOfName = bytes.lastIndex(of: UInt8(ascii: ")"))
        else { return false }
        // After the name, in parentheses: state, parent, group.
        let values = String(decoding: bytes[(endOfName + 1)...], as: UTF8.self).split(separator: " ")
        return values.count > 2 && values[2] == "\(leader)" && !["Z", "X"].contains(values[0])
      }
    #else
      return nil
    #endif
  }
}
