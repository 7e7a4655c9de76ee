#if HTTP
  import Foundation
  import Signals
  import TestSupport

  /// A real `caddy` on the loopback address, before another server.
  final class Caddy: Sendable {
    private let folder: TemporaryFolder
    private let process: Guarded<ServerProcess?>
    /// Of HTTP/1.1, and of HTTP/2 with TLS.
    private let (plain, secured): (UInt16, UInt16)

    /// - Parameter port: Of the other server.
    init(before port: UInt16, _ certificates: Certificates) throws {
      folder = try TemporaryFolder()
      (plain, secured) = (try freePort(), try freePort())
      let site = """
          bind 127.0.0.1 ::1
          encode gzip
          redir /moved / 307
          handle {
            reverse_proxy 127.0.0.1:\(port)
          }
        """
      let keys = "\(certificates.path("server.pem")) \(certificates.path("server.key"))"
      let configuration = try folder.write(
        "Caddyfile",
        """
        {
          admin off
          auto_https off
          storage file_system \(folder.url.path)
          log {
            output file \(folder.url.path)/log
          }
        }
        http://:\(plain) {
        \(site)
        }
        https://:\(secured) {
          tls \(keys)
        \(site)
        }

        """)
      let log = folder.url.appending(path: "log")
      let started = try ServerProcess(
        [
          "env", "HOME=\(folder.url.path)", "caddy", "run", "--config", configuration.path, "--adapter",
          "caddyfile",
        ], port: secured
      ) { (try? String(contentsOf: log, encoding: .utf8)) ?? "no log" }
      process = Guarded(started)
    }

    // Before its folder is gone.
    deinit { withExtendedLifetime(process.withLock { $0.take() }) {} }

    func url(_ path: String, secured isSecured: Bool, host: String = "127.0.0.1") -> String {
      isSecured ? "https://\(host):\(secured)/\(path)" : "http://\(host):\(plain)/\(path)"
    }
  }
#endif
