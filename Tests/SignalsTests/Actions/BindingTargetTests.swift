import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite(.mayBlock) struct BindingTargetTests {
  // MARK: Closures

  @Test func passesEachValueToAClosure() {
    let volume = MutableProperty(3)
    let log = Log<Int>()
    let target = BindingTarget<Int> { log.add($0) }
    target <~ volume
    volume.value = 4
    let (numbers, input) = Signal<Int, Never>.pipe()
    numbers.bind(to: target)
    input.send(9)
    #expect(log.entries == [3, 4, 9])
  }

  @Test func takesValuesIntoAnOptional() {
    let log = Log<Int?>()
    let target = BindingTarget<Int?> { log.add($0) }
    target <~ MutableProperty(1)
    target <~ MutableProperty<Int?>(nil)
    SignalProducer<Int, Never>(value: 2).bind(to: target)
    #expect(log.entries == [1, nil, 2])
  }

  @Test func endsWhenItIsDisposedOf() {
    let volume = MutableProperty(1)
    let log = Log<Int>()
    let target = BindingTarget<Int> { log.add($0) }
    let binding = target <~ volume
    binding.dispose()
    volume.value = 2
    #expect(log.entries == [1])
    #expect(!volume.node.isObserved)
  }

  @Test func endsWithItsLifetime() {
    let volume = MutableProperty(1)
    let (log, released) = (Log<Int>(), Log<Int>())
    var owner: MutableProperty? = MutableProperty(0)
    func bind() {
      let probe = Probe { released.add(1) }
      let target = BindingTarget<Int>(lifetime: owner!.lifetime) {
        probe.touch()
        log.add($0)
      }
      target <~ volume
    }
    bind()
    volume.value = 2
    owner = nil
    volume.value = 3
    #expect(log.entries == [1, 2])
    #expect(released.entries == [1])
    #expect(!volume.node.isObserved)
  }

  @Test func aTargetThatHasEndedReceivesNothing() {
    let log = Log<Int>()
    let lifetime = Subscription()
    lifetime.dispose()
    let starts = Counter()
    BindingTarget<Int>(lifetime: lifetime) { log.add($0) }
      <~ SignalProducer(value: 1).on(starting: { starts.increment() })
    #expect(log.entries == [])
    #expect(starts.value == 0)
  }

  // MARK: Schedulers

  @Test func callsOnItsSchedulerInOrder() {
    let scheduler = TestScheduler()
    let log = Log<Int>()
    let volume = MutableProperty(1)
    let target = BindingTarget<Int>(on: scheduler) { log.add($0) }
    let binding = target <~ volume
    volume.value = 2
    #expect(log.entries == [])
    scheduler.run()
    #expect(log.entries == [1, 2])
    volume.value = 3
    binding.dispose()
    scheduler.run()
    #expect(log.entries == [1, 2])
    #expect(!volume.node.isObserved)
  }

  @Test func optionalsWorkOnASchedulerToo() {
    let scheduler = TestScheduler()
    let log = Log<Int?>()
    BindingTarget<Int?>(on: scheduler) { log.add($0) } <~ MutableProperty(1)
    scheduler.run()
    #expect(log.entries == [1])
  }

  // MARK: Key paths

  private final class Holder: Sendable {
    private let stored = Guarded<[Int]>([])
    private let onDeinit: Probe?
    init(_ probe: Probe? = nil) { onDeinit = probe }
    var values: [Int] { stored.withLock { $0 } }
    var number: Int {
      get { values.last ?? 0 }
      set { stored.withLock { $0.append(newValue) } }
    }
    var maybe: Int? {
      get { number }
      set { number = newValue ?? -1 }
    }
  }

  @Test func setsAPropertyOfAnObject() {
    let holder = Holder()
    let volume = MutableProperty(1)
    BindingTarget(object: holder, keyPath: \.number) <~ volume
    BindingTarget(object: holder, keyPath: \.maybe) <~ SignalProducer(value: 7)
    volume.value = 2
    #expect(holder.values == [1, 7, 2])
    let scheduler = TestScheduler()
    BindingTarget(on: scheduler, object: holder, keyPath: \.number) <~ SignalProducer([8, 9])
    scheduler.run()
    #expect(holder.values == [1, 7, 2, 8, 9])
  }

  @Test func doesNotKeepTheObjectAndEndsAfterIt() {
    let released = Log<Int>()
    let volume = MutableProperty(1)
    var holder: Holder? = Holder(Probe { released.add(1) })
    let target = BindingTarget(object: holder!, keyPath: \.number)
    target <~ volume
    holder = nil
    #expect(released.entries == [1])
    volume.value = 2
    #expect(!volume.node.isObserved)
    target <~ volume
    #expect(!volume.node.isObserved)
  }

  // MARK: Properties and actions

  @Test func aPropertyIsATargetLikeAnyOther() {
    func bind<Target: BindingTargetProvider<Int>>(_ target: Target, _ source: some EventSource<Int, Never>) {
      target <~ source
    }
    let (left, right) = (MutableProperty(1), MutableProperty(2))
    bind(left, right)
    bind(right, left)
    left.value = 5
    #expect(right.value == 5)
    right.value = 6
    #expect(left.value == 6)
    var gone: MutableProperty? = MutableProperty(0)
    bind(gone!, left)
    weak let weakly = gone
    gone = nil
    #expect(weakly == nil)
  }

  @Test("R5: both ways through targets, from eight threads") func bothWaysFromEightThreads() {
    let (left, right) = (MutableProperty(0), MutableProperty(0))
    left.bind(to: right.bindingTarget)
    right.bind(to: left.bindingTarget)
    onThreads(8) { thread in
      for value in 1...rounds(300) { (thread < 4 ? left : right).value = thread * 10_000 + value }
    }
    #expect(left.value == right.value)
  }

  @Test func anActionIsAppliedToEachValue() {
    let (steps, input) = Signal<Int, Never>.pipe()
    let (runs, left) = (Log<Int>(), Log<String>())
    var action: Action<Int, Int, Never>? = Action { number in
      runs.add(number)
      return number == 2 ? steps.producer : SignalProducer(value: number)
    }
    action!.disabledErrors.observeValues { left.add("left out") }
    action!.events.observeCompleted { left.add("completed") }
    let (numbers, send) = Signal<Int, Never>.pipe()
    action! <~ numbers
    for number in 1...3 { send.send(number) }
    #expect(runs.entries == [1, 2])
    #expect(left.entries == ["left out"])
    input.complete()
    send.send(4)
    #expect(runs.entries == [1, 2, 4])
    action = nil
    #expect(left.entries == ["left out", "completed"])
    send.send(5)
    #expect(runs.entries == [1, 2, 4])
  }

  @Test func observersInsideObserversKeepTheOrder() {
    let number = MutableProperty(1)
    let log = Log<String>()
    BindingTarget<Int> { value in
      log.add("< \(value)")
      if value < 3 { number.value = value + 1 }
      log.add("\(value) >")
    } <~ number
    #expect(log.entries == ["< 1", "1 >", "< 2", "2 >", "< 3", "3 >"])
  }

  @Test func aTransactionIsOneValue() {
    let (width, height) = (MutableProperty(1), MutableProperty(1))
    let log = Log<Int>()
    BindingTarget<Int> { log.add($0) } <~ Property { width.value * height.value }
    transaction {
      width.value = 2
      height.value = 3
    }
    #expect(log.entries == [1, 6])
  }
}
