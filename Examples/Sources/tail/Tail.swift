import Console
import Foundation
import Signals
import SignalsFoundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@main struct Tail: Sendable {
  static let help = """
    Usage: tail FILE… --post URL [--errors N] [--window TIME] [--quiet TIME]
                [--metrics TIME] [--retry N]

    Follows logs, also when they are rotated. A line begins with a service and a level:
      billing ERROR the card was refused
    A service fails when it logs N (5) errors or more in TIME (10s), and is well again
    when it logs fewer. Either is sent to URL, as JSON, when it has stayed so for TIME
    (5s); again up to N (5) times where that may help, after a wait that doubles.
    Prints what was sent and, each TIME (10s), how much was read.

    Ctrl-C stops reading and sends what is due; the second one ends at once.
    Exit status: 1 if something failed, 2 for wrong usage, 130 after Ctrl-C.
    """

  static func main() async {
    let options: Set = ["--post", "--errors", "--window", "--quiet", "--metrics", "--retry"]
    let arguments = Arguments(of: "tail", help: help, options: options)
    if arguments.names.isEmpty { arguments.misuse("no FILE") }
    guard let url = URL(string: arguments.text("--post")), ["http", "https"].contains(url.scheme),
      url.host != nil
    else { arguments.misuse("--post takes a URL that begins with http or https") }
    let tail = Tail(
      files: arguments.names, url: url, limit: arguments.number("--errors", from: 1, otherwise: 5),
      retries: arguments.number("--retry", from: 0, otherwise: 5),
      window: arguments.duration("--window", otherwise: .seconds(10)),
      quiet: arguments.duration("--quiet", otherwise: .seconds(5)),
      interval: arguments.duration("--metrics", otherwise: .seconds(10)))
    let second = SignalProducer.terminationSignals.dropFirst(1)
    do throws(FileError) {
      // When the output is not read, nothing is read of the logs.
      let output = tail.report.map { Array("\($0)\n".utf8) }.write(to: .standardOutput)
      _ = try await output.prefix(until: second).lastValue()
    } catch {
      Console.complain("tail: \(error)")
      exit(1)
    }
    exit(tail.interruption.value.map { 128 + $0 } ?? (tail.metrics.value.failures > 0 ? 1 : 0))
  }

  let (files, url): ([String], URL)
  let (limit, retries): (Int, Int)
  let (window, quiet, interval): (Duration, Duration, Duration)
  let clock = QueueScheduler(name: "tail")
  let session = URLSession(configuration: .ephemeral)
  let metrics = MutableProperty(Metrics())
  let interruption = SignalProducer.terminationSignals.map(Optional.some).stored(initial: nil)
}

struct Entry: Sendable {
  let (service, isError): (String, Bool)

  /// Nil: the line is of another kind, as those are that continue a message.
  init?(_ line: TextLine) {
    let words = line.text.split(separator: " ", maxSplits: 2)
    if words.count < 2 || line.text.first == " " { return nil }
    (service, isError) = (String(words[0]), ["ERROR", "FATAL"].contains(words[1]))
  }
}

struct Alert: Encodable, Sendable {
  let service: String
  let errors: Int
  let isFailing: Bool
  var text: String { "\(service.printable) \(isFailing ? "fails" : "is well again"), errors: \(errors)" }
}

struct Metrics: Sendable {
  var (lines, errors, sent, attempts, failures) = (0, 0, 0, 0, 0)
  var text: String {
    "\(lines.grouped) lines, \(errors.grouped) errors, \(sent) sent in \(attempts) attempts, \(failures) failures"
  }
}

extension Tail {
  /// What is printed.
  var report: SignalProducer<String, Never> {
    let line = SignalProducer<String, Never>.deferred { SignalProducer(value: metrics.value.text) }
    return outcomes.multicast { outcomes in
      SignalProducer.interval(every: interval, on: clock).prefix(untilEndOf: outcomes)
        .flatMap(.concat) { _ in line }.merge(with: outcomes)
    }.append(line)
  }

  private var entries: SignalProducer<Entry, Never> {
    SignalProducer(files).flatMap(.merge) {
      SignalProducer.lines(following: FilePath($0), longest: 64 * 1024).on(failed: fail).completeOnError()
    }
    .on(next: { _ in metrics.modify { $0.lines += 1 } }).compactMap(Entry.init)
    .on(next: { entry in if entry.isError { metrics.modify { $0.errors += 1 } } })
    .prefix(until: interruption.signal)
  }

  /// What has become of alerts. Those of one service are sent one after the other.
  private var outcomes: SignalProducer<String, Never> {
    entries.grouped(by: \.service)
      .flatMap(.merge) { alerts(of: $0).flatMap(.concat) { post($0) } }
  }

  private func alerts(of service: Group<String, Entry, Never>) -> SignalProducer<Alert, Never> {
    let errors = service.values.filter(\.isError)
    let counts = errors.windows(every: window, on: clock).flatMap(.merge) { $0.count() }
    return counts.map { Alert(service: service.key, errors: $0, isFailing: $0 >= limit) }
      // Few errors in a window that was cut short say nothing.
      .filter { $0.isFailing || interruption.value == nil }
      .removeDuplicates { $0.isFailing == $1.isFailing }
      .debounce(for: quiet, on: clock)
      .drop(while: { !$0.isFailing })
      .removeDuplicates { $0.isFailing == $1.isFailing }
  }

  private func post(_ alert: Alert) -> SignalProducer<String, Never> {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try? JSONEncoder().encode(alert)  // Texts and numbers always can be.
    return session.dataProducer(for: request)
      .timeout(.total, .seconds(5), failingWith: RequestError(url: url, cause: .timedOut), on: clock)
      .validateStatus()
      .on(starting: { metrics.modify { $0.attempts += 1 } })
      .retry(backOff, on: clock)
      .on(failed: fail, completed: { metrics.modify { $0.sent += 1 } })
      .map { _ in "sent: \(alert.text)" }.replaceError(with: "not sent: \(alert.text)")
  }

  private var backOff: RetryPolicy<RequestError> {
    RetryPolicy(limit: retries, delay: .exponential(first: .seconds(0.2)), cap: .seconds(10), jitter: 0.5) {
      switch $0.cause {
      case .cannotConnect, .offline, .timedOut, .connectionLost: true
      case .status(let response): response.status >= 500 || response.status == 429
      default: false
      }
    }
  }

  @Sendable private func fail(_ error: any Error) {
    metrics.modify { $0.failures += 1 }
    Console.complain("tail: \(error)")
  }
}
