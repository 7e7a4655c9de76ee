import Dispatch
import Signals
import TestSupport
import Testing

@Suite(.mayBlock) struct ActorTerminalsTests {
  typealias Heard = Event<Int, Oops>

  /// Notes what it hears. The compiler sees to it that only its own code does.
  fileprivate actor Account {
    var heard: [Heard] = []
    private(set) var isBusy = false

    func add(_ event: Heard) {
      #expect(!isBusy)
      heard.append(event)
    }

    func observe(_ signal: Signal<Int, Oops>) -> any Disposable {
      signal.observe(on: self) { account, event in account.add(event) }
    }

    func start(_ numbers: SignalProducer<Int, Never>) -> any Disposable {
      numbers.startWithValues(on: self) { account, number in account.heard.append(.next(number)) }
    }

    /// Does something on the actor, and then what `hears` says.
    func run(_ body: @Sendable (isolated Account) -> Void) { body(self) }
  }

  /// Blocks its thread, which is therefore its own.
  fileprivate actor BusyAccount {
    private let executor = BlockableExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    /// Whether the caller is where the actor is.
    nonisolated var isHere: Bool { executor.isHere }
    var heard: [Int] = []

    func wait(for end: DispatchSemaphore, begun: @Sendable () -> Void) {
      begun()
      end.wait()
    }
  }

  private func hears(_ account: Account, _ events: [Heard]) async throws {
    #expect(try await eventually { await account.heard.count >= events.count })
    #expect(await account.heard == events)
  }

  @Test("A3: events of another thread reach the actor in order")
  func events() async throws {
    let account = Account()
    let (signal, input) = Signal<Int, Oops>.pipe()
    _ = await account.observe(signal)
    let count = rounds(10_000)
    onThreads(1) { _ in
      for number in 0..<count { input.send(number) }
      input.complete()
    }
    try await hears(account, (0..<count).map { .next($0) } + [.completed])
  }

  @Test("A3: several threads and actors at once") func manyThreads() async throws {
    let accounts = (0..<4).map { _ in Account() }
    let (signal, input) = Signal<Int, Oops>.pipe()
    for account in accounts { _ = await account.observe(signal) }
    let count = rounds(5000)
    onThreads(4) { thread in for number in 0..<count { input.send(4 * number + thread) } }
    input.complete()
    for account in accounts {
      #expect(try await eventually { await account.heard.last == .completed })
      // All of them see the same order (contract E6).
      #expect(await account.heard == accounts[0].heard)
      #expect(await account.heard.count == 4 * count + 1)
    }
  }

  @Test func eachTerminal() async throws {
    let account = Account()
    let numbers = SignalProducer<Int, Never>(value: 1)
    let interrupted = SignalProducer<Int, Never> { observer, _ in observer.interrupt() }
    let failing = SignalProducer<Int, Oops>(error: Oops())
    func next(_ expected: Heard) async throws {
      try await hears(account, [expected])
      await account.run { $0.heard = [] }
    }
    numbers.startWithValues(on: account) { $0.heard.append(.next($1)) }
    try await next(.next(1))
    numbers.startWithCompleted(on: account) { $0.heard.append(.completed) }
    try await next(.completed)
    interrupted.startWithInterrupted(on: account) { $0.heard.append(.interrupted) }
    try await next(.interrupted)
    failing.startWithFailed(on: account) { $0.heard.append(.failed($1)) }
    try await next(.failed(Oops()))
    failing.startWithResult(on: account) {
      if case .failure(let oops) = $1 { $0.heard.append(.failed(oops)) }
    }
    try await next(.failed(Oops()))
    Future<Int, Oops>(error: Oops()).start(on: account) {
      if case .failure(let oops) = $1 { $0.heard.append(.failed(oops)) }
    }
    try await next(.failed(Oops()))
    Future<Int, Never>(value: 2).startWithValue(on: account) { $0.heard.append(.next($1)) }
    try await next(.next(2))

    let (signal, input) = Signal<Int, Never>.pipe()
    signal.observeValues(on: account) { $0.heard.append(.next($1)) }
    input.send(3)
    try await next(.next(3))
    signal.observeCompleted(on: account) { $0.heard.append(.completed) }
    input.complete()
    try await next(.completed)
    signal.observeInterrupted(on: account) { $0.heard.append(.interrupted) }
    try await next(.interrupted)

    let (broken, end) = Signal<Int, Oops>.pipe()
    broken.observeFailed(on: account) { $0.heard.append(.failed($1)) }
    end.fail(Oops())
    try await next(.failed(Oops()))
    let (sent, sender) = Signal<Int, Oops>.pipe()
    sent.observeResult(on: account) { if case .success(let number) = $1 { $0.heard.append(.next(number)) } }
    sender.send(4)
    try await next(.next(4))
    let lifetime = Subscription()
    sent.observe(during: lifetime, on: account) { $0.heard.append($1) }
    lifetime.dispose()
    sender.send(5)
    try await next(.next(5))
  }

  @Test("The main actor is an actor like others") @MainActor func mainActor() async throws {
    let heard = Log<Int>()
    SignalProducer<Int, Never>([1, 2]).startWithValues(on: MainActor.shared) { actor, number in
      actor.assertIsolated()
      heard.add(number)
    }
    #expect(try await eventually { @Sendable in heard.entries == [1, 2] })
  }

  @Test("B2: a source that can wait waits for a busy actor") func backPressure() async throws {
    let account = BusyAccount()
    let sent = Log<Int>()
    let hasBegun = Log<Bool>()
    let isBlocked = DispatchSemaphore(value: 0)
    let count = 10_000
    let numbers = SignalProducer<Int, Never>(0..<count).on(next: sent.add)
    let block = Task { await account.wait(for: isBlocked) { hasBegun.add(true) } }
    #expect(try await eventually { !hasBegun.entries.isEmpty })
    numbers.startWithValues(on: account) { $0.heard.append($1) }
    #expect(sent.entries.count == 1024)
    isBlocked.signal()
    await block.value
    #expect(try await eventually { await account.heard.count >= count })
    #expect(await account.heard == Array(0..<count))
  }

  @Test("A3: disposal on another thread interrupts on the actor")
  func disposedOfElsewhere() async throws {
    let account = Account()
    let start = SignalProducer<Int, Oops>.never.start(on: account) { $0.heard.append($1) }
    onThreads(1) { _ in start.dispose() }
    try await hears(account, [.interrupted])
  }

  @Test("D2: after disposal on the actor no value is delivered")
  func disposedOfThere() async throws {
    for _ in 0..<rounds(1000) {
      let account = Account()
      let (signal, input) = Signal<Int, Oops>.pipe()
      let start = SignalProducer<Int, Oops> { observer, lifetime in lifetime += signal.observe(observer) }
        .start(on: account) { $0.heard.append($1) }
      input.send(1)
      let before = await account.disposing(of: start)
      input.send(2)
      try await hears(account, before + [.interrupted])
    }
  }

  @Test("A3, D4: closures are released on the actor") func releasedThere() async throws {
    let places = Log<Bool>()
    let account = BusyAccount()
    func using<Result>(_ make: (Probe) -> Result) -> Result { make(Probe { places.add(account.isHere) }) }
    for isDisposed in [true, false] {
      let (signal, input) = Signal<Int, Never>.pipe()
      let all = [
        using { probe in signal.observeValues(on: account) { _, _ in probe.touch() } },
        using { probe in signal.producer.startWithCompleted(on: account) { _ in probe.touch() } },
        using { probe in signal.producer.startWithInterrupted(on: account) { _ in probe.touch() } },
      ]
      input.send(1)
      if isDisposed { for start in all { start.dispose() } }
      input.complete()
    }
    #expect(try await eventually { places.entries.count == 6 })
    #expect(places.entries.allSatisfy { $0 })
  }

  @Test("D4: an ended start keeps neither the actor nor the closure") func releases() async throws {
    let log = Log<String>()
    func use() async {
      let account = Account()
      let probe = Probe { log.add("released") }
      let (signal, input) = Signal<Int, Oops>.pipe()
      let start = signal.observe(on: account) { account, _ in
        probe.touch()
        account.heard = []
      }
      input.send(1)
      start.dispose()
      // Disposal releases it at once, not with the next job.
      #expect(start.isDisposed)
    }
    await use()
    #expect(try await eventually { log.entries == ["released"] })
  }
}

extension ActorTerminalsTests.Account {
  /// What it has heard before.
  fileprivate func disposing(of start: any Disposable) -> [ActorTerminalsTests.Heard] {
    start.dispose()
    return heard
  }
}
