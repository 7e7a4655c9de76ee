import Foundation

/// A server that is a program of its own, on the loopback address, with a temporary folder.
public final class LocalServer {
  public enum Trouble: Error { case doesNotStart }

  public let port: UInt16
  public let folder: URL
  private let process = Process()
  private let input = Pipe()

  /// Starts it, and waits until it listens.
  ///
  /// - Parameter command: The program with its arguments, for a port and a folder.
  public init(_ command: (UInt16, URL) throws -> [String]) throws {
    port = Self.freePort()
    folder = FileManager.default.temporaryDirectory.appending(path: "benchmarks-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // The shell ends the server when this program has ended, however that happens.
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments =
      ["-c", #"exec 3<&0; "$@" </dev/null 3<&- & cat <&3; kill -9 $!"#, "sh"] + (try command(port, folder))
    process.standardInput = input
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    for _ in 0..<500 {
      usleep(20_000)
      if withSocket(at: port, { connect($0, $1, $2) == 0 }) { return }
      if !process.isRunning { break }
    }
    stop()
    throw Trouble.doesNotStart
  }

  private static func freePort() -> UInt16 {
    withSocket(at: 0) { number, address, length in
      var (name, size) = (sockaddr_in(), length)
      _ = bind(number, address, length)
      _ = withUnsafeMutablePointer(to: &name) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(number, $0, &size) }
      }
      return UInt16(bigEndian: name.sin_port)
    }
  }

  public func stop() {
    // Has been closed before, if it fails.
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }
}

/// A socket for the time of the call, and an address on the loopback interface.
private func withSocket<Result>(
  at port: UInt16, _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Result
) -> Result {
  #if os(Linux)
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  #else
    let number = socket(AF_INET, SOCK_STREAM, 0)
  #endif
  defer { close(number) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  return withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
}
