#if NATS
  import Foundation
  import TestSupport

  /// A client that sends and receives the lines of the protocol as they are.
  final class RawClient: Sendable {
    enum Trouble: Error { case hasEnded(String) }

    private let socket = openSocket()

    init(_ server: NATSServer) throws {
      guard withLoopbackAddress(server.port, { Foundation.connect(socket, $0, $1) }) == 0 else {
        throw Trouble.hasEnded("no connection")
      }
      _ = try read(until: "\r\n")
      try send(#"CONNECT {"verbose":false,"headers":true}"# + "\r\n")
      try ping()
    }

    deinit { close(socket) }

    func send(_ text: String) throws {
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { throw Trouble.hasEnded("sending") }
        rest = rest.dropFirst(count)
      }
    }

    /// All that the server sends as far as this.
    func read(until end: String) throws -> String {
      var bytes: [UInt8] = []
      var byte: UInt8 = 0
      while !bytes.suffix(end.utf8.count).elementsEqual(end.utf8) {
        guard recv(socket, &byte, 1, 0) == 1 else {
          throw Trouble.hasEnded(String(decoding: bytes, as: UTF8.self))
        }
        bytes.append(byte)
      }
      return String(decoding: bytes, as: UTF8.self)
    }

    /// Waits until the server has processed all that was sent.
    func ping() throws {
      try send("PING\r\n")
      _ = try read(until: "PONG\r\n")
    }

    func publish(to subject: String, headers: String, _ text: String = "") throws {
      let size = headers.utf8.count
      try send("HPUB \(subject) \(size) \(size + text.utf8.count)\r\n\(headers)\(text)\r\n")
    }
  }
#endif
