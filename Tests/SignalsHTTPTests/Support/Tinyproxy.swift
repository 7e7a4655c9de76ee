#if HTTP
  import Foundation
  import Signals
  import TestSupport

  /// A real proxy on the loopback address: `tinyproxy`.
  final class Tinyproxy: Sendable {
    private let folder: TemporaryFolder
    private let process: Guarded<ServerProcess?>
    private let port: UInt16

    /// - Parameter password: What the user `ada` has to show; nil: it serves all.
    init(password: String? = nil) throws {
      folder = try TemporaryFolder()
      port = try freePort()
      let log = folder.url.appending(path: "log")
      let configuration = try folder.write(
        "tinyproxy.conf",
        """
        Port \(port)
        Listen 127.0.0.1
        LogFile "\(log.path)"
        LogLevel Connect
        MaxClients 200
        \(password.map { "BasicAuth ada \($0)" } ?? "")

        """)
      let started = try ServerProcess(["tinyproxy", "-d", "-c", configuration.path], port: port) {
        (try? String(contentsOf: log, encoding: .utf8)) ?? "no log"
      }
      process = Guarded(started)
    }

    // Before its folder is gone.
    deinit { withExtendedLifetime(process.withLock { $0.take() }) {} }

    /// - Parameter user: With a password, as a URL has them.
    func url(_ user: String? = nil) -> String { "http://\(user.map { "\($0)@" } ?? "")127.0.0.1:\(port)" }

    /// What was requested of it, one line for each: method and target.
    func requests() throws -> [String] {
      try String(contentsOf: folder.url.appending(path: "log"), encoding: .utf8).split(separator: "\n")
        .compactMap { $0.firstMatch(of: /Request \(file descriptor \d+\): (\S+ \S+)/).map { String($0.1) } }
    }
  }
#endif
