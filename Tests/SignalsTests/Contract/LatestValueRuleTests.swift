import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite("Contract, the latest value", .mayBlock)
struct LatestValueRuleTests {
  fileprivate typealias Numbers<D: Drive> = EventStream<D, Int, Never>
  fileprivate typealias Operator<D: Drive> = (_ source: Numbers<D>, _ other: Numbers<D>) -> EventStream<
    D, String, Never
  >

  /// Each with what it gives of 1, 2, 3, when both streams have the same events.
  private static func operators<D: Drive>(_: D.Type) -> [(name: String, output: [String], apply: Operator<D>)]
  {
    [
      ("withLatest(from:)", ["11", "22", "33"], { $0.withLatest(from: $1).map { "\($0)\($1)" } }),
      ("sample(on:)", ["1", "2", "3"], { $1.sample(on: $0).map { "\($0)" } }),
      ("prefix(until:)", ["1"], { $0.prefix(until: $1.filter { $0 == 2 }).map { "\($0)" } }),
      ("prefix(untilEndOf:)", ["1"], { $0.prefix(untilEndOf: $1.prefix(while: { $0 < 2 })).map { "\($0)" } }),
      (
        "prefix(untilReplacedBy:)", ["1", "2", "3"],
        { $0.prefix(untilReplacedBy: $1.filter { $0 > 1 }).map { "\($0)" } }
      ),
      ("drop(until:)", ["2", "3"], { $0.drop(until: $1.filter { $0 == 2 }).map { "\($0)" } }),
      ("throttle(while:)", ["1", "3"], { $0.throttle(while: $1.map { $0 > 1 }).map { "\($0)" } }),
      (
        "chunks(boundedBy:)", ["[1, 2]", "[3]"],
        { $1.chunks(boundedBy: $0.filter { $0 == 2 }).map { "\($0)" } }
      ),
      (
        "windows(boundedBy:)", ["[1, 2]", "[3]"],
        { $1.windows(boundedBy: $0.filter { $0 == 2 }).flatMap { $0.collect() }.map { "\($0)" } }
      ),
      (
        "two in one", ["111", "222", "333"],
        { source, other in
          source.withLatest(from: other.withLatest(from: other)).map { "\($0)\($1.0)\($1.1)" }
        }
      ),
    ]
  }

  /// Of the streams that share their events, one is derived, and was before the other one was observed.
  private func check<D: Drive>(
    _ name: String, _: D.Type = D.self,
    _ make: () -> (acting: Numbers<D>, other: Numbers<D>, send: (Int) -> Void, complete: () -> Void)
  ) {
    for (operation, output, apply) in Self.operators(D.self) {
      let log = Log<String>()
      let (acting, other, send, complete) = make()
      let observation = observe(apply(acting, other)) { log.add($0) }
      for number in 1...3 { send(number) }
      complete()
      #expect(log.entries == output, "\(operation), \(name)")
      observation.dispose()
    }
  }

  private func observe<D: Drive>(
    _ stream: EventStream<D, String, Never>, _ action: @escaping @Sendable (String) -> Void
  ) -> any Disposable {
    let start = Subscription()
    stream.attach(Observer(next: action), start)
    return start
  }

  @Test("S11: signals of one source") func signals() {
    check("derived first", Push.self) {
      let (numbers, input) = Signal<Int, Never>.pipe()
      return (numbers.filter { _ in true }, numbers, { input.send($0) }, input.complete)
    }
    check("both derived, the acting one first", Push.self) {
      let (numbers, input) = Signal<Int, Never>.pipe()
      let acting = numbers.filter { _ in true }
      return (acting, numbers.map { $0 }.map { $0 }.on(disposed: {}), { input.send($0) }, input.complete)
    }
    check("joins, the acting one first", Push.self) {
      let (numbers, input) = Signal<Int, Never>.pipe()
      let (nothing, end) = Signal<Int, Never>.pipe()
      let acting = numbers.merge(with: nothing)
      return (
        acting, numbers.merge(with: nothing).merge(with: nothing), { input.send($0) },
        {
          end.complete()
          input.complete()
        }
      )
    }
    check("inside a delivery", Push.self) {
      let (numbers, input) = Signal<Int, Never>.pipe()
      let acting = numbers.filter { $0 > 0 }
      let made = Guarded<Signal<Int, Never>?>(nil)
      numbers.observeValues { _ in
        let derived = numbers.filter { $0 > 0 }
        _ = made.withLock { exchange(&$0, with: derived) }
      }
      input.send(0)
      return (acting, made.withLock { $0! }, { input.send($0) }, input.complete)
    }
  }

  @Test("S11: producers of one source") func producers() {
    check("of a signal", Pull.self) {
      let (numbers, input) = Signal<Int, Never>.pipe()
      return (numbers.producer.filter { _ in true }, numbers.producer, { input.send($0) }, input.complete)
    }
    check("with joins", Pull.self) {
      let (numbers, input) = Signal<Int, Never>.pipe()
      let other = numbers.producer.merge(with: SignalProducer.empty)
      return (numbers.producer.filter { _ in true }, other, { input.send($0) }, input.complete)
    }
    check("shared", Pull.self) {
      let (numbers, input) = Signal<Int, Never>.pipe()
      let shared = numbers.producer.share()
      return (shared.filter { _ in true }, shared, { input.send($0) }, input.complete)
    }
    check("shared, with a memory", Pull.self) {
      let (numbers, input) = Signal<Int, Never>.pipe()
      let shared = numbers.producer.share(replay: 1)
      return (shared.filter { _ in true }, shared, { input.send($0) }, input.complete)
    }
  }

  /// What stands for the numbers: the property that is set, or one that is computed from it.
  fileprivate enum Role: CaseIterable { case set, computed }

  @Test("S11: properties of one source", arguments: Role.allCases, [false, true])
  fileprivate func properties(acting role: Role, inTransactions: Bool) {
    func make<D: Drive>(
      _ stream: @escaping (Property<Int>) -> Numbers<D>
    ) -> (Numbers<D>, Numbers<D>, (Int) -> Void, () -> Void) {
      let property = Guarded<MutableProperty<Int>?>(MutableProperty(0))
      let set = property.withLock { $0! }.readOnly.withoutSource
      let computed = set.map { $0 }.map { $0 }
      let (acting, other) = role == .set ? (set, computed) : (computed, set)
      return (
        stream(acting).filter { _ in true }, stream(other),
        { number in
          let set = { property.withLock { $0! }.value = number }
          if inTransactions { transaction(set) } else { set() }
        }, { _ = property.withLock { $0.take() } }
      )
    }
    check("producers", Pull.self) { make { $0.producer.dropFirst(1) } }
    check("signals", Push.self) { make { $0.signal } }
  }

  @Test("S11: what comes first stays so, whichever goes") func theOrderOfObservers() {
    let log = Guarded<[String]>([])
    let (numbers, input) = Signal<Int, Never>.pipe()
    func sent() -> [String] {
      input.send(0)
      return log.withLock { exchange(&$0, with: []) }
    }
    var remembering: [Subscription] = []
    @Sendable func add(_ name: String, first: Bool) -> Subscription {
      let start = first ? Subscription.comingFirst() : Subscription()
      numbers.attach(Observer(next: { _ in log.withLock { $0.append(name) } }), start)
      return start
    }
    let a = add("a", first: false)
    remembering = [add("1", first: true), add("2", first: true), add("3", first: true)]
    let b = add("b", first: false)
    #expect(sent() == ["3", "2", "1", "a", "b"])
    for (gone, left) in [(2, ["2", "1", "a", "b"]), (0, ["2", "a", "b"]), (1, ["a", "b"])] {
      remembering[gone].dispose()
      #expect(sent() == left)
    }
    let last = add("4", first: true)
    a.dispose()
    #expect(sent() == ["4", "b"])
    last.dispose()
    b.dispose()
    // Added during a delivery.
    numbers.prefix(1).observeValues { _ in
      for name in ["c", "5", "d", "6"] { _ = add(name, first: name < "a") }
    }
    #expect(sent() == [])
    #expect(sent() == ["6", "5", "c", "d"])
  }

  @Test("S11: a signal that was derived a hundred thousand times") func manyStages() {
    onSmallStack {
      let (numbers, input) = Signal<Int, Never>.pipe()
      var derived = numbers
      for _ in 0..<100_000 { derived = derived.filter { _ in false } }
      let observation = numbers.withLatest(from: derived).observeValues { _ in }
      observation.dispose()
      derived = numbers
      input.complete()
    }
  }
}
