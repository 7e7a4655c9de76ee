#if HTTP
  import BenchmarkServer
  import Foundation

  /// An `nginx` on the loopback address, in a temporary folder.
  final class Nginx {
    private let server: LocalServer

    /// - Parameter size: Of the file `big`, in bytes.
    init(size: Int) throws {
      server = try LocalServer { port, folder in
        let path = folder.path
        for name in ["www", "put"] {
          try FileManager.default.createDirectory(
            atPath: "\(path)/\(name)", withIntermediateDirectories: true)
        }
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
          "\($0)_temp_path \(path)/\($0);"
        }
        let configuration = """
          daemon off; master_process off; pid \(path)/pid; error_log /dev/null;
          events { worker_connections 1024; }
          http {
            \(temporary.joined(separator: " "))
            access_log off; sendfile on; tcp_nopush on; keepalive_requests 10000000; client_max_body_size 0;
            server {
              listen 127.0.0.1:\(port);
              root \(path)/www;
              location /put/ { alias \(path)/put/; dav_methods PUT; }
            }
          }

          """
        try Data(configuration.utf8).write(to: folder.appending(path: "nginx.conf"))
        try Data("hello".utf8).write(to: folder.appending(path: "www/hello"))
        // Zeros, which take no place on the disk.
        try Data().write(to: folder.appending(path: "www/big"))
        truncate("\(path)/www/big", size)
        return ["nginx", "-e", "/dev/null", "-c", "\(path)/nginx.conf"]
      }
    }

    func url(_ path: String) -> String { "http://127.0.0.1:\(server.port)/\(path)" }

    /// Of what it serves.
    func path(_ name: String) -> String { server.folder.appending(path: "www/\(name)").path }

    func stop() { server.stop() }
  }
#endif
