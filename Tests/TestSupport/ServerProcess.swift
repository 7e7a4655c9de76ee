import Foundation
import Signals

/// A server that is a program of its own, at a port of the loopback address.
///
/// It ends with this object, and with the process of the tests, however that ends: a shell in between waits for the end of
/// its input, and kills the server then.
package final class ServerProcess: Sendable {
  package enum Trouble: Error { case doesNotStart(String), doesNotEnd }

  private struct Running {
    var process: Process?
    var input: Pipe?
  }

  private let port: UInt16
  /// The number of its process.
  package let number: pid_t
  private let running: Guarded<Running>

  /// The arguments of the shell come behind its script.
  private static let script = """
    exec 3<&0
    "$@" </dev/null >/dev/null 2>&1 3<&- &
    echo $!
    exec >/dev/null
    cat <&3
    kill -9 $! 2>/dev/null
    """

  /// Starts it, and waits until it listens.
  ///
  /// - Parameter log: What it has to say if it does not.
  package init(_ command: [String], port: UInt16, log: () -> String) throws {
    self.port = port
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", Self.script, "sh"] + command
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.runWithoutBlockedSignals()
    let line = output.fileHandleForReading.readDataToEndOfFile()
    let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard let number = pid_t(text) else { throw Trouble.doesNotStart("no process") }
    self.number = number
    running = Guarded(Running(process: process, input: input))
    if !waits(untilListening: true) {
      endShell()
      throw Trouble.doesNotStart(log())
    }
  }

  deinit { endShell() }

  /// Ends it, and waits until it does not listen any more.
  package func end(by signal: Int32) throws {
    kill(number, signal)
    if !waits(untilListening: false) { throw Trouble.doesNotEnd }
    endShell()
  }

  /// False: it takes longer than half a minute.
  private func waits(untilListening isWanted: Bool) -> Bool {
    for _ in 0..<3000 {
      if isListening(port) == isWanted { return true }
      usleep(10_000)
    }
    return false
  }

  private func endShell() {
    let running = running.withLock { running in
      defer { running = Running() }
      return running
    }
    guard let process = running.process else { return }
    // If it is closed already, the shell has ended.
    try? running.input?.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}

// MARK: Ports

package func withLoopbackAddress<Result>(
  _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
) -> Result {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  return withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
}

package func openSocket() -> Int32 {
  #if os(Linux)
    socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
  #else
    socket(AF_INET, SOCK_STREAM, 0)
  #endif
}

/// A port that nothing listens at.
package func freePort() throws -> UInt16 {
  let number = openSocket()
  defer { close(number) }
  guard withLoopbackAddress(0, { bind(number, $0, $1) }) == 0 else {
    throw ServerProcess.Trouble.doesNotStart("no port")
  }
  var address = sockaddr_in()
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  _ = withUnsafeMutablePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(number, $0, &length) }
  }
  return UInt16(bigEndian: address.sin_port)
}

private func isListening(_ port: UInt16) -> Bool {
  let number = openSocket()
  defer { close(number) }
  return withLoopbackAddress(port) { connect(number, $0, $1) } == 0
}
