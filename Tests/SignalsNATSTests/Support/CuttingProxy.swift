#if NATS
  import Foundation
  import Signals
  import TestSupport

  /// Passes bytes between clients and a server, and cuts their connections on demand.
  final class CuttingProxy: Sendable {
    let port: UInt16
    private let listener: Int32
    private let open = Guarded<[Int32]>([])

    init(to server: UInt16) throws {
      let port = try freePort()
      let listener = openSocket()
      self.port = port
      self.listener = listener
      guard withLoopbackAddress(port, { bind(listener, $0, $1) }) == 0, listen(listener, 16) == 0 else {
        throw ServerProcess.Trouble.doesNotStart("the proxy")
      }
      let open = open
      Thread.detachNewThread {
        while true {
          let client = accept(listener, nil, nil)
          if client < 0 { return }
          let upstream = openSocket()
          if withLoopbackAddress(server, { Foundation.connect(upstream, $0, $1) }) != 0 {
            close(client)
            close(upstream)
            continue
          }
          open.withLock { $0 += [client, upstream] }
          pump(client, upstream)
          pump(upstream, client)
        }
      }
    }

    deinit {
      shutdown(listener, Int32(SHUT_RDWR))
      close(listener)
      cut()
    }

    /// Ends all connections, in the middle of whatever is on its way.
    func cut() {
      let sockets = open.withLock { open in
        defer { open = [] }
        return open
      }
      sockets.forEach { shutdown($0, Int32(SHUT_RDWR)) }
    }
  }

  private func pump(_ source: Int32, _ target: Int32) {
    Thread.detachNewThread {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = recv(source, &buffer, buffer.count, 0)
        if count <= 0 { break }
        var sent = 0
        while sent < count {
          let step = buffer.withUnsafeBytes {
            send(target, $0.baseAddress! + sent, count - sent, Int32(MSG_NOSIGNAL))
          }
          if step <= 0 { break }
          sent += step
        }
        if sent < count { break }
      }
      shutdown(source, Int32(SHUT_RDWR))
      shutdown(target, Int32(SHUT_RDWR))
      // The other direction uses the socket too; the process of the tests has few of them.
    }
  }
#endif
