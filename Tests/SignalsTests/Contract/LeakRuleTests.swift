import Signals
import TestSupport
import Testing

/// Serial, because they look at what this file has started.
@Suite("Contract, leaks", .serialized)
final class LeakRuleTests {
  init() { Recording.begin() }

  deinit { Recording.end() }

  /// Work that goes on until the test ends it, with each drive.
  struct Work {
    let signal: Signal<Int, Never>
    let input: Observer<Int, Never>
    let target = MutableProperty(0)
    let lifetime: Lifetime = Subscription()

    init() { (signal, input) = Signal.pipe() }

    var producer: SignalProducer<Int, Never> { .never }
  }

  /// A way to start something, and the line in which that is said.
  struct Terminal: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let start: @Sendable (Work) -> (any Disposable, line: UInt)

    init(_ name: String, _ start: @escaping @Sendable (Work) -> (any Disposable, line: UInt)) {
      testDescription = name
      self.start = start
    }
  }

  static let terminals = [
    Terminal("start(observer)") { ($0.producer.start(Observer(completed: {})), #line) },
    Terminal("start()") { ($0.producer.start(), #line) },
    Terminal("start(action)") { ($0.producer.start { (_: Event<Int, Never>) in }, #line) },
    Terminal("startWithValues") { ($0.producer.startWithValues { _ in }, #line) },
    Terminal("startWithCompleted") { ($0.producer.startWithCompleted {}, #line) },
    Terminal("startWithFailed") { ($0.producer.startWithFailed { _ in }, #line) },
    Terminal("startWithInterrupted") { ($0.producer.startWithInterrupted {}, #line) },
    Terminal("startWithResult") { ($0.producer.startWithResult { _ in }, #line) },
    Terminal("startWithSignal") { ($0.producer.startWithSignal { _, _ in }, #line) },
    Terminal("observe(observer)") { ($0.signal.observe(Observer(completed: {})), #line) },
    Terminal("observe(action)") { ($0.signal.observe { (_: Event<Int, Never>) in }, #line) },
    Terminal("observeValues") { ($0.signal.observeValues { _ in }, #line) },
    Terminal("observeCompleted") { ($0.signal.observeCompleted {}, #line) },
    Terminal("observeFailed") { ($0.signal.observeFailed { _ in }, #line) },
    Terminal("observeInterrupted") { ($0.signal.observeInterrupted {}, #line) },
    Terminal("observeResult") { ($0.signal.observeResult { _ in }, #line) },
    Terminal("observe(during:)") { ($0.signal.observe(during: $0.lifetime) { _ in }, #line) },
    Terminal("start(on:)") { ($0.producer.start(on: MainActor.shared) { _ in }, #line) },
    Terminal("startWithValues(on:)") { ($0.producer.startWithValues(on: MainActor.shared) { _ in }, #line) },
    Terminal("startWithCompleted(on:)") { ($0.producer.startWithCompleted(on: MainActor.shared) {}, #line) },
    Terminal("startWithFailed(on:)") { ($0.producer.startWithFailed(on: MainActor.shared) { _ in }, #line) },
    Terminal("startWithInterrupted(on:)") {
      ($0.producer.startWithInterrupted(on: MainActor.shared) {}, #line)
    },
    Terminal("startWithResult(on:)") { ($0.producer.startWithResult(on: MainActor.shared) { _ in }, #line) },
    Terminal("observe(on:)") { ($0.signal.observe(on: MainActor.shared) { _ in }, #line) },
    Terminal("observe(during:on:)") {
      ($0.signal.observe(during: $0.lifetime, on: MainActor.shared) { _ in }, #line)
    },
    Terminal("observeValues(on:)") { ($0.signal.observeValues(on: MainActor.shared) { _ in }, #line) },
    Terminal("observeCompleted(on:)") { ($0.signal.observeCompleted(on: MainActor.shared) {}, #line) },
    Terminal("observeFailed(on:)") { ($0.signal.observeFailed(on: MainActor.shared) { _ in }, #line) },
    Terminal("observeInterrupted(on:)") { ($0.signal.observeInterrupted(on: MainActor.shared) {}, #line) },
    Terminal("observeResult(on:)") { ($0.signal.observeResult(on: MainActor.shared) { _ in }, #line) },
    Terminal("start(on: actor)") { ($0.producer.start(on: Elsewhere()) { _, _ in }, #line) },
    Terminal("startWithValues(on: actor)") {
      ($0.producer.startWithValues(on: Elsewhere()) { _, _ in }, #line)
    },
    Terminal("observe(on: actor)") { ($0.signal.observe(on: Elsewhere()) { _, _ in }, #line) },
    Terminal("observe(during:on: actor)") {
      ($0.signal.observe(during: $0.lifetime, on: Elsewhere()) { _, _ in }, #line)
    },
    Terminal("observeValues(on: actor)") { ($0.signal.observeValues(on: Elsewhere()) { _, _ in }, #line) },
    Terminal("bind(to:)") { ($0.signal.bind(to: $0.target), #line) },
    Terminal("bind(to:) with a closure") { ($0.signal.bind(to: BindingTarget<Int> { _ in }), #line) },
    Terminal("bind(to:) on a scheduler") {
      ($0.signal.bind(to: BindingTarget<Int>(on: ImmediateScheduler()) { _ in }), #line)
    },
    Terminal("connect()") { ($0.producer.multicast().connect(), #line) },
    Terminal("Future.start(action)") { (Future(firstOf: $0.producer).start { _ in }, #line) },
    Terminal("Future.start()") { (Future(firstOf: $0.producer).start(), #line) },
    Terminal("Future.startWithValue") { (Future(firstOf: $0.producer).startWithValue { _ in }, #line) },
    Terminal("Future.start(on:)") {
      (Future(firstOf: $0.producer).start(on: MainActor.shared) { _ in }, #line)
    },
    Terminal("Future.startWithValue(on:)") {
      (Future(firstOf: $0.producer).startWithValue(on: MainActor.shared) { _ in }, #line)
    },
  ]

  var lines: [UInt] { Recording.lines(of: #fileID) }

  @Test(
    "X2: what is started is listed with its line until disposal",
    arguments: terminals)
  func listedUntilDisposed(terminal: Terminal) {
    let work = Work()
    let (disposable, line) = terminal.start(work)
    #expect(lines == [line])
    disposable.dispose()
    #expect(lines.isEmpty)
    withExtendedLifetime(work) {}
  }

  @Test(
    "X2: a producer is listed until it ends, whichever way",
    arguments: [Termination<Oops>.completed, .failed(Oops()), .interrupted])
  func listedUntilTheEnd(termination: Termination<Oops>) {
    let inputs = Log<Observer<Int, Oops>>()
    let (signal, input) = Signal<Int, Oops>.pipe()
    signal.observe { _ in }
    SignalProducer { observer, _ in inputs.add(observer) }.startWithFailed { _ in }
    let line: UInt = #line
    #expect(lines == [line - 2, line - 1])
    for input in inputs.entries + [input] { input.send(end: termination) }
    #expect(lines.isEmpty)
  }

  @Test("X2: what ends while it is started is not listed")
  func endsAtOnce() {
    SignalProducer<Int, Never>([1, 2, 3]).startWithValues { _ in }
    Signal<Int, Never>.empty.observeCompleted {}
    #expect(lines.isEmpty)
  }

  @Test("X2: an observation of a released source is not listed")
  func sourceIsLetGoOf() {
    var input: Observer<Int, Never>?
    let signal: Signal<Int, Never>
    (signal, input) = Signal<Int, Never>.pipe()
    signal.map { $0 + 1 }.observeValues { _ in }
    input?.send(1)
    #expect(lines.count == 1)
    input = nil
    #expect(lines.isEmpty)
  }

  @Test("X2: an arrow is listed where its target was made")
  func arrows() {
    let work = Work()
    let line: UInt = #line + 1
    let target = MutableProperty(0)
    let binding = target <~ work.signal
    #expect(lines == [line])
    binding.dispose()
    #expect(lines.isEmpty)
  }

  @Test("X2: so is one to an action or a closure")
  func arrowsToOtherTargets() {
    let work = Work()
    let line: UInt = #line + 1
    let action = Action<Int, Int, Oops> { _ in .never }
    let closure = BindingTarget<Int> { _ in }
    let checked = ValidatingProperty<Int, Oops>(0) { _ in .valid }
    let bindings = [action <~ work.signal, closure <~ work.signal, checked <~ work.signal]
    #expect(lines.sorted() == [line, line + 1, line + 2])
    for binding in bindings { binding.dispose() }
    #expect(lines.isEmpty)
  }

  @Test("X2: a task that waits is listed where it waits")
  func tasks() async throws {
    let work = Work()
    let waits = [
      Task { await work.signal.firstValue() },
      Task { await work.signal.lastValue() },
      Task { await work.signal.allValues()?.first },
      Task {
        for await value in work.signal.values() { return value }
        return nil
      },
    ]
    let line: UInt = #line
    let isListed = try await eventually { lines.sorted() == [line - 8, line - 7, line - 6, line - 4] }
    #expect(isListed)
    work.input.send(1)
    work.input.complete()
    for wait in waits { #expect(await wait.value == 1) }
    #expect(lines.isEmpty)
  }

  @Test("X2: the report lists each place once, most live ones first")
  func report() {
    let work = Work()
    let line: UInt = #line
    let all = [work.signal.map { "\($0)" }.observeCompleted {}] + (1...3).map { _ in work.producer.start() }
    let report = LiveSubscriptions.report.split(separator: "\n").filter { $0.contains(#fileID) }
    #expect(report == ["3 of Int: \(#fileID):\(line + 1)", "1 of String: \(#fileID):\(line + 1)"])
    for one in all { one.dispose() }
    #expect(lines.isEmpty)
  }

  @Test("X2: what was started before recording is not listed")
  func off() async {
    await #expect(processExitsWith: .success) {
      precondition(!LiveSubscriptions.areRecorded)
      let subscription = SignalProducer<Int, Never>.never.start()
      LiveSubscriptions.areRecorded = true
      precondition(LiveSubscriptions.all.isEmpty)
      subscription.dispose()
    }
  }
}

private actor Elsewhere {}
