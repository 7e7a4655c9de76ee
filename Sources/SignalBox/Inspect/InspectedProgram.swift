import Foundation
import Signals
import SignalsFoundation

/// A connection to a program that is inspected.
struct InspectedProgram: Sendable {
  private let connection: UnixSocket
  private let socket: FilePath

  init(at socket: FilePath) throws(InspectionFailure) {
    self.socket = socket
    do throws(SystemCode) { connection = try UnixSocket(connectingTo: socket) } catch {
      switch error.value {
      case ECONNREFUSED, ENOENT:
        throw InspectionFailure(
          "no program serves '\(socket)': is it running, with SIGNALS_INSPECT=1 or Inspector.serve()?")
      case let code:
        throw InspectionFailure("cannot connect to '\(socket)': \(String(cString: strerror(code)))")
      }
    }
  }

  /// What it sends, line by line. To be started once.
  ///
  /// - Completes: when the program has ended, or serves no longer.
  /// - Fails: when what comes is none of this protocol.
  var lines: SignalProducer<(text: String, line: InspectorLine), InspectionFailure> {
    SignalProducer.bytes(arrivingAt: connection.descriptor, name: "\(socket)")
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

  func watch(_ subscription: Int) { connection.send(#"{"request":"watch","subscription":\#(subscription)}"#) }

  func unwatch(_ subscription: Int) {
    connection.send(#"{"request":"unwatch","subscription":\#(subscription)}"#)
  }
}
