import CAllocations
import Foundation
import Signals
import SignalsFoundation

/// A program with many subscriptions and many events, and what it takes each second: for what becomes of it when it is
/// recorded and looked at for long.
struct InspectedLoad {
  /// How it is looked at.
  enum Recording: String, CaseIterable { case off, on, served }

  var seconds = 60
  var recording = Recording.served
  var signals = 1_000
  /// Of each signal.
  var observers = 100
  /// Set by turns, and read by none.
  var properties = 0
  /// Values that observers receive in a second.
  var rate = 1_000_000

  func run() throws(InspectorError) {
    allocations_begin()
    switch recording {
    case .off: break
    case .on: LiveSubscriptions.areRecorded = true
    case .served: print("serves \(try Inspector.serve().path)")
    }
    let sink = Sink()
    let pipes = (0..<signals).map { _ in Signal<Int, Never>.pipe() }
    for (signal, _) in pipes { for _ in 0..<observers { signal.observeValues { sink.add($0) } } }
    let counts = (0..<properties).map { _ in MutableProperty(0) }
    let columns = ["second", "events", "program ms", "inspector ms", "resident KB", "heap in use KB"]
    print(columns.joined(separator: "\t"))
    // Every hundredth of a second so many signals send, and so many properties are set.
    let sends = max(1, rate / max(1, observers) / 100)
    let sets = counts.count / 100
    var (turn, events, before) = (0, 0, Usage())
    let begin = ContinuousClock.now
    for second in 1...seconds {
      for part in 1...100 {
        for index in turn * sends..<(turn + 1) * sends { pipes[index % signals].input.send(turn) }
        for index in turn * sets..<(turn + 1) * sets { counts[index % counts.count].value += 1 }
        events += sends * observers
        turn += 1
        let next = begin + .seconds(second - 1) + .milliseconds(part * 10)
        let left = next - .now
        if left > .zero { usleep(UInt32(left.components.attoseconds / 1_000_000_000_000)) }
      }
      let usage = Usage()
      let row = [
        second, events, usage.process - before.process, usage.inspector - before.inspector, usage.resident,
        usage.heap,
      ]
      print(row.map { "\($0)" }.joined(separator: "\t"))
      fflush(nil)
      (events, before) = (0, usage)
    }
    withExtendedLifetime(pipes) {}
  }

  /// What the process has used, in milliseconds and kilobytes; 0 where the system does not say.
  private struct Usage {
    /// Of all threads but the inspector's.
    var process = 0
    var inspector = 0
    var resident = 0
    /// What was taken from the heap since the load began and not given back.
    var heap = 0

    init() {
      #if os(Linux)
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        inspector = Self.inspectorTime
        process = Int(time.tv_sec) * 1_000 + Int(time.tv_nsec) / 1_000_000 - inspector
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        resident =
          status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
          .flatMap { Int($0.filter(\.isNumber)) } ?? 0
      #endif
      heap = allocations_now().live_bytes / 1024
    }

    private static var inspectorTime: Int {
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
      func text(_ thread: String, _ file: String) -> String {
        (try? String(contentsOfFile: "/proc/self/task/\(thread)/\(file)", encoding: .utf8)) ?? ""
      }
      let found = threads.first { text($0, "comm").hasPrefix("signals-inspect") }
      return found.flatMap { text($0, "schedstat").split(separator: " ").first.flatMap { Int($0) } }
        .map { $0 / 1_000_000 } ?? 0
    }
  }
}

extension InspectedLoad {
  static let usage = """
    usage: benchmarks --load [off|on|served] [SECONDS [SIGNALS [OBSERVERS [PROPERTIES [RATE]]]]]
    """

  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    if let first = rest.first, let recording = Recording(rawValue: first) {
      self.recording = recording
      rest = rest.dropFirst()
    }
    let members = [\Self.seconds, \.signals, \.observers, \.properties, \.rate]
    if rest.count > members.count { throw UsageError(message: Self.usage) }
    for (member, text) in zip(members, rest) {
      guard let number = Int(text), number >= 0 else { throw UsageError(message: Self.usage) }
      self[keyPath: member] = number
    }
    guard seconds > 0, signals > 0 else { throw UsageError(message: Self.usage) }
  }
}
