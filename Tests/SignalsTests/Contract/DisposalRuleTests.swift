import Foundation
import Signals
import Synchronization
import TestSupport
import Testing

@Suite("Contract, disposal", .mayBlock)
struct DisposalRuleTests {
  @Test("D1: an action runs exactly once on any number of threads")
  func disposesOnce() {
    for _ in 0..<200 {
      let counter = Counter()
      let action = AnyDisposable { counter.increment() }
      let serial = SerialDisposable(action)
      let composite = CompositeDisposable([serial, action])
      let all: [any Disposable] = [action, serial, composite, ScopedDisposable(composite)]
      onThreads(4) { all[$0].dispose() }
      #expect(counter.value == 1)
      #expect(all.allSatisfy { $0.isDisposed })
    }
  }

  @Test("D1: disposal on four threads interrupts and cleans up once")
  func startsDisposeOnce() {
    for _ in 0..<200 {
      let log = Log<String>()
      let subscription = SignalProducer<Int, Never> { observer, lifetime in
        lifetime.onEnd { log.add("end") }
      }.start { log.add("\($0)") }
      onThreads(4) { _ in subscription.dispose() }
      #expect(log.entries == ["interrupted", "end"])
    }
  }

  @Test("D1: containers that contain each other are disposed of once")
  func ringsOfContainers() {
    let counter = Counter()
    let (outer, inner, serial) = (CompositeDisposable(), CompositeDisposable(), SerialDisposable())
    for composite in [outer, inner] { composite.add { counter.increment() } }
    outer += inner
    outer += serial
    inner += outer
    serial.inner = inner
    // Not idempotent by itself: it relies on the container.
    outer += DisposesOf(outer)
    serial.dispose()
    #expect(counter.value == 2)
    #expect(outer.isDisposed && inner.isDisposed && serial.isDisposed)
    outer.dispose()
    #expect(counter.value == 2)
  }

  @Test("D4: a serial disposable releases what it has disposed of")
  func serialForgets() {
    let log = Log<String>()
    let serial = SerialDisposable()
    func set(_ name: String) {
      let probe = Probe { log.add("\(name) freed") }
      serial.inner = AnyDisposable {
        log.add("\(name) \(serial.inner == nil)"); probe.touch()
      }
    }
    set("first")
    set("second")
    #expect(log.entries == ["first false", "first freed"])
    serial.dispose()
    #expect(log.entries.dropFirst(2) == ["second true", "second freed"])
    #expect(serial.inner == nil)
  }

  @Test("D1: captures are released when the action has run")
  func capturesAreReleased() {
    let log = Log<String>()
    func make() -> AnyDisposable {
      let probe = Probe { log.add("freed") }
      return AnyDisposable { probe.touch() }
    }
    let disposable = make()
    #expect(log.entries == [])
    disposable.dispose()
    #expect(log.entries == ["freed"])
    withExtendedLifetime(disposable) {}
  }

  @Test("D2: after dispose in a callback, waiting values are dropped")
  func disposingInsideACallback() {
    let pushed = Log<Event<Int, Never>>()
    let observation = SerialDisposable()
    let (signal, input) = Signal<Int, Never>.pipe()
    observation.inner = signal.observe { event in
      pushed.add(event)
      input.send(2)
      observation.dispose()
      input.send(3)
    }
    input.send(1)
    #expect(pushed.entries == [.next(1)])

    let pulled = Log<Event<Int, Never>>()
    SignalProducer<Int, Never>(1...3).startWithSignal { signal, interrupter in
      signal.observe { event in
        pulled.add(event)
        interrupter.dispose()
      }
    }
    #expect(pulled.entries == [.next(1), .interrupted])
  }

  @Test("D2: a sequence disposed of in a value sends no other")
  func disposingInsideASequence() {
    let (log, subscription) = (Log<String>(), Subscription())
    SignalProducer<Int, Never>(1...3).attach(
      Observer { event in
        log.add("\(event)")
        subscription.dispose()
        log.add("callback returns")
      }, subscription)
    #expect(log.entries == ["next(1)", "callback returns", "interrupted", "callback returns"])
  }

  @Test("D2: disposal drops a generator's waiting events")
  func disposingInsideAGenerator() {
    let log = Log<String>()
    let inputs = Guarded<Observer<Int, Never>?>(nil)
    let subscription = SerialDisposable()
    subscription.inner = SignalProducer<Int, Never> { observer, _ in inputs.withLock { $0 = observer } }
      .merge(with: SignalProducer.never)
      .start { event in
        log.add("\(event)")
        guard event == .next(1) else { return }
        inputs.withLock { $0 }?.send(2)
        subscription.dispose()
        inputs.withLock { $0 }?.send(3)
        log.add("callback returns")
      }
    inputs.withLock { $0 }?.send(1)
    #expect(log.entries == ["next(1)", "callback returns", "interrupted"])
  }

  @Test("D2: from another thread at most the running call finishes")
  func disposingFromAnotherThread() {
    for _ in 0..<50 {
      let (signal, input) = Signal<Int, Never>.pipe()
      let isOver = Flag.Shared()
      let late = Counter()
      let observation = signal.observeValues { _ in if isOver.flag.isSet { late.increment() } }
      onThreads(2) { thread in
        if thread == 0 {
          for value in 0..<2_000 { input.send(value) }
        } else {
          observation.dispose()
          // A call that was running when `dispose` returned may still see the flag below.
          _ = isOver.flag.set()
        }
      }
      #expect(late.value <= 1)
    }
  }

  @Test("D2: a stage sends nothing after disposal in the same call")
  func noLastWords() {
    let (log, subscription) = (Log<Event<[Int], Oops>>(), Subscription())
    SignalProducer<Int, Oops>([1, 2]).suffix(2).chunked(by: { _, _ in false }).attach(
      Observer { event in
        log.add(event)
        subscription.dispose()
      }, subscription)
    #expect(log.entries == [.next([1]), .completed])
  }

  @Test("D3: an ended container disposes of a new member at once")
  func addingToTheEnded() {
    let counter = Counter()
    @Sendable func action() -> AnyDisposable { AnyDisposable { counter.increment() } }
    let composite = CompositeDisposable()
    composite.dispose()
    composite += action()
    #expect(counter.value == 1)
    let serial = SerialDisposable()
    serial.dispose()
    serial.inner = action()
    #expect(counter.value == 2)
    #expect(serial.inner == nil)
    let lifetimes = Log<Lifetime>()
    SignalProducer<Int, Never> { observer, lifetime in
      lifetimes.add(lifetime)
      observer.complete()
      lifetime += action()
      lifetime.onEnd { counter.increment() }
    }.start()
    #expect(counter.value == 4)
    #expect(lifetimes.entries[0].hasEnded)
  }

  @Test("D3: a lifetime that is added to while it ends loses nothing")
  func addingWhileEnding() {
    for _ in 0..<500 {
      let counter = Counter()
      let lifetimes = Log<Lifetime>()
      let subscription = SignalProducer<Int, Never> { _, lifetime in lifetimes.add(lifetime) }.start()
      let lifetime = lifetimes.entries[0]
      onThreads(3) { thread in
        if thread == 0 { return subscription.dispose() }
        for _ in 0..<40 { lifetime.onEnd { counter.increment() } }
      }
      #expect(counter.value == 80)
    }
  }

  @Test("D1, D3: a container takes an action as it takes a member")
  func addingAnAction() {
    let log = Log<Int>()
    let composite = CompositeDisposable()
    composite += AnyDisposable { log.add(1) }
    composite += { log.add(2) }
    composite.dispose()
    composite.dispose()
    #expect(log.entries == [2, 1])
    composite += { log.add(3) }
    #expect(log.entries == [2, 1, 3])
  }

  @Test("D4: containers and lifetimes remove finished members")
  func finishedMembersAreForgotten() {
    let alive = Counter()
    let composite = CompositeDisposable()
    let inputs = Log<Observer<Int, Never>>()
    let subscription = SignalProducer<Int, Never> { observer, lifetime in
      inputs.add(observer)
      for _ in 0..<10_000 {
        alive.increment()
        let probe = Probe { alive.decrement() }
        let member = AnyDisposable { probe.touch() }
        composite += Member(member, probe)
        lifetime += Member(member, probe)
        member.dispose()
      }
    }.start()
    #expect(alive.value < 100)
    withExtendedLifetime((subscription, composite)) {}
  }

  @Test("D4: members that are alive are kept, in order")
  func livingMembersAreKept() {
    let log = Log<Int>()
    let composite = CompositeDisposable()
    for index in 0..<500 {
      composite += AnyDisposable { log.add(index) }
      let finished = AnyDisposable {}
      finished.dispose()
      composite += finished
    }
    composite.dispose()
    #expect(log.entries == (0..<500).reversed())
  }

  @Test("D4: a million finished subscriptions leave no memory behind")
  func memoryStaysFlat() async {
    // In a process of its own: nothing else allocates there meanwhile.
    await #expect(processExitsWith: .success) {
      let (signal, input) = Signal<Int, Never>.pipe()
      let producer = SignalProducer<Int, Never>(0..<3).map { $0 }.merge(with: SignalProducer.empty)
      let outer = Signal<SignalProducer<Int, Never>, Never>.pipe()
      outer.output.flatten(.merge).observeValues { _ in }
      // Four subscriptions a round: even one byte for each would be a million.
      requireFlatMemory(rounds: 250_000) { _ in
        signal.map { $0 }.observeValues { _ in }.dispose()
        signal.producer.combineLatest(with: producer).start().dispose()
        producer.start()
        outer.input.send(producer)
      }
      withExtendedLifetime((input, outer)) {}
    }
  }

  @Test(
    "D4: what a generator keeps for ever keeps no observer",
    arguments: ["completed", "failed", "interrupted", "disposed", "disposed before", "disposed inside"])
  func keptObserverKeepsNothing(_ way: String) {
    let chains: [(String, @Sendable (SignalProducer<Int, Oops>) -> SignalProducer<Int, Oops>)] = [
      ("plain", { $0 }), ("map", { $0.map { $0 + 1 } }),
      ("merge", { $0.merge(with: SignalProducer<Int, Oops>.empty) }),
      ("append", { $0.append(SignalProducer<Int, Oops>.empty) }),
      ("flatMap", { $0.flatMap { SignalProducer<Int, Oops>(value: $0) } }),
      ("on", { $0.on(disposed: {}) }), ("start(on:)", { $0.start(on: ImmediateScheduler()) }),
    ]
    for (name, chain) in chains {
      let (released, kept) = (Log<Bool>(), Log<Observer<Int, Oops>>())
      func use() {
        let probe = Probe { released.add(true) }
        let numbers = chain(SignalProducer { observer, _ in kept.add(observer) })
        let handle = SerialDisposable()
        if way == "disposed before" { handle.dispose() }
        handle.inner = numbers.start { event in
          probe.touch()
          if event.value != nil, way == "disposed inside" { handle.dispose() }
        }
        for observer in kept.entries {
          observer.send(0)
          switch way {
          case "completed": observer.complete()
          case "failed": observer.fail(Oops())
          case "interrupted": observer.interrupt()
          case "disposed inside": observer.send(0)
          default: handle.dispose()
          }
          observer.send(2)
        }
      }
      use()
      #expect(kept.entries.count == 1, "\(name)")
      #expect(released.entries.count == 1, "\(name)")
    }
  }

  @Test("D4: ended signals leave nothing in their observers")
  func memoryStaysFlatWithEndedSignals() async {
    await #expect(processExitsWith: .success) {
      let merged = Signal<Signal<Int, Never>, Never>.pipe()
      merged.output.flatten(.merge).observeValues { _ in }
      let concatenated = Signal<Signal<Int, Never>, Never>.pipe()
      concatenated.output.flatten(.concat).observeValues { _ in }
      let target = MutableProperty(0)
      let lifetime = Subscription()
      requireFlatMemory(rounds: 100_000) { number in
        let (signal, input) = Signal<Int, Never>.pipe()
        merged.input.send(signal)
        concatenated.input.send(signal)
        target <~ signal
        target <~ signal.producer
        lifetime += signal.producer.start()
        input.send(number)
        input.complete()
      }
      withExtendedLifetime((merged, concatenated, lifetime)) {}
    }
  }

  @Test("D4: changes of properties leave no memory behind")
  func memoryStaysFlatWithChanges() async {
    await #expect(processExitsWith: .success) {
      let (number, other) = (MutableProperty(0), MutableProperty(0))
      let derived = (0..<20).map { index in number.map { $0 &+ index } }
      let observing = derived.map { $0.producer.startWithValues { _ in } }
      // Inside an announcement, so that what this changes is announced later.
      let forwarding = number.signal.observeValues { other.value = $0 }
      let observingOther = (0..<20).map { index in
        other.map { $0 &+ index }.producer.startWithValues { _ in }
      }
      requireFlatMemory(rounds: 20_000) { round in
        number.value = round + 1
        transaction {
          number.value = -round - 1
          other.value = round + 1
        }
      }
      withExtendedLifetime((observing, observingOther, forwarding)) {}
    }
  }

  @Test("D4: the end of a signal disposes of its observations")
  func endedSignals() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let subscription = Subscription()
    let ends = Log<String>()
    subscription.onEnd { ends.add("lifetime") }
    signal.attach(Observer(completed: { ends.add("completed") }), subscription)
    let target = MutableProperty(0)
    let binding = target <~ signal
    #expect(!subscription.isDisposed)
    #expect(!binding.isDisposed)
    input.complete()
    #expect(subscription.isDisposed)
    #expect(binding.isDisposed)
    #expect(ends.entries == ["completed", "lifetime"])
    withExtendedLifetime(target) {}
  }

  @Test("D4: starts of an ended shared run leave no memory behind")
  func memoryStaysFlatInsideAnEnd() async {
    await #expect(processExitsWith: .success) {
      let (signal, input) = Signal<Int, Never>.pipe()
      let shared = signal.producer.share(replay: 1, scope: .forever)
      let isMeasured = Flag.Shared()
      shared.startWithCompleted {
        requireFlatMemory(rounds: 250_000) { _ in shared.start() }
        _ = isMeasured.flag.set()
      }
      input.send(1)
      input.complete()
      precondition(isMeasured.flag.isSet)
    }
  }

  @Test("D5: only a scoped disposable disposes when it is released")
  func droppingDisposables() {
    let counter = Counter()
    func drop() { _ = AnyDisposable { counter.increment() } }
    drop()
    #expect(counter.value == 0)
    func dropComposite() { CompositeDisposable() += AnyDisposable { counter.increment() } }
    dropComposite()
    #expect(counter.value == 0)
    func dropScoped() { _ = ScopedDisposable(AnyDisposable { counter.increment() }) }
    dropScoped()
    #expect(counter.value == 1)
    let log = Log<Int>()
    let (signal, input) = Signal<Int, Never>.pipe()
    func observe() { signal.observeValues(log.add) }
    observe()
    input.send(1)
    #expect(log.entries == [1])
  }
}

/// Counts, from any thread.
final class Counter: Sendable {
  private let count = Atomic<Int>(0)

  var value: Int { count.load(ordering: .sequentiallyConsistent) }

  func increment() { count.wrappingAdd(1, ordering: .sequentiallyConsistent) }

  func decrement() { count.wrappingSubtract(1, ordering: .sequentiallyConsistent) }
}

extension Flag {
  /// A flag that several closures can hold.
  final class Shared: Sendable {
    let flag = Flag()
  }
}

/// A disposable with an attached object that shows whether it is still held.
private final class Member: Disposable {
  private let inner: any Disposable
  private let probe: Probe

  init(_ inner: any Disposable, _ probe: Probe) {
    self.inner = inner
    self.probe = probe
  }

  var isDisposed: Bool { inner.isDisposed }

  func dispose() { inner.dispose() }
}

/// Stops this process if its memory grows while `work` runs so many times, after some that warm up.
private func requireFlatMemory(rounds count: Int, _ work: (_ round: Int) -> Void) {
  for round in 0..<2_000 { work(round) }
  let before = residentBytes()
  for round in 0..<rounds(count) { work(round) }
  let growth = residentBytes() - before
  // A sanitizer takes memory for itself.
  precondition(growth < 1_000_000 || isUnderSanitizer, "memory grew by \(growth) bytes")
}

/// The memory of this process that is in use.
private func residentBytes() -> Int {
  let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
  guard let fields, fields.count > 1, let pages = Int(fields[1]) else {
    preconditionFailure("/proc/self/statm cannot be read")
  }
  return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
}

private final class DisposesOf: Disposable {
  private let container: CompositeDisposable

  init(_ container: CompositeDisposable) { self.container = container }

  var isDisposed: Bool { false }

  func dispose() { container.dispose() }
}
