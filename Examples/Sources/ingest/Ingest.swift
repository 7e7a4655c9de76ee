#if NATS
  import Foundation
  import Signals
  import SignalsFoundation
  import SignalsNATS

  /// Stores the lines of its standard input in a stream of JetStream, and says how many are stored.
  ///
  /// It reads no faster than the server stores. What it has reported is stored, also when the server is restarted or the
  /// connection is lost in between. A server that is away for more than half a minute ends it with a failure; then give it
  /// the same input again, under the same key.
  @main
  struct Ingest {
    static let usage = """
      Usage: ingest [--server ADDRESS] [--replicas COUNT] [--key TEXT] STREAM

      Stores the lines of standard input in STREAM. ADDRESS is nats://127.0.0.1:4222 if
      not said otherwise. COUNT is on how many servers of a cluster each line is stored.
      The key names the input: given again under the same key within two minutes, no
      line is stored twice.
      Exit status: 1 if not all lines are stored, 2 for wrong usage.
      """

    static func main() {
      let options = Options()
      let (isOver, totals) = (DispatchSemaphore(value: 0), Totals())
      options.ingesting(totals)
        // Ctrl-C: what is stored stays stored.
        .prefix(until: SignalProducer<Int32, Never>.terminationSignals)
        .on(disposed: { isOver.signal() })
        .start(Observer(next: { totals.count($0) }, failed: { totals.fail("\($0)") }))
      isOver.wait()
      print(totals.description)
      exit(totals.hasFailed ? 1 : 0)
    }
  }

  struct Options: Sendable {
    var server = "nats://127.0.0.1:4222"
    var replicas = 1
    var key = UUID().uuidString
    var stream = ""

    init() {
      var rest = CommandLine.arguments.dropFirst()
      while let argument = rest.popFirst() {
        switch argument {
        case "--server": server = rest.popFirst() ?? ""
        case "--replicas": replicas = rest.popFirst().flatMap { Int($0) } ?? 0
        case "--key": key = rest.popFirst() ?? ""
        default: stream = argument
        }
      }
      if stream.isEmpty || stream.hasPrefix("-") || replicas < 1 {
        complain(Ingest.usage)
        exit(2)
      }
    }

    /// Connects, creates the stream, and publishes the lines.
    func ingesting(_ totals: Totals) -> SignalProducer<JetStreamAcknowledgement, NATSError> {
      NATSConnection.connecting(NATSOptions(servers: [server])).flatMap(.concat) { connection in
        var configuration = JetStreamStream(stream, subjects: ["\(stream).>"])
        configuration.replicas = replicas
        return connection.jetStream.create(configuration)
          .setValueType(to: JetStreamAcknowledgement.self)
          .append(connection.jetStream.publish(publications(totals), window: 1024))
      }
    }

    /// The lines of standard input, numbered.
    private func publications(_ totals: Totals) -> SignalProducer<JetStreamPublication, Never> {
      SignalProducer<TextLine, FileError>.linesOfStandardInput
        .on(failed: { totals.fail("\($0)") })
        .completeOnError()
        .enumerated()
        .map { line in
          JetStreamPublication(
            Array(line.element.text.utf8), to: "\(stream).lines", identifier: "\(key)-\(line.offset)")
        }
    }
  }

  /// What has been reached, from any thread.
  final class Totals: Sendable, CustomStringConvertible {
    private let stored = MutableProperty(0)
    private let known = MutableProperty(0)
    private let failures = MutableProperty(0)

    var hasFailed: Bool { failures.value > 0 }

    var description: String { "\(stored.value) lines stored, \(known.value) had been stored before" }

    func count(_ acknowledgement: JetStreamAcknowledgement) {
      if acknowledgement.isDuplicate { known.modify { $0 += 1 } } else { stored.modify { $0 += 1 } }
    }

    func fail(_ text: String) {
      failures.modify { $0 += 1 }
      complain("ingest: \(text)")
    }
  }

  func complain(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
#endif
