import Signals
import TestSupport
import Testing

/// What a job of an actor finds waiting, it delivers in one go.
@Suite struct ActorReceiverTests {
  typealias Heard = Event<Int, Oops>

  fileprivate actor Reader {
    var heard: [Heard] = []

    /// Everything that `body` sends waits until this has returned.
    func whileBusy(_ body: @Sendable (isolated Reader) -> Void) { body(self) }
  }

  private let reader = Reader()
  private let signal: Signal<Int, Oops>
  private let input: Observer<Int, Oops>

  init() { (signal, input) = Signal.pipe() }

  private func hears(_ events: [Heard]) async throws {
    #expect(try await eventually { await reader.heard.count >= events.count })
    #expect(await reader.heard == events)
  }

  private func send(_ numbers: ClosedRange<Int>) async {
    await reader.whileBusy { [input] _ in for number in numbers { input.send(number) } }
  }

  @Test("D2: disposal inside a batch drops the rest of it") func disposedInside() async throws {
    let start = SerialDisposable()
    start.inner = signal.producer.start(on: reader) { reader, event in
      reader.heard.append(event)
      if event == .next(2) { start.dispose() }
    }
    await send(1...5)
    try await hears([.next(1), .next(2), .interrupted])
  }

  @Test("S4: so it does for an observer of a signal") func observationDisposedInside() async throws {
    let observation = SerialDisposable()
    observation.inner = signal.observe(on: reader) { reader, event in
      reader.heard.append(event)
      if event == .next(2) { observation.dispose() }
    }
    await send(1...5)
    try await hears([.next(1), .next(2)])
    signal.observe(on: reader) { reader, event in reader.heard.append(event) }
    await send(6...6)
    try await hears([.next(1), .next(2), .next(6)])
  }

  @Test("D2: it does so on the main actor") @MainActor func disposedInsideOnTheMainActor() async throws {
    let heard = Log<Heard>()
    let start = SerialDisposable()
    start.inner = signal.producer.start(on: .shared) { event in
      MainActor.assertIsolated()
      heard.add(event)
      if event == .next(2) { start.dispose() }
    }
    for number in 1...5 { input.send(number) }
    #expect(try await eventually { @Sendable in heard.entries.last == .interrupted })
    #expect(heard.entries == [.next(1), .next(2), .interrupted])
  }

  @Test("E3, E2: an end behind a batch, and a failure in place of it", arguments: [true, false])
  func endsWhileABatchWaits(isFailure: Bool) async throws {
    signal.observe(on: reader) { reader, event in reader.heard.append(event) }
    await reader.whileBusy { [input] _ in
      input.send(1)
      input.send(2)
      if isFailure { input.fail(Oops()) } else { input.complete() }
    }
    try await hears(isFailure ? [.failed(Oops())] : [.next(1), .next(2), .completed])
  }

  @Test("E7: what is sent inside a batch comes behind it") func reentrant() async throws {
    signal.observe(on: reader) { [input] reader, event in
      reader.heard.append(event)
      if case .next(let number) = event, number < 10 { input.send(10 * number) }
    }
    await send(1...3)
    try await hears([1, 2, 3, 10, 20, 30].map { .next($0) })
  }

  @Test("B2: a pause inside a batch keeps the rest of it") func pausedInside() async throws {
    let start = SerialDisposable()
    start.inner = signal.producer.start(on: reader) { reader, event in
      reader.heard.append(event)
      if event == .next(2) { start.pause() }
    }
    await send(1...4)
    try await hears([.next(1), .next(2)])
    await send(5...5)
    #expect(await reader.heard.count == 2)
    await reader.whileBusy { _ in start.resume() }
    try await hears((1...5).map { .next($0) })
  }

  @Test("D4: the rest of a batch is released with the disposal") func releasesTheRest() async throws {
    let log = Log<Int>()
    let (probes, sender) = Signal<Probe, Never>.pipe()
    let observation = SerialDisposable()
    observation.inner = probes.observeValues(on: reader) { _, _ in observation.dispose() }
    await reader.whileBusy { _ in
      for number in 1...3 { sender.send(Probe { log.add(number) }) }
    }
    #expect(try await eventually { log.entries.count == 3 })
  }

  @Test("A3: observers that come and go on many threads") func churn() async throws {
    let count = rounds(2000)
    signal.observe(on: reader) { reader, event in reader.heard.append(event) }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask { [signal, reader] in
          for _ in 0..<count {
            signal.observe(on: reader) { reader, _ in reader.assertIsolated() }.dispose()
          }
        }
      }
      group.addTask { [input] in for number in 0..<count { input.send(number) } }
    }
    input.complete()
    try await hears((0..<count).map { .next($0) } + [.completed])
  }
}
