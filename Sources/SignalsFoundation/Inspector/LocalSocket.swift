import Foundation

/// Sockets of the file system.
package enum LocalSocket {
  /// Listens at a path that only this user can open. A socket that no process listens at is removed.
  package static func listening(at path: FilePath) throws(InspectorError) -> Descriptor {
    let descriptor = try made(path)
    var code = bound(descriptor, path)
    if code == EADDRINUSE {
      if case .success = Result(catching: { () throws(InspectorError) in try connected(to: path) }) {
        throw InspectorError(path: path, reason: "another process listens there")
      }
      var status = stat()
      guard lstat(path.text, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
        throw InspectorError(path: path, reason: "something that is no socket is in the way")
      }
      unlink(path.text)
      code = bound(descriptor, path)
    }
    if code != 0 { throw InspectorError(path: path, call: "bind", code: code) }
    guard listen(descriptor.number, 8) == 0 else {
      throw InspectorError(path: path, call: "listen", code: errno)
    }
    descriptor.neverWait()
    return descriptor
  }

  /// A connection to what listens at a path.
  package static func connected(to path: FilePath) throws(InspectorError) -> Descriptor {
    let descriptor = try made(path)
    let code = withAddress(path) { connect(descriptor.number, $0, $1) == 0 ? 0 : errno }
    guard code == 0 else { throw InspectorError(path: path, call: "connect", code: code ?? ENAMETOOLONG) }
    return descriptor
  }

  /// The next connection, if there is one.
  static func accepted(by listener: Descriptor) -> Descriptor? {
    let number = accept(listener.number, nil, nil)
    if number < 0 { return nil }
    let descriptor = Descriptor(taking: number)
    keepFromChildren(descriptor)
    descriptor.neverWait()
    return descriptor
  }

  private static func made(_ path: FilePath) throws(InspectorError) -> Descriptor {
    #if canImport(Darwin)
      let number = socket(AF_UNIX, SOCK_STREAM, 0)
    #else
      let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    if number < 0 { throw InspectorError(path: path, call: "socket", code: errno) }
    let descriptor = Descriptor(taking: number)
    keepFromChildren(descriptor)
    return descriptor
  }

  private static func keepFromChildren(_ descriptor: Descriptor) {
    _ = fcntl(descriptor.number, F_SETFD, FD_CLOEXEC)
  }

  /// 0, or the cause. The folder keeps other users out; the mode of the socket does too.
  private static func bound(_ descriptor: Descriptor, _ path: FilePath) -> Int32 {
    let code = withAddress(path) { bind(descriptor.number, $0, $1) == 0 ? 0 : errno } ?? ENAMETOOLONG
    if code == 0 { chmod(path.text, 0o600) }
    return code
  }

  /// Nil: the path is too long for a socket, or none.
  private static func withAddress<Result>(
    _ path: FilePath, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    if path.holdsNUL { return nil }
    let bytes = path.utf8 + [0]
    let fits = withUnsafeMutableBytes(of: &address.sun_path) { room in
      bytes.withUnsafeBytes { bytes in
        if bytes.count > room.count { return false }
        room.copyMemory(from: bytes)
        return true
      }
    }
    if !fits { return nil }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
