import Console
import Foundation
import Signals
import SignalsFoundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@main struct Fetch: Sendable {
  static let help = """
    Usage: fetch URL… [--concurrency N] [--retry N] [--timeout TIME]

    Fetches each URL, N (4) at a time. What may go away by itself, such as a lost
    connection, an answer that is late or a status from 500 on, is tried again up to
    N (2) times, after a wait that doubles each time. An attempt may take TIME (5s),
    in ms, s or m.

    Ctrl-C prints a summary of what has come so far.
    Exit status: 1 if something failed, 2 for wrong usage, 130 after Ctrl-C.
    """

  static func main() async {
    let options: Set = ["--concurrency", "--retry", "--timeout"]
    let arguments = Arguments(of: "fetch", help: help, options: options)
    let urls = arguments.names.map { name in
      if let url = URL(string: name), ["http", "https"].contains(url.scheme), url.host != nil { return url }
      arguments.misuse("'\(name.printable)' is not a URL that begins with http or https")
    }
    if urls.isEmpty { arguments.misuse("no URL") }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = arguments.number("--concurrency", from: 1, otherwise: 4)
    let fetch = Fetch(
      urls: urls, retries: arguments.number("--retry", from: 0, otherwise: 2),
      timeout: arguments.duration("--timeout", otherwise: .seconds(5)),
      session: URLSession(configuration: configuration))
    let interruption = SignalProducer.terminationSignals.map(Optional.some).stored(initial: nil)
    var summary = Summary()
    // When the loop is behind, the source waits.
    for await news in fetch.news.prefix(until: interruption.signal).values() {
      switch news {
      case .progress(let line): Console.show(line)
      case .outcome(let outcome): summary.add(outcome)
      }
    }
    Console.say(summary.text)
    exit(interruption.value.map { 128 + $0 } ?? (summary.failures.isEmpty ? 0 : 1))
  }

  let urls: [URL]
  let retries: Int
  let timeout: Duration
  let clock = QueueScheduler(name: "fetch")
  let progress = MutableProperty(Progress())
  let session: URLSession
}

struct Progress: Equatable { var (started, attempts, done, failed) = (0, 0, 0, 0) }

enum News: Sendable { case progress(String), outcome(Result<Answer, RequestError>) }

struct Answer: Sendable {
  let size: Int
  /// Of the attempt that was answered.
  let time: Duration
}

extension Fetch {
  /// The outcomes, and now and then how things stand.
  var news: SignalProducer<News, Never> {
    let atOnce = FlattenStrategy.concurrent(limit: session.configuration.httpMaximumConnectionsPerHost)
    return progress.producer
      .prefix(through: { $0.done == urls.count })
      .throttle(for: .milliseconds(100), on: clock)
      .map { .progress(line($0)) }
      .merge(with: SignalProducer(urls).flatMap(atOnce) { outcome(of: $0) }.map(News.outcome))
  }

  private func line(_ progress: Progress) -> String {
    "\(Console.bar(progress.done, of: urls.count))  \(progress.done) of \(urls.count), \(progress.failed) failed, "
      + "\(progress.started - progress.done) running, \(progress.attempts - progress.started) retries"
  }

  private func outcome(of url: URL) -> SignalProducer<Result<Answer, RequestError>, Never> {
    attempt(url).retry(backOff, on: clock)
      .map { .success($0) }
      .on(
        starting: { progress.modify { $0.started += 1 } }, failed: { _ in progress.modify { $0.failed += 1 } }
      )
      .catch { SignalProducer(value: .failure($0)) }
      .on(next: { _ in progress.modify { $0.done += 1 } })
  }

  private func attempt(_ url: URL) -> SignalProducer<Answer, RequestError> {
    .deferred {
      let begin = clock.now
      progress.modify { $0.attempts += 1 }
      return session.dataProducer(for: url)
        .timeout(.total, timeout, failingWith: RequestError(url: url, cause: .timedOut), on: clock)
        .validateStatus()
        .map { Answer(size: $0.body.count, time: clock.now - begin) }
    }
  }

  private var backOff: RetryPolicy<RequestError> {
    RetryPolicy(
      limit: retries, delay: .exponential(first: .milliseconds(200)), cap: .seconds(10), jitter: 0.5
    ) {
      switch $0.cause {
      case .cannotConnect, .offline, .timedOut, .connectionLost: true
      case .status(let response): response.status >= 500 || response.status == 429
      default: false
      }
    }
  }
}

/// What has come of all URLs.
struct Summary {
  let start = ContinuousClock.now
  var (size, times) = (0, [Duration]())
  var failures: [String: Int] = [:]

  mutating func add(_ outcome: Result<Answer, RequestError>) {
    switch outcome {
    case .success(let answer):
      times.append(answer.time)
      size += answer.size
    case .failure(let error):
      failures["\(error.cause)", default: 0] += 1
      Console.complain("fetch: \(error)")
    }
  }

  var text: String {
    let failed = failures.values.reduce(0, +)
    let total = Duration.seconds(start.secondsAgo).spoken
    var lines = ["\(times.count.grouped) answered, \(failed.grouped) failed, \(size.spokenBytes) in \(total)"]
    let sorted = times.sorted()
    func percentile(_ part: Int) -> String {
      "p\(part) \(sorted[(sorted.count * part + 99) / 100 - 1].spoken)"
    }
    if !sorted.isEmpty { lines.append([50, 90, 99].map(percentile).joined(separator: ", ")) }
    let kinds = failures.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return (lines + kinds.map { "\($0.value.grouped) × \($0.key.printable)" }).joined(separator: "\n")
  }
}
