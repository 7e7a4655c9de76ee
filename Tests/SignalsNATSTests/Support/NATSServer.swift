#if NATS
  import Foundation
  import Signals
  import SignalsNATS
  import TestSupport

  /// A real `nats-server` on the loopback address, with a folder of its own.
  ///
  /// It ends with this object, and with the process of the tests.
  final class NATSServer: Sendable {
    let port: UInt16
    let name: String
    private let folder: TemporaryFolder
    private let configuration: URL
    private let process = Guarded<ServerProcess?>(nil)

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

    // Before its folder is gone.
    deinit { withExtendedLifetime(process.withLock { $0.take() }) {} }

    /// What it has logged.
    var log: String {
      (try? String(contentsOf: folder.url.appending(path: "log"), encoding: .utf8)) ?? ""
    }

    func start() throws {
      let started = try ServerProcess(["nats-server", "-c", configuration.path], port: port) { log }
      process.withLock { $0 = started }
    }

    /// As a power failure does: nothing is written any more.
    func kill() throws { try end(by: SIGKILL) }

    func stop() throws { try end(by: SIGTERM) }

    private func end(by signal: Int32) throws {
      try process.withLock { $0.take() }?.end(by: signal)
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
#endif
