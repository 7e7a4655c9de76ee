import Console
import Foundation
import Signals
import SignalsFoundation

@main struct Count {
  static let help = """
    Usage: count [--at-once N] [FILE…]

    Counts lines, words (what white space separates) and bytes, and finds the most
    frequent words, in files of any size or, without a FILE or where it is -, in
    standard input. Reads N files at a time, 4 if not said otherwise.
    Ctrl-C prints what has been counted so far.
    Exit status: 1 if a file cannot be read, 2 for wrong usage, 130 after Ctrl-C.
    """

  static func main() async {
    let arguments = Arguments(of: "count", help: help, options: ["--at-once"])
    let parts = (arguments.names.isEmpty ? ["-"] : arguments.names).enumerated().map(Part.init)
    // One timer for all who want to know whether it is time for news.
    let ticks = SignalProducer.interval(every: .milliseconds(100), on: QueueScheduler()).stored(initial: 0)
    let interruption = SignalProducer.terminationSignals.map(Optional.some).stored(initial: nil)
    let atOnce = FlattenStrategy.concurrent(limit: arguments.number("--at-once", from: 1, otherwise: 4))
    let nothing = Report(parts: parts, size: Console.size(ofFiles: parts.map(\.name)))
    let report = await SignalProducer(parts)
      .flatMap(atOnce) { $0.counting(ticks, until: interruption) }
      .reduce(into: nothing) { $0.take($1) }.firstValue()!
    Console.say(report.table)
    exit(interruption.value.map { 128 + $0 } ?? (report.parts.contains { $0.failure != nil } ? 1 : 0))
  }
}

/// What has been counted in one file.
struct Part: Sendable {
  let (index, name): (Int, String)
  var (lines, wordCount, bytes, tick) = (0, 0, 0, 0)
  var (words, failure) = (Words(), FileError?.none)
  var (isOver, isNews) = (false, false)
  /// The beginning of a word that goes on in the next piece, and the hash of what there is of it (FNV-1a).
  var (beginning, hash) = ([UInt8](), noWord)
  static let noWord: UInt64 = 0xCBF2_9CE4_8422_2325

  init(index: Int, name: String) { (self.index, self.name) = (index, name) }

  /// What has been counted so far, whenever it is time for news and at the end.
  func counting(_ ticks: Property<Int>, until stop: Property<Int32?>) -> SignalProducer<Part, Never> {
    let file = SignalProducer.bytes(ofFile: FilePath(name)).start(on: QueueScheduler(name: "read"))
    return (name == "-" ? .bytesOfStandardInput : file)
      // Reading is a little ahead of counting, and waits when it is too far ahead.
      .receive(on: QueueScheduler(name: "count"), buffering: .suspending(4))
      .prefix(until: stop.producer.compactMap { $0 }).materialize()
      .scan(into: self) { $0.take($1, at: ticks.value) }.filter { $0.isNews }
  }

  private mutating func take(_ event: Event<[UInt8], FileError>, at tick: Int) {
    if case .next(let piece) = event { count(piece) } else { isOver = true }
    if case .failed(let error) = event { failure = error }
    if isOver, hash != Self.noWord { endWord([], hash) }
    (isNews, self.tick) = (isOver || tick != self.tick, tick)
  }

  private mutating func count(_ piece: [UInt8]) {
    bytes += piece.count
    var (start, hash) = (0, self.hash)
    for (index, byte) in piece.enumerated() {
      if byte > 32 || byte != 32 && !(9...13).contains(byte) {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        continue
      }
      if hash != Self.noWord { endWord(piece[start..<index], hash) }
      (hash, start) = (Self.noWord, index + 1)
      if byte == 10 { lines += 1 }
    }
    self.hash = hash
    beginning += piece[start...].prefix(40 - beginning.count)
    words.forgetIfMany()
  }

  private mutating func endWord(_ rest: ArraySlice<UInt8>, _ hash: UInt64) {
    wordCount += 1
    func word() -> String { String(decoding: (beginning + rest).prefix(40), as: UTF8.self) }
    words.counts[hash, default: (word(), 0)].count += 1
    if !beginning.isEmpty { beginning = [] }
  }
}

/// How often words occur, in bounded memory: when there are too many, the rarer half is forgotten.
struct Words: Sendable {
  /// By their hashes. Of ten million words, the chance that two have the same one is one in 300,000.
  var counts: [UInt64: (word: String, count: Int)] = [:]
  /// How often a word has been forgotten, at most.
  private(set) var forgotten = 0

  mutating func add(_ other: Words) {
    counts.merge(other.counts) { ($0.word, $0.count + $1.count) }
    forgotten += other.forgotten
    forgetIfMany()
  }

  mutating func forgetIfMany() {
    if counts.count <= 10_000 { return }
    let most = counts.values.map(\.count).sorted()[counts.count / 2]
    counts = counts.filter { $0.value.count > most }
    forgotten += most
  }

  var ranked: [(word: String, count: Int)] {
    counts.values.sorted { ($1.count, $0.word) < ($0.count, $1.word) }
  }
}

/// What all files together have come to.
struct Report: Sendable {
  var parts: [Part]
  let size: Int?
  var tick = 0
  var wordsOfThoseOver = Words()
  let start = ContinuousClock.now

  mutating func take(_ part: Part) {
    parts[part.index] = part
    if part.isOver {
      wordsOfThoseOver.add(part.words)
      parts[part.index].words = Words()
    }
    if let failure = part.failure { Console.complain("count: \(failure)") }
    if tick != part.tick { Console.show(line) }
    tick = part.tick
  }

  var words: Words { parts.reduce(into: wordsOfThoseOver) { $0.add($1.words) } }
  func sum(_ count: KeyPath<Part, Int>) -> Int { parts.reduce(0) { $0 + $1[keyPath: count] } }
  var rate: String { "\(Int(Double(sum(\.bytes)) / start.secondsAgo).spokenBytes)/s" }
  var line: String {
    let bar = size.map { Console.bar(sum(\.bytes), of: $0) + "  " } ?? ""
    let frequent = words.ranked.prefix(3).map(\.word.printable).joined(separator: " ")
    return "\(bar)\(sum(\.lines).grouped) lines  \(sum(\.wordCount).grouped) words  \(rate)  \(frequent)"
  }

  var table: String {
    let (counts, words) = ([\Part.lines, \.wordCount, \.bytes], words)
    let read = parts.filter { $0.failure == nil }
    var rows = [["lines", "words", "bytes", ""]]
    rows += read.map { part in counts.map { part[keyPath: $0].grouped } + [part.name] }
    if parts.count > 1 { rows.append(counts.map { sum($0).grouped } + ["in all"]) }
    for (word, count) in words.ranked.prefix(10) { rows.append(["", count.grouped, "", word]) }
    let doubt = words.forgotten == 0 ? "" : "; a word may be missing \(words.forgotten.grouped) times"
    return Console.table(rows, width: 14) + "\n\(sum(\.bytes).spokenBytes), \(rate)\(doubt)"
  }
}
