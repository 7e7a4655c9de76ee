#if NATS
  import Foundation
  import SignalsNATS

  /// A `nats-server` with JetStream on the loopback address, in a temporary folder.
  final class Server {
    let address: String
    private let process = Process()
    private let input = Pipe()
    private let folder = FileManager.default.temporaryDirectory.appending(path: "nats-benchmarks-\(UUID())")

    struct Trouble: Error {}

    init() throws {
      let port = Self.freePort()
      address = "nats://127.0.0.1:\(port)"
      // The shell ends the server when this program has ended, however that happens.
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = [
        "-c", #"exec 3<&0; "$@" </dev/null 3<&- & cat <&3; kill -9 $!"#, "sh", "nats-server", "-a",
        "127.0.0.1", "-p",
        "\(port)", "-js", "-sd", folder.path,
      ]
      process.standardInput = input
      process.standardError = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      for _ in 0..<500 {
        usleep(20_000)
        if (try? connect()) != nil { return }
        if !process.isRunning { break }
      }
      stop()
      throw Trouble()
    }

    private static func freePort() -> UInt16 {
      let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(number) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          _ = bind(number, address, length)
          _ = getsockname(number, address, &length)
        }
      }
      return UInt16(bigEndian: address.sin_port)
    }

    func stop() {
      // Has been closed before, if it fails.
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
      try? FileManager.default.removeItem(at: folder)
    }
  }
#endif
