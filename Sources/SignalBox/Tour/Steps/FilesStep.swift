import Signals
import SignalsFoundation

/// A pipeline over real input: every file, line by line.
struct FilesStep: Step {
  let paths: [FilePath]

  let title = "Every file here, line by line"
  var announcement: String {
    let places = paths.map { "'\($0)'".shortened(to: 60) }.joined(separator: ", ").shortened(to: 68)
    return """
      Reads every file at or below \(places), piece by piece, counts lines by kind and ranks them. One start, \
      several observers: one for the line that moves on a terminal, one for the result. A file that \
      cannot be read is a value of the stream, not its end.
      """
  }

  /// All that reading tells. A failure ends the stream of one file and becomes a value of this one.
  func readings(_ witness: Witness) -> SignalProducer<Reading, Never> {
    SignalProducer.walk(paths, entering: { ![".git", ".build"].contains($0.name) })
      .on(next: { _ in witness.entries.next() })
      .flatMap(.concat) { found in reading(found, witness) }
  }

  func reading(_ found: Result<FilePath, FileError>, _ witness: Witness) -> SignalProducer<Reading, Never> {
    switch found {
    case .success(let path): reading(of: path, witness)
    case .failure(let error): SignalProducer(value: .unread(error))
    }
  }

  func reading(of path: FilePath, _ witness: Witness) -> SignalProducer<Reading, Never> {
    let kind = Kind(of: path)
    return SignalProducer.chunks(of: path)
      .on(next: { witness.bytes.add($0.count) })
      .lines()
      .map { .line($0, kind) }
      .append(SignalProducer(value: .file(kind)))
      .catch { SignalProducer(value: .unread($0)) }
  }

  func run(on terminal: Terminal) -> [Check] {
    let witness = Witness()
    let result = Guarded(Ranking())
    let live = LiveLine(on: terminal)

    readings(witness).startWithSignal { readings, _ in
      if terminal.isLive { show(readings, on: live, terminal) }
      readings
        .reduce(into: Ranking()) { $0.add($1) }
        .observeValues { ranking in result.withLock { $0 = ranking } }
    }
    live.close()

    let ranking = result.withLock { $0 }
    ranking.report(on: terminal)
    terminal.line()
    return [
      Check(
        "Every entry was read or has a reason why not.",
        announced: witness.entries.count, seen: ranking.total.files + ranking.unread.count),
      Check(
        "Every byte that was read is in a line.", announced: witness.bytes.count, seen: ranking.total.bytes),
    ]
  }

  /// The clock does not draw, it says when: the first reading after each tick is shown.
  private func show(_ readings: Signal<Reading, Never>, on live: LiveLine, _ terminal: Terminal) {
    let ticks = SignalProducer<Void, Never>(value: ())
      .delay(.milliseconds(50), on: ClockScheduler())
      .repeat(.max)
      .scan(0) { count, _ in count + 1 }

    readings
      .scan(into: Ranking()) { $0.add($1) }
      .withLatest(from: ticks)
      .removeDuplicates { $0.1 == $1.1 }
      .observeValues { ranking, _ in live.show("    " + ranking.progress) }

    // An observer that takes its time slows down the sender. Here it makes the line visible.
    readings
      .filter(\.endsFile)
      .prefix(50)
      .observeValues { _ in terminal.pause(.milliseconds(12)) }
  }
}

/// Counts at the source what must come out at the end.
struct Witness: Sendable {
  let entries = Counter()
  let bytes = Counter()
}
