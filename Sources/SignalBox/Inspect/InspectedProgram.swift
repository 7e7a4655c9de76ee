import Foundation
import Signals
import SignalsFoundation

/// A connection to a program that is inspected.
struct InspectedProgram: Sendable {
  private let connection: Descriptor
  private let socket: FilePath

  init(at socket: FilePath) throws(InspectionFailure) {
    self.socket = socket
    do throws(InspectorError) { connection = try LocalSocket.connected(to: socket) } catch {
      guard [ECONNREFUSED, ENOENT].contains(error.code) else { throw InspectionFailure("\(error)") }
      throw InspectionFailure(
        "no program serves '\(socket)': is it running, with SIGNALS_INSPECT=1 or Inspector.serve()?")
    }
  }

  /// What it sends, line by line. To be started once.
  ///
  /// - Completes: when the program has ended, or serves no longer.
  /// - Fails: when what comes is none of this protocol.
  var lines: SignalProducer<(text: String, line: InspectorLine), InspectionFailure> {
    SignalProducer.bytes(arrivingAt: connection, name: "\(socket)")
      .mapError { InspectionFailure("\($0)") }
      .textLines(longest: 4 << 20)
      .attemptMap { text throws(InspectionFailure) in
        guard let line = InspectorLine(text.text) else {
          throw InspectionFailure("what '\(socket)' sends is no protocol of this program")
        }
        if case .hello(let hello) = line, hello.version != InspectorLine.version {
          throw InspectionFailure(
            "\(hello.program.printable) speaks version \(hello.version) of the protocol, this program \(InspectorLine.version)"
          )
        }
        return (text.text, line)
      }
  }

  func watch(_ subscription: Int) { send(#"{"request":"watch","subscription":\#(subscription)}"#) }

  func unwatch(_ subscription: Int) {
    send(#"{"request":"unwatch","subscription":\#(subscription)}"#)
  }

  /// Sends a request. Requests are short and few; one that the program does not take at once is dropped.
  private func send(_ request: String) {
    let bytes = Array((request + "\n").utf8)
    #if os(Linux)
      let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    #else
      let flags = MSG_DONTWAIT
    #endif
    _ = bytes.withUnsafeBytes { Foundation.send(connection.number, $0.baseAddress, $0.count, flags) }
  }
}
