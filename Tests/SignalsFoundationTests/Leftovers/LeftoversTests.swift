#if os(Linux)
  import Foundation
  import Signals
  import TestSupport
  import Testing
  import SignalsFoundation

  /// What thousands of starts leave behind: nothing.
  @Suite(.mayBlock) struct LeftoversTests {
    /// In a process of its own, because other tests have threads and descriptors too.
    @Test(
      "D4: a source disposed of repeatedly leaves nothing behind",
      arguments: EndlessSource.Name.allCases)
    func sourcesLeaveNothing(_ name: EndlessSource.Name) async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { [name] in
        let folder = try TemporaryFolder()
        let source = try EndlessSource(name, in: folder)
        let alive = Counter()
        let count = EndlessSource.rounds(name)
        // Caches, pools of threads and the like are there from here on.
        try startAndDispose(source, count / 10, alive)
        let before = try Usage.now()
        try startAndDispose(source, count, alive)
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
      }
      if result?.exitStatus != .exitCode(EXIT_SUCCESS) {
        Issue.record("\(String(decoding: result?.standardErrorContent ?? [], as: UTF8.self))")
      }
    }
  }

  /// Starts a source and disposes of the start: at once, inside the first value, and after it, one after the other.
  private func startAndDispose(_ source: EndlessSource, _ count: Int, _ alive: Counter) throws {
    for round in 0..<count {
      // Gone when the observer is.
      let token = Token(alive)
      switch round % 3 {
      case 0: source.producer.start { _ in token.touch() }.dispose()
      case 1:
        let hasSent = DispatchSemaphore(value: 0)
        source.producer.startWithSignal { signal, interrupter in
          signal.observe { event in
            token.touch()
            if event.isTerminating { return }
            interrupter.dispose()
            hasSent.signal()
          }
        }
        try source.provoke()
        hasSent.wait()
      default:
        let hasSent = DispatchSemaphore(value: 0)
        let start = source.producer.start { event in
          token.touch()
          if !event.isTerminating { hasSent.signal() }
        }
        try source.provoke()
        hasSent.wait()
        start.dispose()
      }
      source.settle()
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
#endif
