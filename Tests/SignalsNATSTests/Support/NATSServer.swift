#if NATS
  import Foundation
  import Signals
  import SignalsNATS
  import TestSupport

  /// A real `nats-server` on the loopback address, with a folder of its own.
  ///
  /// It ends with this object, and with the process of the tests, however that ends: a shell in between waits for the end of
  /// its input, and kills the server then.
  final class NATSServer: Sendable {
    enum Trouble: Error { case doesNotStart(String), doesNotEnd }

    private struct Running {
      var process: Process?
      var input: Pipe?
      var server: pid_t = 0
    }

    let port: UInt16
    let name: String
    private let folder: TemporaryFolder
    private let configuration: URL
    private let running = Guarded(Running())

    var address: String { "nats://127.0.0.1:\(port)" }

    /// - Parameters:
    ///   - settings: More lines of its configuration.
    ///   - starts: Whether it is started.
    init(
      port: UInt16? = nil, name: String = "one", jetStream: Bool = true, settings: String = "",
      starts: Bool = true
    )
      throws
    {
      self.port = try port ?? freePort()
      self.name = name
      folder = try TemporaryFolder()
      let store = folder.url.appending(path: "store").path
      configuration = try folder.write(
        "server.conf",
        Array(
          """
          listen: 127.0.0.1:\(self.port)
          server_name: \(name)
          log_file: "\(folder.url.appending(path: "log").path)"
          \(jetStream ? "jetstream { store_dir: \"\(store)\", max_mem: 256MB, max_file: 4GB }" : "")
          \(settings)

          """.utf8))
      if starts { try start() }
    }

    deinit { endShell() }

    /// What it has logged.
    var log: String {
      (try? String(contentsOf: folder.url.appending(path: "log"), encoding: .utf8)) ?? ""
    }

    /// The arguments of the shell come behind its script.
    private static let script = """
      exec 3<&0
      "$@" </dev/null >/dev/null 2>&1 3<&- &
      echo $!
      exec >/dev/null
      cat <&3
      kill -9 $! 2>/dev/null
      """

    func start() throws {
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", Self.script, "sh", "nats-server", "-c", configuration.path]
      let (input, output) = (Pipe(), Pipe())
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      let line = output.fileHandleForReading.readDataToEndOfFile()
      guard
        let number = pid_t(
          String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
      else { throw Trouble.doesNotStart("no process") }
      running.withLock { $0 = Running(process: process, input: input, server: number) }
      for _ in 0..<3000 where !isListening(port) { usleep(10_000) }
      if !isListening(port) {
        endShell()
        throw Trouble.doesNotStart(log)
      }
    }

    /// As a power failure does: nothing is written any more.
    func kill() throws { try end(by: SIGKILL) }

    func stop() throws { try end(by: SIGTERM) }

    private func end(by signal: Int32) throws {
      let server = running.withLock { $0.server }
      Foundation.kill(server, signal)
      for _ in 0..<3000 where isListening(port) { usleep(10_000) }
      if isListening(port) { throw Trouble.doesNotEnd }
      endShell()
    }

    private func endShell() {
      let running = running.withLock { running in
        defer { running = Running() }
        return running
      }
      guard let process = running.process else { return }
      try? running.input?.fileHandleForWriting.close()
      process.waitUntilExit()
    }

    func options(_ change: (inout NATSOptions) -> Void = { _ in }) -> NATSOptions {
      var options = NATSOptions(servers: [address])
      options.reconnectWait = .milliseconds(50)
      change(&options)
      return options
    }

    func connect(_ change: (inout NATSOptions) -> Void = { _ in }) throws -> NATSConnection {
      try NATSConnection(options(change))
    }
  }

  /// Three servers that are one.
  final class NATSCluster: Sendable {
    let servers: [NATSServer]

    init() throws {
      let routes = try (0..<3).map { _ in try freePort() }
      let list = routes.map { "nats://127.0.0.1:\($0)" }.joined(separator: ", ")
      servers = try routes.enumerated().map { index, route in
        try NATSServer(
          name: "server\(index)",
          settings: "cluster { name: tests, listen: 127.0.0.1:\(route), routes: [\(list)] }")
      }
    }

    func connect() throws -> NATSConnection {
      var options = NATSOptions(servers: servers.map(\.address))
      options.reconnectWait = .milliseconds(50)
      return try NATSConnection(options)
    }
  }

  // MARK: Ports

  func socketAddress(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  func withSocketAddress<Result>(
    _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = socketAddress(port)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  func openSocket() -> Int32 {
    socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
  }

  /// A port that nothing listens at.
  func freePort() throws -> UInt16 {
    let number = openSocket()
    defer { close(number) }
    guard withSocketAddress(0, { bind(number, $0, $1) }) == 0 else {
      throw NATSServer.Trouble.doesNotStart("no port")
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
    return withSocketAddress(port) { Foundation.connect(number, $0, $1) } == 0
  }
#endif
