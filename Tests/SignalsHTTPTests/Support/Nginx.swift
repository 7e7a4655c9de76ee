#if HTTP
  import Foundation
  import Signals
  import SignalsHTTP
  import TestSupport

  /// A real `nginx` on the loopback address, with a folder of its own.
  final class Nginx: Sendable {
    private let folder: TemporaryFolder
    private let process: Guarded<ServerProcess?>
    /// Of HTTP/1.1, and of HTTP/2 with TLS.
    let (plain, secured): (UInt16, UInt16)

    /// - Parameter settings: More lines for each server.
    init(_ certificates: Certificates, certificate: String = "server", settings: String = "") throws {
      folder = try TemporaryFolder()
      (plain, secured) = (try freePort(), try freePort())
      for name in ["www", "put"] { try folder.makeFolder(name) }
      let path = folder.url.path
      let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
        "\($0)_temp_path \(path)/\($0);"
      }
      // Without a master: a signal that ends it leaves nothing behind.
      let configuration = try folder.write(
        "nginx.conf",
        """
        daemon off; master_process off; pid \(path)/pid; error_log \(path)/log info;
        events { worker_connections 8192; }
        http {
          \(paths.joined(separator: " "))
          log_format short '$connection $server_protocol $request_method $request_uri $status';
          access_log \(path)/access short;
          sendfile on; tcp_nopush on; keepalive_requests 1000000; client_max_body_size 0;
          default_type application/octet-stream;
          server {
            listen 127.0.0.1:\(plain) backlog=4096;
            listen 127.0.0.1:\(secured) ssl http2;
            ssl_certificate \(certificates.path("\(certificate).pem"));
            ssl_certificate_key \(certificates.path("\(certificate).key"));
            root \(path)/www;
            location /put/ { alias \(path)/put/; dav_methods PUT; }
            location /moved/ { rewrite ^/moved/(.*)$ /$1 redirect; }
            location /slow/ { alias \(path)/www/; limit_rate 20k; }
            location /private/ { alias \(path)/www/; auth_basic "here"; auth_basic_user_file \(path)/users; }
            location /packed/ { alias \(path)/www/; gzip on; gzip_types *; gzip_min_length 1; }
            \(settings)
          }
        }

        """)
      try folder.write("users", "ada:{PLAIN}secret\n")
      try folder.write("www/hello", "hello")
      let log = folder.url.appending(path: "log")
      let started = try ServerProcess(["nginx", "-e", log.path, "-c", configuration.path], port: plain) {
        (try? String(contentsOf: log, encoding: .utf8)) ?? "no log"
      }
      process = Guarded(started)
    }

    // Before its folder is gone.
    deinit { withExtendedLifetime(process.withLock { $0.take() }) {} }

    /// The number of its process.
    var number: pid_t { process.withLock { $0?.number ?? 0 } }

    func path(_ name: String) -> String { folder.url.appending(path: name).path }

    func kill() throws { try process.withLock { $0.take() }?.end(by: SIGKILL) }

    /// A file of zeros that takes no place on the disk.
    func add(_ name: String, size: Int) throws {
      let file = try folder.write("www/\(name)", "")
      guard truncate(file.path, size) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    func add(_ name: String, _ text: String) throws { try folder.write("www/\(name)", text) }

    /// What was put there.
    func stored(_ name: String) throws -> [UInt8] {
      Array(try Data(contentsOf: folder.url.appending(path: "put/\(name)")))
    }

    /// A line for each answer: connection, version, method, path, status.
    func answers() throws -> [[Substring]] {
      try String(contentsOf: folder.url.appending(path: "access"), encoding: .utf8)
        .split(separator: "\n").map { $0.split(separator: " ") }
    }

    func url(_ path: String, secured isSecured: Bool = false) -> String {
      isSecured ? securedURL(path) : "http://127.0.0.1:\(plain)/\(path)"
    }

    func securedURL(_ path: String) -> String { "https://127.0.0.1:\(secured)/\(path)" }
  }

  extension HTTPClient {
    /// A client that uses no proxy, whatever the environment says.
    static func direct(_ change: (inout HTTPOptions) -> Void = { _ in }) -> HTTPClient {
      var options = HTTPOptions()
      options.proxy = ""
      change(&options)
      return HTTPClient(options)
    }
  }
#endif
