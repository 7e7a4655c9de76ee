#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A TCP socket on 127.0.0.1.
package struct Socket: Hashable, Sendable {
  package struct Failure: Error {
    package let call: String
    package let code: Int32
  }

  private let descriptor: Int32

  /// Listens at a port that the system chooses.
  package static func listening() throws -> Socket {
    let socket = try unconnected()
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let bound = withGeneric(&address) { bind(socket.descriptor, $0, $1) }
    guard bound == 0 else { throw Failure(call: "bind", code: errno) }
    guard listen(socket.descriptor, 64) == 0 else { throw Failure(call: "listen", code: errno) }
    return socket
  }

  private static func unconnected() throws -> Socket {
    let descriptor = socket(AF_INET, streamType, 0)
    guard descriptor >= 0 else { throw Failure(call: "socket", code: errno) }
    keepFromChildren(descriptor)
    return Socket(descriptor: descriptor)
  }

  package func port() throws -> UInt16 {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withGeneric(&address) { pointer, _ in getsockname(descriptor, pointer, &length) }
    guard result == 0 else { throw Failure(call: "getsockname", code: errno) }
    return UInt16(bigEndian: address.sin_port)
  }

  /// The next connection; nil when the socket was ended.
  package func accept() -> Socket? {
    while true {
      let accepted = acceptConnection(descriptor)
      if accepted >= 0 { return Socket(descriptor: accepted) }
      guard errno == EINTR || errno == ECONNABORTED else { return nil }
    }
  }

  /// Reads as far as the first empty line; nil when the connection ends before that.
  package func readHead() -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard recv(descriptor, &byte, 1, 0) == 1 else { return nil }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads so many bytes; nil when the connection ends before that.
  package func read(_ count: Int) -> String? {
    var bytes = [UInt8](repeating: 0, count: count)
    var rest = 0..<count
    while !rest.isEmpty {
      let read = bytes.withUnsafeMutableBytes {
        recv(descriptor, $0.baseAddress! + rest.lowerBound, rest.count, 0)
      }
      guard read > 0 else { return nil }
      rest = (rest.lowerBound + read)..<count
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Sends all bytes. False: the other side does not read any more.
  package func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        sendto(descriptor, $0.baseAddress, $0.count, withoutSignal, nil, 0)
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Waits for the other side to close the connection; what it sends is thrown away.
  package func clientLeaves(within limit: Duration) -> Bool {
    let deadline = ContinuousClock.now + limit
    var buffer = [UInt8](repeating: 0, count: 1024)
    while true {
      let left = deadline - ContinuousClock.now
      guard left > .zero else { return false }
      var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let milliseconds = left.components.seconds * 1_000 + left.components.attoseconds / 1_000_000_000_000_000
      guard poll(&wait, 1, Int32(clamping: milliseconds + 1)) > 0 else { continue }
      if recv(descriptor, &buffer, buffer.count, 0) <= 0 { return true }
    }
  }

  /// Ends the traffic both ways; a thread that waits for the socket goes on.
  package func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  package func close() { closeDescriptor(descriptor) }
}

// The system's functions, under names that the methods above do not hide.
#if os(Linux)
  private let streamType = Int32(SOCK_STREAM.rawValue)
  private let withoutSignal = Int32(MSG_NOSIGNAL)
#else
  private let streamType = SOCK_STREAM
  private let withoutSignal: Int32 = 0
#endif

private func acceptConnection(_ listener: Int32) -> Int32 {
  let connection = accept(listener, nil, nil)
  keepFromChildren(connection)
  #if !os(Linux)
    var yes: Int32 = 1
    setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
  #endif
  return connection
}

/// A child process that inherits a connection would keep it open.
private func keepFromChildren(_ descriptor: Int32) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }

private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

/// An address as the calls want it.
private func withGeneric<Result>(
  _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
) -> Result {
  withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
}
