import Foundation
import Signals
import SignalsFoundation
import TestSupport

@testable import SignalBox

/// Speaks as an inspected program does: lines that were written before, to every viewer that connects.
final class FakeProgram: Sendable {
  let socket: FilePath
  /// The lines that viewers have sent.
  let requests = Notes<String>()
  private let listener: Int32
  private let viewers = Guarded([Int32]())

  /// - Parameters:
  ///   - lines: What each viewer gets when it connects.
  ///   - piece: How many bytes are sent at a time.
  init(at socket: FilePath, saying lines: [String], inPiecesOf piece: Int = .max) throws {
    self.socket = socket
    listener = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard Self.bind(listener, to: socket), Foundation.listen(listener, 8) == 0 else {
      throw POSIXError(.EADDRINUSE)
    }
    let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    let (listener, viewers, requests) = (listener, viewers, requests)
    Thread.detachNewThread {
      while true {
        let viewer = accept(listener, nil, nil)
        guard viewer >= 0 else {
          // Here, where it is used: elsewhere its number might be that of another listener by now.
          close(listener)
          return
        }
        viewers.withLock { $0.append(viewer) }
        Thread.detachNewThread { Self.listen(to: viewer, requests) }
        var rest = bytes[...]
        while !rest.isEmpty, Self.send(Array(rest.prefix(piece)), to: viewer) { rest = rest.dropFirst(piece) }
      }
    }
  }

  deinit {
    leave()
    shutdown(listener, Int32(SHUT_RDWR))
  }

  /// Sends more to all viewers.
  func say(_ lines: String...) {
    for viewer in viewers.withLock({ $0 }) {
      _ = Self.send(Array(lines.map { $0 + "\n" }.joined().utf8), to: viewer)
    }
  }

  /// Ends all connections.
  func leave() {
    for viewer in viewers.withLock({ $0 }) { shutdown(viewer, Int32(SHUT_RDWR)) }
  }

  var viewerCount: Int { viewers.withLock { $0.count } }

  private static func listen(to viewer: Int32, _ requests: Notes<String>) {
    var (splitter, buffer) = (LineSplitter(), [UInt8](repeating: 0, count: 4096))
    while true {
      let count = recv(viewer, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      for line in splitter.split(Array(buffer.prefix(count))) { requests.add(line.text) }
    }
  }

  private static func send(_ bytes: [UInt8], to viewer: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(viewer, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Makes a socket that no process listens at.
  static func leaveStaleSocket(at path: FilePath) {
    let number = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    _ = bind(number, to: path)
    close(number)
  }

  private static func bind(_ number: Int32, to path: FilePath) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }
}

/// The conversation that the documentation of the protocol shows.
enum Conversation {
  /// What the program sends.
  static let lines: [String] = {
    let file = DeclaredOperator.package.appending(path: "Documentation/Inspector/conversation.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) }
  }()

  /// What a viewer knows after so many samples.
  static func model(after samples: Int) -> InspectorModel {
    var model = InspectorModel()
    for line in lines.compactMap({ InspectorLine($0) }) where model.count < samples { model.take(line) }
    return model
  }
}
