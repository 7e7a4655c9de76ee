import Signals
import SignalsTesting
import TestSupport
import Testing

/// An observer that pauses, and whose source sends or ends meanwhile, all inside a value: nothing is lost, nothing comes
/// twice, and the end comes last.
@Suite("Contract, pauses inside a value")
struct PauseInsideValueTests {
  /// Operators that lose nothing, of a source that cannot wait.
  private static let operators:
    [(name: String, apply: @Sendable (SignalProducer<Int, Never>) -> SignalProducer<[Int], Never>)] = [
      ("nothing", { $0.map { [$0] } }),
      ("scan", { $0.scan(0) { $0 + $1 }.map { [$0] } }),
      ("pairwise", { $0.pairwise().map { [$0.previous, $0.current] } }),
      ("interspersed", { $0.interspersed(with: 0).map { [$0] } }),
      ("dropLast", { $0.dropLast(1).map { [$0] } }),
      ("suffix", { $0.suffix(3).map { [$0] } }),
      ("collect", { $0.collect() }),
      ("chunks", { $0.chunks(ofCount: 2) }),
      ("materialize", { $0.materialize().dematerialize().map { [$0] } }),
      ("prefix", { $0.prefix(3).map { [$0] } }),
      ("prefix through", { $0.prefix(through: { $0 == 3 }).map { [$0] } }),
      ("buffer", { $0.buffer(5, onOverflow: .suspend).map { [$0] } }),
      ("small buffer", { $0.buffer(1, onOverflow: .suspend).map { [$0] } }),
      ("buffers", { $0.buffer(2, onOverflow: .suspend).buffer(1, onOverflow: .suspend).map { [$0] } }),
      ("receive", { $0.receive(on: ImmediateScheduler()).map { [$0] } }),
      ("start", { $0.start(on: ImmediateScheduler()).map { [$0] } }),
      ("append", { $0.append(7, 8).map { [$0] } }),
      ("prepend", { $0.prepend(7, 8).dropFirst(2).map { [$0] } }),
      ("merge", { $0.merge(with: SignalProducer<Int, Never>.empty).map { [$0] } }),
      ("zip", { $0.zip(with: SignalProducer(0..<100)).map { [$0.0, $0.1] } }),
      ("combineLatest", { SignalProducer(value: 5).combineLatest(with: $0).map { [$0.1] } }),
      ("withLatest", { $0.withLatest(from: SignalProducer(value: 5)).map { [$0.0] } }),
      ("flatMap concat", { $0.flatMap(.concat) { SignalProducer([$0, $0 + 50]) }.map { [$0] } }),
      ("flatMap concat of one", { $0.flatMap(.concat) { SignalProducer(value: [$0]) } }),
      (
        "flatMap limited",
        { $0.flatMap(.concurrent(limit: 1)) { SignalProducer([$0, $0 + 50]) }.map { [$0] } }
      ),
      (
        "buffer and concat",
        {
          $0.buffer(2, onOverflow: .suspend).flatMap(.concat) { SignalProducer([$0, $0 + 50]) }.map { [$0] }
        }
      ),
      (
        "concat and buffer",
        {
          $0.flatMap(.concat) { SignalProducer([$0, $0 + 50]) }.buffer(1, onOverflow: .suspend).map { [$0] }
        }
      ),
      ("windows", { $0.windows(ofCount: 2).flatMap(.concat) { $0.collect() } }),
      ("grouped", { $0.grouped { $0 % 2 }.flatMap(.merge) { $0.values.map { [$0] } } }),
      ("share", { $0.share().map { [$0] } }),
      ("share with replay", { $0.share(replay: 2).map { [$0] } }),
      ("replayLazily", { $0.replayLazily(1).map { [$0] } }),
      ("multicast", { $0.multicast { $0.merge(with: $0.map { $0 + 50 }) }.map { [$0] } }),
      ("retry", { $0.retry(1).map { [$0] } }),
      (
        "catch",
        { $0.setFailureType(to: Oops.self).catch { _ in SignalProducer<Int, Never>.empty }.map { [$0] } }
      ),
      ("unique", { $0.unique().map { [$0] } }),
      ("deferred", { source in SignalProducer.deferred { source }.map { [$0] } }),
    ]

  /// What the observer does inside a value.
  private enum Step: String {
    case pause, resume, send, complete
  }

  private static let scripts: [[Step]] = [
    [.pause, .resume], [.send], [.complete], [.pause, .send, .resume], [.pause, .complete, .resume], [.pause],
    [.pause, .send], [.pause, .complete], [.pause, .send, .complete], [.pause, .send, .complete, .resume],
    [.send, .pause, .complete], [.send, .complete, .pause, .resume], [.pause, .resume, .complete],
    [.pause, .pause, .send, .resume, .complete, .resume],
  ]

  @Test("B1: nothing is lost", arguments: operators.indices)
  func losesNothing(_ index: Int) {
    let (name, apply) = Self.operators[index]
    for script in Self.scripts {
      for place in 1...6 {
        for waiting in 0...3 {
          let (received, sent) = run(apply, script, at: place, waiting: waiting)
          let expected = Recorder<[Int], Never>()
          apply(SignalProducer(sent)).start(expected.observer)
          #expect(
            received == expected.events,
            "\(name), \(script.map(\.rawValue)) inside value \(place), while \(waiting) of \(sent) waited")
        }
      }
    }
  }

  /// - Returns: What the observer received, and what the source sent, in that order.
  private func run(
    _ apply: (SignalProducer<Int, Never>) -> SignalProducer<[Int], Never>, _ script: [Step], at place: Int,
    waiting: Int
  ) -> (received: [Event<[Int], Never>], sent: [Int]) {
    let (output, input) = Signal<Int, Never>.pipe()
    let (recorder, bench) = (Recorder<[Int], Never>(), Guarded(Bench()))
    let send: @Sendable (Int?) -> Void = { value in
      if bench.withLock({ $0.hasEnded }) { return }
      let value = bench.withLock { bench in
        let value = value ?? 30 + bench.sent.count
        bench.sent.append(value)
        return value
      }
      input.send(value)
    }
    let complete: @Sendable () -> Void = {
      bench.withLock { $0.hasEnded = true }
      input.complete()
    }
    let start = apply(output.producer).startWithSignal { signal, start in
      signal.observe(recorder.observer)
      signal.observeValues { _ in
        let isPlace = bench.withLock { bench in
          bench.received += 1
          return bench.received == place
        }
        if !isPlace { return }
        for step in script {
          switch step {
          case .pause:
            bench.withLock { $0.pauses += 1 }
            start.pause()
          case .resume: if bench.withLock({ $0.takePause() }) { start.resume() }
          case .send: send(nil)
          case .complete: complete()
          }
        }
      }
    }
    start.pause()
    for value in 0..<waiting { send(value + 1) }
    start.resume()
    for value in waiting..<4 { send(value + 1) }
    while bench.withLock({ $0.takePause() }) { start.resume() }
    complete()
    while bench.withLock({ $0.takePause() }) { start.resume() }
    return (recorder.events, bench.withLock { $0.sent })
  }

  private struct Bench {
    var sent: [Int] = []
    var hasEnded = false
    var received = 0
    /// What the observer has not taken back.
    var pauses = 0

    mutating func takePause() -> Bool {
      defer { pauses = Swift.max(0, pauses - 1) }
      return pauses > 0
    }
  }
}
