#if NATS
  import BenchmarkServer
  import Foundation

  /// A `nats-server` with JetStream on the loopback address, in a temporary folder.
  final class Server {
    let address: String
    private let server: LocalServer

    init() throws {
      server = try LocalServer { port, folder in
        ["nats-server", "-a", "127.0.0.1", "-p", "\(port)", "-js", "-sd", folder.path]
      }
      address = "nats://127.0.0.1:\(server.port)"
    }

    func stop() { server.stop() }
  }
#endif
