#if os(Linux)
  import Foundation
  import Signals
  import Testing

  /// A source, without what it sends, and a way to make it send something.
  package struct EndlessSource: Sendable {
    private let producer: SignalProducer<Void, Never>
    /// Called after the start, when something is to come. On any thread but the main one.
    private let provoke: @Sendable () throws -> Void
    /// Waits until nothing can be left of a start that was disposed of. For what takes its time.
    private let settle: @Sendable () -> Void

    /// A failure stops the program: none is expected.
    package init<Value, Failure>(
      _ producer: SignalProducer<Value, Failure>, provoke: @escaping @Sendable () throws -> Void = {},
      settle: @escaping @Sendable () -> Void = {}
    ) {
      self.producer = producer.map { _ in }.assertNoFailure()
      self.provoke = provoke
      self.settle = settle
    }

    /// How often a source is started in one test: 10,000 times where tests go deep. Otherwise it may be less often: some
    /// take milliseconds.
    package static func starts(_ count: Int = 10_000) -> Int { isDeep ? 10_000 : rounds(count) }

    /// Starts it so often, and looks for what the starts have left: observers, threads, descriptors, memory. In a process of its
    /// own, because other tests have threads and descriptors too: ``report(_:)`` is for what that has to say.
    package func leavesNothing(of count: Int, called name: String) async throws {
      let alive = Counter()
      // Caches, pools of threads and the like are there from here on.
      try startAndDispose(count / 10, alive)
      let before = try Usage.now()
      let begin = ContinuousClock.now
      try startAndDispose(count, alive)
      let time = ContinuousClock.now - begin
      // Dispatch ends threads that have nothing to do after some seconds.
      let isFlat = try await eventually {
        guard let now = try? Usage.now() else { return false }
        return now.threads <= before.threads + 4 && now.descriptors <= before.descriptors + 4
          && alive.value == 0
      }
      let after = try Usage.now()
      #expect(isFlat, "before: \(before), after: \(after), \(alive.value) observers alive")
      // Less than half a kilobyte of each start.
      #expect(
        isUnderSanitizer || after.bytes - before.bytes < max(count * 512, 4 << 20),
        "before: \(before), after: \(after)")
      let seconds = time.formatted(.units(allowed: [.seconds], fractionalPart: .show(length: 1)))
      let line = "figures: \(count) starts of \(name) in \(seconds); before: \(before), after: \(after)\n"
      try FileHandle.standardError.write(contentsOf: Data(line.utf8))
    }

    /// Passes on figures, or what went wrong.
    package static func report(_ result: ExitTest.Result?) {
      let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      if result?.exitStatus != .exitCode(EXIT_SUCCESS) { Issue.record("\(said)") }
      for line in said.split(separator: "\n") where line.hasPrefix("figures: ") { print(line) }
    }

    /// Disposes of the start at once, inside the first value, and after it, one after the other.
    private func startAndDispose(_ count: Int, _ alive: Counter) throws {
      for round in 0..<count {
        // Gone when the observer is.
        let token = Token(alive)
        switch round % 3 {
        case 0: producer.start { _ in token.touch() }.dispose()
        case 1:
          let hasSent = DispatchSemaphore(value: 0)
          producer.startWithSignal { signal, interrupter in
            signal.observe { event in
              token.touch()
              if event.isTerminating { return }
              interrupter.dispose()
              hasSent.signal()
            }
          }
          try provoke()
          hasSent.wait()
        default:
          let hasSent = DispatchSemaphore(value: 0)
          let start = producer.start { event in
            token.touch()
            if !event.isTerminating { hasSent.signal() }
          }
          try provoke()
          hasSent.wait()
          start.dispose()
        }
        settle()
      }
    }
  }

  /// Counts the tokens that are alive.
  private final class Counter: Sendable {
    private let count = Guarded(0)

    var value: Int { count.withLock { $0 } }

    func add(_ number: Int) { count.withLock { $0 += number } }
  }

  private final class Token: Sendable {
    private let alive: Counter

    init(_ alive: Counter) {
      self.alive = alive
      alive.add(1)
    }

    deinit { alive.add(-1) }

    /// Keeps the token for as long as the closure that calls this.
    func touch() {}
  }

  /// What this process has of the system.
  private struct Usage: Sendable, CustomStringConvertible {
    let threads: Int
    let descriptors: Int
    /// Of the pages in the memory of the machine.
    let bytes: Int

    static func now() throws -> Usage {
      let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[1]
      return Usage(
        threads: try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count,
        descriptors: try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count,
        bytes: Int(pages)! * sysconf(Int32(_SC_PAGESIZE)))
    }

    var description: String { "\(threads) threads, \(descriptors) descriptors, \(bytes >> 10) KB" }
  }
#endif
