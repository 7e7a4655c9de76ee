import Foundation
import SignalsFoundation

/// The viewer's end of a connection to an inspected program.
struct UnixSocket: Sendable {
  let descriptor: Descriptor

  /// - Throws: what the system has said, as in `errno`.
  init(connectingTo path: FilePath) throws(SystemCode) {
    #if os(Linux)
      let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let number = socket(AF_UNIX, kind, 0)
    if number < 0 { throw SystemCode(value: errno) }
    descriptor = Descriptor(taking: number)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = path.utf8
    let fits = withUnsafeMutableBytes(of: &address.sun_path) { field in
      if bytes.count >= field.count { return false }
      field.copyBytes(from: bytes)
      return true
    }
    if !fits { throw SystemCode(value: ENAMETOOLONG) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    if result != 0 { throw SystemCode(value: errno) }
  }

  /// Sends a request. Requests are short and few; one that the program does not take at once is dropped.
  func send(_ request: String) {
    let bytes = Array((request + "\n").utf8)
    #if os(Linux)
      let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    #else
      let flags = MSG_DONTWAIT
    #endif
    _ = bytes.withUnsafeBytes { Foundation.send(descriptor.number, $0.baseAddress, $0.count, flags) }
  }
}

/// What the system has said, as in `errno`.
struct SystemCode: Error {
  let value: Int32
}
