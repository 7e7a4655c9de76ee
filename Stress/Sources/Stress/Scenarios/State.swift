import Signals
import Synchronization

extension Scenario {
  static let state = [
    Scenario(
      name: "property-modify", summary: "all threads modify, observers hear every change",
      rules: "R1, R2, E6",
      run: modifyFromAllThreads),
    Scenario(
      name: "property-transaction", summary: "values that are set together are seen together",
      rules: "R3, R8",
      run: setTogether),
    Scenario(
      name: "property-overtaken", summary: "a long chain is read and observed while its source is set",
      rules: "R2, R9, E6a",
      run: readWhatIsOvertaken),
    Scenario(
      name: "property-graph", summary: "random graphs of derived properties", rules: "R2, R3, R4",
      weight: longToShow,
      run: deriveAtRandom),
    Scenario(
      name: "property-cycles", summary: "properties that come to depend on themselves", rules: "R2, R3",
      weight: longToShow,
      run: openAndCloseCycles),
    Scenario(
      name: "property-transfer", summary: "modify inside transactions, from all threads", rules: "R7",
      run: transferInTransactions),
    Scenario(
      name: "property-values", summary: "set, swap and read of values that live on the heap", rules: "R1, R2",
      run: replaceValues),
    Scenario(
      name: "property-ends", summary: "properties end while others read, set and observe", rules: "S8, R2",
      weight: longToShow,
      run: endWhileInUse),
  ]

  private static func modifyFromAllThreads(_ round: Round) {
    let count = MutableProperty(0)
    let watchers = (0..<3).map { Watcher("observer \($0)", round.faults) }
    let starts = watchers.map { watcher in count.producer.start(watcher.observer) }
    let modified = Atomic<Int>(0)
    round.onThreads { worker in
      var own = 0
      while worker.isRunning {
        worker.call("modify") { count.modify { $0 += 1 } }
        own += 1
        let read = worker.call("read") { count.value }
        round.expect(read >= own, "R1", "a thread that added \(own) reads \(read)")
        if worker.random.oneIn(50) {
          let watcher = Watcher("late observer", round.faults)
          let start = worker.call("start") { count.producer.start(watcher.observer) }
          let first = watcher.first
          round.expect(first != nil, "R2", "start returned before the observer had the value of now")
          round.expect(first ?? own >= own, "R2", "the value of now, \(first ?? 0), is older than \(own)")
          for _ in 0..<worker.random.below(5) {
            worker.call("modify") { count.modify { $0 += 1 } }
            own += 1
          }
          worker.call("dispose") { start.dispose() }
        }
      }
      modified.add(own, ordering: .relaxed)
    }
    let total = modified.load(ordering: .relaxed)
    round.count(events: total)
    round.expect(count.value == total, "R1", "\(total) were added, the value is \(count.value)")
    for watcher in watchers {
      round.expect(
        watcher.last == total, "R2", "an observer heard \(watcher.last ?? -1) last, the value is \(total)")
    }
    for start in starts { round.call("dispose") { start.dispose() } }
  }

  private static func setTogether(_ round: Round) {
    let (left, right) = (MutableProperty(0), MutableProperty(0))
    @Sendable func check(_ left: Int, _ right: Int, _ who: String) -> Int {
      round.expect(left == -right, "R8", "\(who) read \(left) and \(right), which were never there together")
      return left + right
    }
    let sum = Property { check(left.value, right.value, "a closure") }
    let pair = left.combineLatest(with: right)
    let (doubled, negated) = (left.map { $0 * 2 }, right.map { -$0 })
    let product = Property {
      sum.value + check(doubled.value, -2 * negated.value, "a closure of derived properties")
    }
    .combineLatest(with: pair)
    let heard = Atomic<Int>(0)
    let starts = [
      sum.producer.startWithValues {
        round.expect($0 == 0, "R3", "an observer of a sum that is always 0 heard \($0)")
        heard.add(1, ordering: .relaxed)
      },
      pair.producer.startWithValues {
        round.expect(
          $0.0 == -$0.1, "R3", "an observer of a pair heard \($0), which were never there together")
        heard.add(1, ordering: .relaxed)
      },
      product.producer.startWithValues {
        round.expect($0.0 == 0 && $0.1.0 == -$0.1.1, "R3", "an observer heard \($0)")
        heard.add(1, ordering: .relaxed)
      },
    ]
    round.onThreads { worker in
      while worker.isRunning {
        if worker.index % 2 == 0 {
          let number = worker.random.below(1000)
          worker.call("transaction") {
            transaction {
              left.value = number
              right.value = -number
            }
          }
        } else {
          let read = worker.call("read of a derived property") { pair.value }
          round.expect(read.0 == -read.1, "R3", "a pair was read as \(read), which were never there together")
          worker.call("snapshot") { snapshot { _ = check(left.value, right.value, "a snapshot") } }
          worker.call("transaction that reads") {
            transaction { _ = check(left.value, right.value, "a transaction") }
          }
          let total = worker.call("read of a computed property") { sum.value }
          round.expect(total == 0, "R3", "a sum that is always 0 was read as \(total)")
        }
      }
    }
    round.count(events: heard.load(ordering: .relaxed))
    for start in starts { round.call("dispose") { start.dispose() } }
  }

  /// It is set faster than the end of the chain is computed.
  private static func readWhatIsOvertaken(_ round: Round) {
    let source = MutableProperty(0)
    var chain = source.map { $0 }
    for _ in 0..<5_000 { chain = chain.map { $0 } }
    let end = chain
    let watcher = Watcher("observer that stays", round.faults, hearsAll: false)
    let start = end.producer.start(watcher.observer)
    let made = Atomic<Int>(0)
    round.onThreads { worker in
      var own = 0
      while worker.isRunning {
        own += 1
        if worker.index == 0 {
          worker.call("modify") { source.modify { $0 += 1 } }
        } else if worker.random.oneIn(2) {
          let set = source.value
          let read = worker.call("read") { end.value }
          round.expect(read >= set, "R9", "\(set) had been set, the end of the chain was read as \(read)")
        } else {
          let watcher = Watcher("observer", round.faults, hearsAll: false)
          let start = worker.call("start") { end.producer.start(watcher.observer) }
          round.expect(watcher.first != nil, "R2", "start returned before the observer had the value of now")
          worker.call("dispose") { start.dispose() }
        }
      }
      made.add(own, ordering: .relaxed)
    }
    round.count(events: made.load(ordering: .relaxed))
    let last = source.value
    round.expect(
      watcher.last == last, "E6a", "an observer heard \(watcher.last ?? -1) last, the value is \(last)")
    round.call("dispose") { start.dispose() }
  }

  /// Layers of derived properties: each is a sum of two of the layer before, made in one of several ways. The sources
  /// are set in transactions, two by two, so that the sum of all of them is always 0. Two of them are also carried on
  /// together, by a stream and by a binding.
  private static func deriveAtRandom(_ round: Round) {
    var random = round.random
    let sources = (0..<4).map { _ in MutableProperty(0) }
    var layer = sources.map(\.readOnly)
    let flag = MutableProperty(false)
    for _ in 0..<(1 + random.below(4)) {
      layer = layer.indices.map { index in
        let (left, right) = (layer[index], layer[(index + 1) % layer.count])
        switch random.below(5) {
        case 0: return Property { left.value + right.value }
        case 1: return left.combineLatest(with: right).map { $0 + $1 }
        case 2: return Property.combineLatest([left, right]).map { $0[0] + $0[1] }
        case 3:
          let sum = Property { left.value + right.value }
          return flag.flatMap { $0 ? sum : left.combineLatest(with: right).map { $0 + $1 } }
        default: return Property.combineLatest(left, right).map { $0 + $1 }.removeDuplicates()
        }
      }
    }
    let nodes = layer
    let total = Property { nodes.reduce(0) { $0 + $1.value } }
    let starts = (nodes + [total]).map { node in
      node.producer.startWithValues { _ in round.count(events: 1) }
    }
    let pair = sources[0].combineLatest(with: sources[1])
    let followed = Property(initial: (0, 0), then: pair)
    let bound = MutableProperty((0, 0))
    pair.bind(to: bound)
    let sums = [total, followed.map { $0 + $1 }, bound.map { $0 + $1 }]
    @Sendable func check(_ sum: Int, _ how: StaticString) {
      round.count(events: 1)
      round.expect(sum == 0, "R3", "a sum that is always 0 was \(how) as \(sum)")
    }
    let observed = sums.map { $0.producer.startWithValues { check($0, "heard") } }
    round.onThreads { worker in
      while worker.isRunning {
        switch worker.random.below(4) {
        case 0: worker.call("set of a flag") { flag.modify { $0.toggle() } }
        case 1:
          let sum = sums[worker.random.below(sums.count)]
          check(worker.call("read of a graph") { sum.value }, "read")
        case 2:
          let node = nodes[worker.random.below(nodes.count)]
          let start = worker.call("start of a derived property") { node.producer.startWithValues { _ in } }
          worker.call("dispose") { start.dispose() }
        default:
          let pair = 2 * worker.random.below(2)
          let number = worker.random.below(100)
          worker.call("transaction") {
            transaction {
              sources[pair].value = number
              sources[pair + 1].value = -number
            }
          }
        }
      }
    }
    round.expect(
      round.eventually { followed.value == pair.value && bound.value == pair.value }, "R5",
      "a pair rests at \(pair.value), one that follows it at \(followed.value), one that is bound at \(bound.value)"
    )
    for start in starts + observed { round.call("dispose") { start.dispose() } }
  }

  /// Cells of a sheet that read each other: those of a cycle show an error, and so do those that read them.
  private static func openAndCloseCycles(_ round: Round) {
    var random = round.random
    let count = 2 + random.below(6)
    let formulas = (0..<count).map { _ in MutableProperty<[Int]>([]) }
    let made = Guarded<[Property<Int>]>([])
    let cells = formulas.map { formula in
      Property(onCycle: Sheet.inCycle) {
        formula.value.reduce(1) { sum, other in Sheet.sum(sum, made.withLock { $0[other] }.value) }
      }
    }
    made.withLock { $0 = cells }
    // What the cells show belongs to one state of the formulas, also while other threads change them.
    @Sendable func fault(_ shown: [Int]) -> String? {
      let formulas = formulas.map(\.value)
      let expected = Sheet.values(formulas)
      return shown == expected ? nil : "\(formulas) show \(shown), not \(expected)"
    }
    let isRight = Property { fault(cells.map(\.value)) }
    @Sendable func check(_ fault: String?, _ how: StaticString) {
      round.count(events: 1)
      if let fault { round.fault("R3", "\(how): \(fault)") }
    }
    let starts =
      [isRight.producer.startWithValues { check($0, "heard") }]
      + cells.map { $0.producer.startWithValues { _ in round.count(events: 1) } }
    round.onThreads { worker in
      @Sendable func formula(_ random: inout Random) -> [Int] {
        (0..<random.below(3)).map { _ in random.below(count) }
      }
      while worker.isRunning {
        let cell = worker.random.below(count)
        switch worker.random.below(6) {
        case 0, 1:
          let formula = formula(&worker.random)
          worker.call("set of a formula") { formulas[cell].value = formula }
        case 2: worker.call("read of a cell") { _ = cells[cell].value }
        case 3: check(worker.call("read of all cells") { isRight.value }, "read")
        case 4:
          let (one, other) = (formula(&worker.random), formula(&worker.random))
          let fault = worker.call("transaction") {
            transaction {
              formulas[cell].value = one
              _ = cells[(cell + 2) % count].value
              formulas[(cell + 1) % count].value = other
              // Each cell by itself: those that do not depend on the two have the value that is stored.
              return fault(cells.map(\.value)) ?? isRight.value
            }
          }
          check(fault, "read in a transaction")
        default:
          let start = worker.call("start of a cell") { cells[cell].producer.startWithValues { _ in } }
          worker.call("dispose") { start.dispose() }
        }
      }
    }
    check(isRight.value, "read at the end")
    for start in starts { round.call("dispose") { start.dispose() } }
    made.withLock { $0 = [] }
  }

  private static func transferInTransactions(_ round: Round) {
    let accounts = (0..<4).map { _ in MutableProperty(0) }
    let total = Property { accounts.reduce(0) { $0 + $1.value } }
    let transfers = Atomic<Int>(0)
    let start = total.producer.startWithValues {
      round.expect($0 == 0, "R3", "amounts move between accounts, and an observer heard of the total \($0)")
    }
    round.onThreads { worker in
      while worker.isRunning {
        let (from, to) = (worker.random.below(4), worker.random.below(4))
        let amount = worker.random.below(100)
        worker.call("transaction with modify") {
          transaction {
            accounts[from].modify { $0 -= amount }
            accounts[to].modify { $0 += amount }
          }
        }
        transfers.add(1, ordering: .relaxed)
      }
    }
    round.count(events: transfers.load(ordering: .relaxed))
    let sum = accounts.reduce(0) { $0 + $1.value }
    round.expect(sum == 0, "R7", "changes by modify in transactions were lost: the total is \(sum), not 0")
    round.call("dispose") { start.dispose() }
  }

  /// What depends on a property ends with it, whatever brings it up to date meanwhile.
  private static func endWhileInUse(_ round: Round) {
    let families = Guarded((living: (0..<4).map { _ in Family() }, ended: [Family]()))
    round.onThreads { worker in
      while worker.isRunning {
        let index = worker.random.below(4)
        let family = families.withLock { $0.living[index] }
        switch worker.random.below(16) {
        case 0:
          worker.call("start") { family.observe() }
        case 1:
          let next = Family()
          let isOver = families.withLock { families in
            guard families.ended.count < 10_000, families.living[index] === family else { return false }
            families.living[index] = next
            families.ended.append(family)
            return true
          }
          if isOver { worker.call("end") { family.end() } }
        case 2...5: worker.call("set") { family.set(worker.random.below(100)) }
        default: worker.call("read") { family.read() }
        }
      }
    }
    for family in families.withLock({ $0.living + $0.ended }) {
      family.end()
      family.observe()
      let (starts, ends) = family.counts
      round.count(events: ends)
      round.expect(starts == ends, "S8", "\(starts) observers of properties that have ended, \(ends) ends")
    }
  }

  private static func replaceValues(_ round: Round) {
    let property = MutableProperty(Item.extra())
    let listeners = (0..<2).map { Listener("observer \($0)", round.faults, isInterrupted: true) }
    for listener in listeners { listener.attached(property.producer.start(listener.observer(Never.self))) }
    round.onThreads { worker in
      var number = 0
      while worker.isRunning {
        number += 1
        let item = Item(worker.index, number)
        switch worker.random.below(3) {
        case 0: worker.call("set") { property.value = item }
        case 1: worker.call("swap") { _ = property.swap(item) }
        default: worker.call("withValue") { property.withValue { withExtendedLifetime($0) {} } }
        }
      }
    }
    for listener in listeners {
      round.count(events: listener.count)
      round.call("dispose") { listener.disposeElsewhere() }
    }
  }
}

/// A property that can be ended, and what is computed from it.
private final class Family: Sendable {
  private let number: Guarded<MutableProperty<Int>?>
  private let derived: [Property<Int>]
  private let starts = Atomic<Int>(0)
  private let ends = Atomic<Int>(0)

  init() {
    let property = MutableProperty(0)
    number = Guarded(property)
    let next = property.map { $0 + 1 }
    derived = [next, next.map { $0 * 2 }, next.combineLatest(with: property).map { $0 + $1 }]
  }

  /// How many observers have begun, and to how many the end came.
  var counts: (starts: Int, ends: Int) {
    (starts.load(ordering: .acquiring), ends.load(ordering: .acquiring))
  }

  func set(_ value: Int) { number.withLock { $0 }?.value = value }

  func read() { for property in derived { _ = property.value } }

  func observe() {
    for property in derived {
      starts.add(1, ordering: .relaxed)
      property.producer.startWithCompleted { self.ends.add(1, ordering: .releasing) }
    }
  }

  /// Outside the lock, what has just been taken ends.
  func end() { _ = number.withLock { $0.take() } }
}

/// What cells show that read each other.
private enum Sheet {
  static let inCycle = -1
  /// What a cell shows that reads an error.
  private static let readsError = -1000

  static func sum(_ sum: Int, _ other: Int) -> Int { sum < 0 || other < 0 ? readsError : sum + other }

  static func values(_ formulas: [[Int]]) -> [Int] {
    var known = formulas.indices.map { isReached($0, from: $0, formulas) ? inCycle : nil }
    func value(_ cell: Int) -> Int {
      if let value = known[cell] { return value }
      let value = formulas[cell].reduce(1) { sum($0, value($1)) }
      known[cell] = value
      return value
    }
    return formulas.indices.map { value($0) }
  }

  private static func isReached(_ cell: Int, from first: Int, _ formulas: [[Int]]) -> Bool {
    var seen: Set<Int> = []
    var next = formulas[first]
    while let other = next.popLast() {
      if other == cell { return true }
      if seen.insert(other).inserted { next += formulas[other] }
    }
    return false
  }
}

/// An observer of a number that only ever grows by 1: it must miss none, hear none twice, and none late.
private final class Watcher: Sendable {
  private let name: String
  private let faults: Faults
  private let hearsAll: Bool
  private let heard = Guarded<(first: Int?, last: Int?)>((nil, nil))

  /// - Parameter hearsAll: Whether it observes what is set, which is announced with each value.
  init(_ name: String, _ faults: Faults, hearsAll: Bool = true) {
    self.name = name
    self.faults = faults
    self.hearsAll = hearsAll
  }

  var first: Int? { heard.withLock { $0.first } }
  var last: Int? { heard.withLock { $0.last } }

  var observer: Observer<Int, Never> {
    Observer(
      next: { [self] value in
        heard.withLock { heard in
          if let last = heard.last, hearsAll ? value != last + 1 : value < last {
            faults.add("R2", "\(name) heard \(value) after \(last), and every change adds 1")
          }
          heard = (heard.first ?? value, value)
        }
      }, end: { _ in })
  }
}
