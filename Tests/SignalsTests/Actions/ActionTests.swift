import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite(.mayBlock) struct ActionTests {
  @Test func runsAtEachStart() {
    let action = Action<Int, Int, Oops> { SignalProducer([$0, $0 * 10]) }
    let log = Log<String>()
    action.values.observeValues { log.add("value \($0)") }
    action.completed.observeValues { log.add("completed") }
    let work = action.apply(2)
    #expect(log.entries == [])
    work.start { log.add("\($0)") }
    #expect(log.entries == ["value 2", "next(2)", "value 20", "next(20)", "completed", "completed"])
  }

  @Test func runsOnePieceAtATime() {
    let (steps, input) = Signal<Int, Oops>.pipe()
    let action = Action<Void, Int, Oops> { steps.producer }
    let log = Log<String>()
    action.isExecuting.producer.startWithValues { log.add("executing \($0)") }
    action.isEnabled.producer.startWithValues { log.add("enabled \($0)") }
    action.disabledErrors.observeValues { log.add("disabled") }
    action.apply(()).startWithFailed { _ in }
    action.apply(()).startWithFailed { log.add("second: \($0)") }
    input.complete()
    #expect(
      log.entries == [
        "executing false", "enabled true", "executing true", "enabled false", "disabled",
        "second: the action is disabled: it is running, or its state does not allow it", "executing false",
        "enabled true",
      ])
  }

  @Test func theEndOfARunComesBeforeTheNextOne() {
    let action = Action<Int, Int, Never> { SignalProducer(value: $0) }
    let log = Log<String>()
    let rounds = Counter()
    action.events.observeValues { log.add("\($0)") }
    action.isEnabled.signal.observeValues { isEnabled in
      if !isEnabled || rounds.value == 1 { return }
      rounds.increment()
      action.apply(2).startWithFailed { _ in }
    }
    action.apply(1).startWithFailed { _ in }
    #expect(log.entries == ["next(1)", "completed", "next(2)", "completed"])
  }

  @Test func anObserverOfTheEndMayApplyItAgain() {
    let action = Action<Int, Int, Oops> {
      $0 < 3 ? SignalProducer(error: Oops(code: $0)) : SignalProducer(value: $0)
    }
    let log = Log<String>()
    action.errors.observeValues { error in action.apply(error.code + 1).startWithFailed { log.add("\($0)") } }
    action.values.observeValues { log.add("\($0)") }
    action.apply(1).startWithFailed { _ in }
    #expect(log.entries.contains("3"))
    #expect(!log.entries.contains { $0.contains("disabled") }, "\(log.entries)")
  }

  @Test("What has begun in a transaction is no part of it") func runsInATransaction() {
    let input = Guarded<Observer<Int, Never>?>(nil)
    let run = Action<Void, Int, Never> { SignalProducer { observer, _ in input.withLock { $0 = observer } } }
    let number = MutableProperty(0)
    transaction {
      number.value = 1
      run.apply().startWithFailed { _ in }
      #expect(run.isExecuting.value)
      onThreads(1) { _ in
        #expect(run.isExecuting.value)
        input.withLock { $0! }.complete()
      }
    }
    #expect(!run.isExecuting.value)
    #expect(run.isEnabled.value)
  }

  @Test func isDisabledByItsProperty() {
    let isValid = MutableProperty(false)
    let action = Action<Int, Int, Never>(enabledIf: isValid) { SignalProducer(value: $0) }
    let log = Log<String>()
    #expect(!action.isEnabled.value)
    action.apply(1).start { log.add("\($0)") }
    isValid.value = true
    #expect(action.isEnabled.value)
    action.apply(2).start { log.add("\($0)") }
    #expect(log.entries.map { $0.contains("disabled") } == [true, false, false])
    #expect(log.entries.dropFirst() == ["next(2)", "completed"])
  }

  @Test func worksOnTheValueOfAProperty() {
    let account = MutableProperty<Int?>(nil)
    let withdraw = Action<Int, Int, Never>(unwrapping: account) { SignalProducer(value: $0 - $1) }
    let log = Log<Int>()
    withdraw.values.observeValues { log.add($0) }
    withdraw.apply(1).startWithFailed { _ in }
    account.value = 10
    withdraw.apply(3).startWithFailed { _ in }
    #expect(log.entries == [7])
  }

  @Test func worksOnTheStateThatAllowedIt() {
    let account = MutableProperty(0)
    let withdraw = Action<Int, Int, Never>(state: account, enabledIf: { $0 > 0 }) {
      SignalProducer(value: $0 - $1)
    }
    let log = Log<Int>()
    withdraw.values.observeValues { log.add($0) }
    #expect(!withdraw.isEnabled.value)
    withdraw.apply(1).startWithFailed { _ in }
    account.value = 10
    #expect(withdraw.isEnabled.value)
    withdraw.apply(3).startWithFailed { _ in }
    #expect(log.entries == [7])
    let double = Action<Void, Int, Never>(state: account) { state, _ in SignalProducer(value: state * 2) }
    double.values.observeValues { log.add($0) }
    account.value = 0
    double.apply().startWithFailed { _ in }
    #expect(log.entries == [7, 0])
  }

  @Test func worksOnAStateWithoutInput() {
    let account = MutableProperty<Int?>(nil)
    let empty = Action<Void, Int, Never>(unwrapping: account) { SignalProducer(value: $0) }
    let double = Action<Void, Int, Never>(state: account, enabledIf: { $0 != 5 }) {
      SignalProducer(value: ($0 ?? 0) * 2)
    }
    let describe = Action(state: account) { (value: Int?) in
      SignalProducer<String, Never>(value: "\(value ?? 0)")
    }
    let log = Log<String>()
    empty.values.observeValues { log.add("\($0)") }
    double.values.observeValues { log.add("\($0)") }
    describe.values.observeValues { log.add("account: \($0)") }
    empty.apply().startWithFailed { _ in }
    double.apply().startWithFailed { _ in }
    account.value = 5
    empty.apply().startWithFailed { _ in }
    double.apply().startWithFailed { _ in }
    describe.apply().startWithFailed { _ in }
    #expect(log.entries == ["0", "5", "account: 5"])
  }

  @Test func keepsTheProperty() {
    let (online, input) = Signal<Int, Never>.pipe()
    func bound() -> MutableProperty<Int> {
      let property = MutableProperty(0)
      property <~ online
      return property
    }
    func boundOptional() -> MutableProperty<Int?> {
      let property = MutableProperty<Int?>(nil)
      property <~ online
      return property
    }
    func boundFlag() -> MutableProperty<Bool> {
      let property = MutableProperty(false)
      property <~ online.map { $0 > 0 }
      return property
    }
    typealias Doing = Action<Void, Int, Never>
    let actions = [
      Doing(enabledIf: boundFlag()) { SignalProducer(value: 0) },
      Doing(unwrapping: boundOptional()) { SignalProducer(value: $0) },
      Doing(unwrapping: boundOptional()) { number, _ in SignalProducer(value: number) },
      Doing(state: bound(), enabledIf: { $0 > 0 }) { SignalProducer(value: $0) },
      Doing(state: bound(), enabledIf: { $0 > 0 }) { number, _ in SignalProducer(value: number) },
    ]
    input.send(7)
    let values = Log<Int>()
    for action in actions {
      #expect(action.isEnabled.value)
      action.apply().start { if let value = $0.value { values.add(value) } }
    }
    #expect(values.entries == [0, 7, 7, 7, 7])
  }

  @Test("D4: the property is released with the action") func releasesTheProperty() {
    let (online, input) = Signal<Bool, Never>.pipe()
    let log = Log<String>()
    func use() {
      let property = MutableProperty(false)
      property.lifetime.onEnd { log.add("released") }
      property <~ online
      let action = Action<Void, Int, Never>(state: property, enabledIf: { $0 }) { _ in .never }
      property <~ action.isExecuting.signal
      action.isEnabled.producer.startWithValues { log.add("\($0)") }
    }
    use()
    input.send(true)
    #expect(log.entries == ["false", "released"])
  }

  @Test func isNeverRunWithAStateThatForbidsIt() {
    let isOpen = MutableProperty(true)
    let wrong = Log<Bool>()
    let action = Action<Void, Int, Never>(state: isOpen, enabledIf: { $0 }) { isOpen, _ in
      if !isOpen { wrong.add(isOpen) }
      return .empty
    }
    onThreads(8) { thread in
      for _ in 0..<500 {
        if thread < 4 { isOpen.modify { $0.toggle() } } else { action.apply().startWithFailed { _ in } }
      }
    }
    #expect(wrong.entries == [])
    #expect(!action.isExecuting.value)
  }

  @Test func sendsAllEventsOfAllRuns() {
    let runs: [Int: SignalProducer<Int, Oops>] = [
      1: SignalProducer([10, 11]), 2: SignalProducer(error: Oops(code: 2)), 3: .never,
    ]
    let action = Action<Int, Int, Oops> { runs[$0]! }
    let log = Log<Event<Int, Oops>>()
    action.events.observeValues { log.add($0) }
    action.apply(1).startWithFailed { _ in }
    action.apply(2).startWithFailed { _ in }
    action.apply(3).startWithFailed { _ in }.dispose()
    #expect(log.entries == [.next(10), .next(11), .completed, .failed(Oops(code: 2)), .interrupted])
  }

  @Test func itsLifetimeEndsWithIt() {
    let log = Log<String>()
    let (steps, input) = Signal<Int, Never>.pipe()
    var action: Action<Void, Int, Never>? = Action { steps.producer }
    weak let gone = action
    action!.lifetime.onEnd { log.add("lifetime") }
    let lifetime = action!.lifetime
    action!.events.observeCompleted { log.add("events") }
    action!.apply().completeOnError().startWithCompleted { log.add("run") }
    action = nil
    #expect(gone == nil)
    #expect(lifetime.hasEnded)
    #expect(log.entries == ["lifetime"])
    input.complete()
    #expect(log.entries == ["lifetime", "run", "events"])
  }

  @Test func tellsOfFailures() {
    let action = Action<Int, Int, Oops> { SignalProducer(error: Oops(code: $0)) }
    let log = Log<String>()
    action.errors.observeValues { log.add("error \($0.code)") }
    action.apply(3).startWithFailed { log.add("\($0 == .failed(Oops(code: 3)))") }
    #expect(log.entries == ["error 3", "true"])
    #expect(action.isEnabled.value)
  }

  @Test func canRunAgainFromInsideItsEnd() {
    let action = Action<Int, Int, Never> { SignalProducer(value: $0) }
    let log = Log<Int>()
    action.values.observeValues { log.add($0) }
    action.apply(1).completeOnError().startWithCompleted { action.apply(2).startWithFailed { _ in } }
    #expect(log.entries == [1, 2])
  }

  @Test func isFreeAfterDisposal() {
    let action = Action<Void, Int, Never> { .never }
    let log = Log<String>()
    let work = action.apply(()).start { log.add("\($0)") }
    #expect(action.isExecuting.value)
    work.dispose()
    #expect(!action.isExecuting.value)
    #expect(log.entries == ["interrupted"])
  }

  @Test func completesItsSignalsWhenItIsGone() {
    let log = Log<String>()
    do {
      let action = Action<Int, Int, Never> { SignalProducer(value: $0) }
      action.events.observeCompleted { log.add("events") }
      action.values.observeCompleted { log.add("values") }
      action.errors.observeCompleted { log.add("errors") }
      action.completed.observeCompleted { log.add("completed") }
      action.disabledErrors.observeCompleted { log.add("disabledErrors") }
    }
    #expect(log.entries == ["events", "values", "errors", "completed", "disabledErrors"])
  }

  @Test func letsOneOfManyThreadsIn() async {
    let inside = Log<Int>()
    let (steps, input) = Signal<Int, Never>.pipe()
    let action = Action<Int, Int, Never> {
      inside.add($0)
      return steps.producer
    }
    await withTaskGroup { group in
      for number in 0..<8 { group.addTask { action.apply(number).startWithFailed { _ in } } }
    }
    #expect(inside.entries.count == 1)
    input.complete()
    #expect(action.isEnabled.value)
  }
}
