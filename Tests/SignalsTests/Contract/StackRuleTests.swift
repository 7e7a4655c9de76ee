import Signals
import TestSupport
import Testing

/// Recursion on a stack of 512 KB.
@Suite("Contract, stack", .mayBlock)
struct StackRuleTests {
  /// A stream that goes on with one like it, one level further down.
  enum Tail: CaseIterable {
    case append, appendToValues, andThen, ifEmpty, prepend, `catch`

    func stream(_ levels: Int) -> SignalProducer<Int, Oops> {
      if levels == 0 { return SignalProducer(value: 7) }
      let rest = SignalProducer<Int, Oops>.deferred { stream(levels - 1) }
      return switch self {
      case .append: .empty.append(rest)
      case .appendToValues: SignalProducer(value: 0).append(rest)
      case .andThen: SignalProducer<Int, Oops>(value: 1).andThen(rest)
      case .ifEmpty: .empty.ifEmpty(switchTo: rest)
      case .prepend: rest.prepend(0)
      case .catch: SignalProducer<Int, Oops>(error: Oops()).catch { _ in rest }
      }
    }
  }

  @Test("P8: 200,000 tail recursions use constant stack and memory", arguments: Tail.allCases)
  func tailRecursion(tail: Tail) {
    onSmallStack {
      let log = Log<Event<Int, Oops>>()
      tail.stream(rounds(200_000)).filter { $0 == 7 }.start(log.observer())
      #expect(log.entries == [.next(7), .completed])
    }
  }

  @Test("P8: each tail recursion is released before the next begins")
  func tailRecursionReleases() {
    let alive = Counter()
    let most = Guarded(0)
    @Sendable func level(_ number: Int) -> SignalProducer<Int, Oops> {
      SignalProducer { observer, lifetime in
        alive.increment()
        most.withLock { $0 = Swift.max($0, alive.value) }
        lifetime.onEnd { alive.decrement() }
        observer.complete()
      }
      .append(SignalProducer<Int, Oops>.deferred { number == 0 ? .empty : level(number - 1) })
    }
    level(1_000).startWithFailed { _ in }
    #expect(most.withLock { $0 } == 1)
    #expect(alive.value == 0)
  }

  @Test("P8: 200,000 inline scheduler ticks use constant stack")
  func immediateTicks() {
    onSmallStack {
      let log = Log<Event<Int, Never>>()
      let count = rounds(200_000)
      SignalProducer.interval(every: .seconds(1), on: ImmediateScheduler()).prefix(count).last()
        .start(log.observer())
      #expect(log.entries == [.next(count - 1), .completed])
    }
  }

  // Each in a process of its own, which stops with a message instead of overflowing its stack.

  @Test("P8: too deep a recursion in flatMap stops with a message")
  func nestedFlatMap() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      @Sendable func nested(_ levels: Int) -> SignalProducer<Int, Never> {
        levels == 0 ? .empty : SignalProducer(value: levels).flatMap { nested($0 - 1) }
      }
      onSmallStack { nested(100_000).start() }
    }
    #expect(
      result.message.contains("streams are nested too deeply: the 512 KB stack of this thread is used up"))
  }

  @Test("P8: shares nested too deeply stop with a message")
  func nestedShare() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      onSmallStack {
        var stream = SignalProducer<Int, Never>(value: 1)
        for _ in 0..<100_000 { stream = stream.share() }
        stream.start()
      }
    }
    #expect(
      result.message.contains("streams are nested too deeply: the 512 KB stack of this thread is used up"))
  }

  @Test("P8: a value stops at too many stages of a signal")
  func longChainOfASignal() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      onSmallStack {
        let (signal, input) = Signal<Int, Never>.pipe()
        chain(of: 100_000, from: signal).observeValues { _ in }
        input.send(1)
      }
    }
    #expect(
      result.message.contains("streams are nested too deeply: the 512 KB stack of this thread is used up"))
  }

  @Test("P8: the end of a signal stops at too many stages")
  func longChainThatEnds() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      onSmallStack {
        let (signal, input) = Signal<Int, Never>.pipe()
        chain(of: 100_000, from: signal).observeCompleted {}
        input.complete()
      }
    }
    #expect(
      result.message.contains("streams are nested too deeply: the 512 KB stack of this thread is used up"))
  }

  @Test("P8: a start stops at too many stages")
  func longChainOfAProducer() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      onSmallStack { chain(of: 100_000, from: SignalProducer<Int, Never>(value: 1)).start() }
    }
    #expect(
      result.message.contains("streams are nested too deeply: half of the 512 KB stack of this thread"))
  }

  @Test("P8: a value of a start of 300 stages, on a small stack")
  func chainOfSomeHundred() {
    let stages = isUnderSanitizer ? 60 : 300
    onSmallStack {
      let log = Log<Int>()
      chain(of: stages, from: SignalProducer(value: 1)).startWithValues { log.add($0) }
      #expect(log.entries == [stages + 1])
    }
  }

  @Test("P8: 40 stages that check the stack change nothing")
  func longChainsPassOnEvents() {
    let log = Log<Event<Int, Never>>()
    let (signal, input) = Signal<Int, Never>.pipe()
    chain(of: 40, from: signal).observe(log.observer())
    chain(of: 40, from: signal.producer).start(log.observer())
    chain(of: 40, from: SignalProducer(value: 2)).start(log.observer())
    input.send(1)
    input.complete()
    #expect(
      log.entries == [.next(42), .completed, .next(41), .next(41), .completed, .completed])
  }

  @Test("P8: a chain of 100,000 bindings uses constant stack")
  func chainOfBindings() {
    onSmallStack {
      var properties = [MutableProperty(0)]
      for _ in 0..<rounds(100_000) {
        let next = MutableProperty(0)
        next <~ properties.last!
        properties.append(next)
      }
      properties[0].value = 1
      #expect(properties.last!.value == 1)
    }
  }

  @Test("P8: some hundred levels fit") func someLevelsFit() {
    // Under a sanitizer each level takes several times as much.
    let levels = isUnderSanitizer ? 10 : 100
    onSmallStack {
      let log = Log<Int>()
      var stream = SignalProducer<Int, Never>(value: 1)
      for _ in 0..<levels { stream = stream.share() }
      for _ in 0..<levels / 5 { stream = stream.flatMap { SignalProducer(value: $0 + 1) } }
      stream.startWithValues { log.add($0) }
      #expect(log.entries == [1 + levels / 5])
    }
  }
}

/// Each stage adds one.
private func chain<D: Drive>(
  of stages: Int, from source: EventStream<D, Int, Never>
) -> EventStream<D, Int, Never> {
  (0..<stages).reduce(source) { stream, _ in stream.map { $0 + 1 } }
}
