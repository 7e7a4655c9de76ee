#if NATS
  import Foundation
  import Signals
  import SignalsFoundation
  import SignalsNATS

  /// Takes the lines of a stream, counts their words, and prints the numbers.
  ///
  /// Any number of workers under the same name, on any machines, share the lines. A line is acknowledged when its number is
  /// printed: a worker that is killed before has not done it, and another one gets the line.
  @main
  struct Worker {
    static let usage = """
      Usage: worker [--server ADDRESS] [--name NAME] [--at-once COUNT] [--until COUNT] STREAM

      Prints the number of words of each line of STREAM. ADDRESS is nats://127.0.0.1:4222
      if not said otherwise. Workers with the same NAME, "worker" if not said otherwise,
      share the lines. COUNT lines are in work at once, 4 if not said otherwise; after
      --until COUNT lines, or Ctrl-C, it ends.
      Exit status: 1 for a failure, 2 for wrong usage.
      """

    static func main() {
      let options = Options()
      let (isOver, status) = (DispatchSemaphore(value: 0), MutableProperty<Int32>(0))
      options.results
        .prefix(options.limit)
        .prefix(until: SignalProducer<Int32, Never>.terminationSignals)
        // It ends when the last of them is confirmed.
        .flatMap(.merge) { $0.reporting() }
        .on(disposed: { isOver.signal() })
        .startWithFailed { error in
          complain("worker: \(error)")
          status.value = 1
        }
      isOver.wait()
      exit(status.value)
    }
  }

  struct Options: Sendable {
    var server = "nats://127.0.0.1:4222"
    var name = "worker"
    var atOnce = 4
    var limit = Int.max
    var stream = ""

    init() {
      var rest = CommandLine.arguments.dropFirst()
      while let argument = rest.popFirst() {
        switch argument {
        case "--server": server = rest.popFirst() ?? ""
        case "--name": name = rest.popFirst() ?? ""
        case "--at-once": atOnce = rest.popFirst().flatMap { Int($0) } ?? 0
        case "--until": limit = rest.popFirst().flatMap { Int($0) } ?? 0
        default: stream = argument
        }
      }
      if stream.isEmpty || stream.hasPrefix("-") || atOnce < 1 || limit < 1 {
        complain(Worker.usage)
        exit(2)
      }
    }

    /// What comes of each line of the stream, in the order in which they are done.
    var results: SignalProducer<Result, NATSError> {
      NATSConnection.connecting(NATSOptions(servers: [server])).flatMap(.concat) { connection in
        var consumer = JetStreamConsumer(name, of: stream)
        // A worker that was killed is found out after this time.
        consumer.acknowledgementTime = .seconds(5)
        let lines = connection.jetStream.messages(of: consumer, batch: 4 * atOnce)
        // Each message waits until fewer are in work: that holds up the server, too.
        return lines.flatMap(.concurrent(limit: atOnce)) { line async throws(NATSError) in
          Result(text: await line.countingWords(), line: line)
        }
      }
    }
  }

  struct Result: Sendable {
    let text: String
    let line: JetStreamMessage

    func reporting() -> SignalProducer<Never, NATSError> {
      .deferred {
        print(text)
        fflush(nil)
        // Now, and not before: from here on no other worker gets the line.
        return line.acknowledging()
          .retry(RetryPolicy(limit: 5, delay: .constant(.milliseconds(200))))
          .catch { error in
            complain("worker: \(error)")  // Another worker gets the line.
            return SignalProducer<Never, NATSError>.empty
          }
      }
    }
  }

  extension JetStreamMessage {
    /// Stands for something that takes a while.
    func countingWords() async -> String {
      "\(sequence): \(text.split(whereSeparator: \.isWhitespace).count)"
    }
  }

  func complain(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
#endif
