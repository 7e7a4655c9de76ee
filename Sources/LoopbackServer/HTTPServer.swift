import Foundation
import Signals

/// A real HTTP server on 127.0.0.1, at a port that the system chose; it can behave badly.
///
/// One request per connection. It stops with the last reference to it.
package final class HTTPServer: Sendable {
  /// What it does with a request.
  package enum Behaviour: Sendable {
    case answer(status: Int = 200, headers: [String: String] = [:], body: String)
    /// Sends these bytes as they are, then closes the connection.
    case raw([UInt8])
    /// Sends the body character by character, with a pause before each.
    case slowly(body: String, pause: Duration)
    /// Closes the connection without a word.
    case hangUp
    /// Promises twice as many bytes as it sends, then closes the connection.
    case half(body: String)
    /// Announces pieces without end, and closes the connection after the first.
    case firstPiece(body: String)
    /// Sends something that is not HTTP.
    case babble
    /// Says nothing, until the client closes the connection.
    case silence
    /// Answers with the request: its head as it came, and its body.
    case echo
    /// Leaves what is sent to the function, which gets the connection behind the head of the request, and its body if that has
    /// a length.
    case byHand(@Sendable (Socket) -> Void)
  }

  /// What a client has sent.
  package struct Request: Sendable {
    package let method: String
    package let path: String
    package let body: String
    fileprivate let head: String

    /// The value of a header field, whose name is compared without regard to case.
    package func header(_ name: String) -> String? {
      for line in head.split(separator: "\r\n").dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == name.lowercased() else { continue }
        return String(parts[1].drop { $0 == " " })
      }
      return nil
    }
  }

  /// What happened, in order.
  package enum Event: Hashable, Sendable {
    case connected
    /// The request was read: method and path.
    case requested(String)
    /// The body of the request, if it has one.
    case sent(String)
    /// The client closed the connection before the answer was complete.
    case clientLeft
  }

  package let port: UInt16
  private let connections: Connections

  package convenience init(_ behaviour: @escaping @Sendable (_ path: String) -> Behaviour) throws {
    try self.init(answering: { behaviour($0.path) })
  }

  package init(answering behaviour: @escaping @Sendable (Request) -> Behaviour) throws {
    let listener = try Socket.listening()
    port = try listener.port()
    let connections = Connections(listener)
    self.connections = connections
    Thread.detachNewThread {
      while let socket = listener.accept() {
        guard connections.add(socket) else { break }
        Thread.detachNewThread {
          connections.serve(socket, behaviour)
          connections.remove(socket)
        }
      }
      listener.close()
    }
  }

  package convenience init(_ behaviour: Behaviour) throws { try self.init(answering: { _ in behaviour }) }

  deinit { connections.stop() }

  package var url: URL { URL(string: "http://127.0.0.1:\(port)/")! }
  package var events: [Event] { connections.events }

  /// How many connections have been made.
  package var connectionCount: Int { events.count { $0 == .connected } }
}

/// The open connections of a server, and what they saw.
private final class Connections: Sendable {
  private struct State {
    var open: Set<Socket> = []
    var events: [HTTPServer.Event] = []
    var isStopped = false
  }

  private let listener: Socket
  private let state = Guarded(State())

  init(_ listener: Socket) { self.listener = listener }

  var events: [HTTPServer.Event] { state.withLock { $0.events } }

  func note(_ event: HTTPServer.Event) { state.withLock { $0.events.append(event) } }

  /// False: the server has stopped.
  func add(_ socket: Socket) -> Bool {
    let isStopped = state.withLock { state in
      if !state.isStopped {
        state.open.insert(socket)
        state.events.append(.connected)
      }
      return state.isStopped
    }
    if isStopped { socket.close() }
    return !isStopped
  }

  func remove(_ socket: Socket) {
    // Closed inside the lock, so that `stop` never ends a stranger with the same number.
    state.withLock { state in
      state.open.remove(socket)
      socket.close()
    }
  }

  func stop() {
    state.withLock { state in
      state.isStopped = true
      state.open.forEach { $0.end() }
    }
    listener.end()
  }

  func serve(_ socket: Socket, _ behaviour: @Sendable (HTTPServer.Request) -> HTTPServer.Behaviour) {
    guard let text = socket.readHead() else { return note(.clientLeft) }
    let words = text.split(separator: " ")
    guard words.count > 2 else { return }
    note(.requested("\(words[0]) \(words[1])"))
    let length = text.firstMatch(of: /(?i)\r\nContent-Length: *(\d+)\r\n/).flatMap { Int($0.1) } ?? 0
    guard let body = length > 0 ? socket.read(length) : "" else { return note(.clientLeft) }
    if length > 0 { note(.sent(body)) }
    let request = HTTPServer.Request(
      method: String(words[0]), path: String(words[1]), body: body, head: text)
    switch behaviour(request) {
    case .raw(let bytes):
      if !socket.send(bytes) { note(.clientLeft) }
    case .answer(let status, let headers, let body):
      send(head(status, headers, length: body.utf8.count) + body, to: socket)
    case .slowly(let body, let pause):
      guard send(head(length: body.utf8.count), to: socket) else { return }
      for character in body {
        if socket.clientLeaves(within: pause) { return note(.clientLeft) }
        guard send(String(character), to: socket) else { return }
      }
    case .half(let body):
      send(head(length: 2 * body.utf8.count) + body, to: socket)
    case .firstPiece(let body):
      let size = String(body.utf8.count, radix: 16)
      send(head(framing: "Transfer-Encoding: chunked") + "\(size)\r\n\(body)\r\n", to: socket)
    case .babble:
      send("What did you say?\r\n\r\n", to: socket)
    case .hangUp:
      break
    case .silence:
      while !socket.clientLeaves(within: .seconds(60)) {}
      note(.clientLeft)
    case .echo:
      send(head(length: (text + body).utf8.count) + text + body, to: socket)
    case .byHand(let act):
      act(socket)
    }
  }

  private func head(_ status: Int = 200, _ headers: [String: String] = [:], length: Int) -> String {
    head(status, headers, framing: "Content-Length: \(length)")
  }

  private func head(_ status: Int = 200, _ headers: [String: String] = [:], framing: String) -> String {
    let fields = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
    return "HTTP/1.1 \(status) -\r\n\(fields)\(framing)\r\nConnection: close\r\n\r\n"
  }

  @discardableResult private func send(_ text: String, to socket: Socket) -> Bool {
    let isSent = socket.send(Array(text.utf8))
    if !isSent { note(.clientLeft) }
    return isSent
  }
}
