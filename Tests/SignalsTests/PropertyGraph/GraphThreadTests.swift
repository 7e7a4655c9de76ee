import Foundation
import Signals
import TestSupport
import Testing

/// Each test checks this many values; `SIGNALS_GRAPH_COUNT` sets another number.
private let valuesToCheck =
  ProcessInfo.processInfo.environment["SIGNALS_GRAPH_COUNT"].flatMap { Int($0) } ?? 20_000

@Suite("Property graph, threads", .mayBlock)
struct GraphThreadTests {
  /// Properties that transactions keep at a sum of 0, and what is computed from them.
  fileprivate final class Balance: Sendable {
    let accounts: [PropertyNode<Int>]
    let computedOnes: [PropertyNode<Int>]
    let wrong = Tally()
    let checked = Tally()

    init(_ count: Int) {
      let accounts = (0..<count).map { _ in variable(0) }
      self.accounts = accounts
      let sum = computed("sum") { accounts.reduce(0) { $0 + $1.value } }
      let known = mapped("known", from: accounts) { accounts.reduce(0) { $0 + $1.value } }
      let halves = [accounts[..<(count / 2)], accounts[(count / 2)...]].map { half in
        computed("half") { half.reduce(0) { $0 + $1.value } }
      }
      let ofHalves = computed("of halves") { halves[0].value + halves[1].value }
      let ofHalvesMapped = mapped("of halves", from: halves) { halves[0].value + halves[1].value }
      // Which of them are read, and in which order, depends on their values.
      let choosing = computed("choosing") {
        let start = abs(accounts[0].value) % count
        return (0..<count).reduce(0) { $0 + accounts[($1 + start) % count].value }
      }
      let chain = (0..<5).reduce(choosing) { above, _ in computed("chain") { above.value } }
      let pair = computed("pair") { sum.value + chain.value }
      computedOnes = [sum, known, ofHalves, ofHalvesMapped, choosing, chain, pair]
    }

    func move(_ random: inout SplitMix) {
      let (from, to) = (random.below(accounts.count), random.below(accounts.count))
      let amount = random.below(100)
      // A body that has read what is outdated runs again: only what the last run has read counts.
      let read = PropertyGraph.transaction {
        var read: [Int] = []
        accounts[from].modify { $0 -= amount }
        if amount % 7 == 0 { read.append(computedOnes[amount % computedOnes.count].value + amount) }
        accounts[to].modify { $0 += amount }
        if amount % 5 == 0 { read.append(computedOnes[amount % computedOnes.count].value) }
        return read
      }
      for value in read { check(value) }
    }

    func check(_ value: Int) {
      checked.add(1)
      if value != 0 { wrong.add(1) }
    }
  }

  @Test("R3: each value read or observed is of one committed state", arguments: [2, 3, 8])
  func balance(accounts: Int) {
    let balance = Balance(accounts)
    let observations = balance.computedOnes.map { Observation($0) { balance.check($0) } }
    onThreads(6) { number in
      var random = SplitMix(seed: UInt64(number + 1))
      while balance.checked.value < valuesToCheck {
        if number < 3 {
          balance.move(&random)
        } else {
          balance.check(balance.computedOnes[random.below(balance.computedOnes.count)].value)
          if random.below(50) == 0 {
            let own = Balance.reading(balance.accounts)
            balance.check(own.value)
            let observation = Observation(own) { balance.check($0) }
            balance.move(&random)
            observation.end()
          }
        }
      }
    }
    #expect(balance.wrong.value == 0)
    #expect(balance.checked.value >= valuesToCheck)
    #expect(balance.accounts.reduce(0) { $0 + $1.value } == 0)
    for observation in observations { observation.end() }
  }

  @Test("R7: modify in transactions loses nothing")
  func modifications() async throws {
    let (a, b) = (variable(0), variable(0))
    let total = computed { a.value - b.value }
    let last = Guarded(0)
    let observation = Observation(total) { value in last.withLock { $0 = value } }
    onThreads(8) { number in
      for _ in 0..<500 {
        PropertyGraph.transaction {
          a.modify { $0 += number + 1 }
          if number % 2 == 0 { b.modify { $0 += number + 1 } }
        }
        b.modify { $0 += 1 }
      }
    }
    #expect(a.value == 500 * 36)
    #expect(b.value == 500 * (16 + 8))
    #expect(try await eventually { last.withLock { $0 } == 500 * 12 })
    observation.end()
  }

  /// What one thread cannot announce, because another one is computing it, that one announces afterwards, or a third one.
  @Test("R2: the last value arrives, and none after a newer one")
  func lastValue() async throws {
    for round in 0..<30 {
      let all = (0..<4).map { _ in variable(0) }
      let sum = computed { all.reduce(0) { $0 + $1.value } }
      let twice = mapped(from: [sum]) { sum.value * 2 }
      let (heard, wrong) = (Guarded(-1), Tally())
      let observation = Observation(twice) { value in
        let before = heard.withLock { heard in
          defer { heard = value }
          return heard
        }
        if value <= before { wrong.add(1) }
      }
      onThreads(4) { number in
        for step in 1...200 {
          all[number].set(step)
          if round % 3 == 0 { _ = sum.value }
        }
      }
      #expect(try await eventually { heard.withLock { $0 } == 1600 })
      #expect(wrong.value == 0)
      observation.end()
    }
  }

  /// The closures make a property that is final from the beginning, which is announced while they run.
  @Test("R2: what is left to a thread that computes waits for it", .mayBlock)
  func leftToComputation() async throws {
    let (begun, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isHeld = Flag()
    let source = MutableProperty(0)
    let slow = Property {
      let value = source.value
      if value == 1, isHeld.set() {
        begun.signal()
        goOn.wait()
      }
      return value + Property(value: 0).value
    }
    let observed = Property { slow.value + Property(value: 0).value }
    let heard = Guarded<[Int]>([])
    // It is called first, and another thread computes what the second observer needs.
    source.signal.observeValues { _ in
      Thread { _ = slow.value }.start()
      begun.wait()
    }
    observed.producer.startWithValues { value in heard.withLock { $0.append(value) } }
    source.value = 1
    #expect(heard.withLock { $0 } == [0])
    goOn.signal()
    #expect(try await eventually { heard.withLock { $0 == [0, 1] } })
  }

  @Test("Nodes come and go while what they read changes")
  func churn() {
    final class Token: Sendable {}
    let all = (0..<8).map { { _ in variable(Box(Token())) }($0) }
    onThreads(6) { number in
      var random = SplitMix(seed: UInt64(number + 1))
      for _ in 0..<400 {
        let chosen = (0..<3).map { _ in all[random.below(8)] }
        let count = computed { Set(chosen.map { ObjectIdentifier($0.value.value) }).count }
        let twice = computed { count.value * 2 }
        _ = twice.value
        let observation = Observation(twice) { _ in }
        all[random.below(8)].set(Box(Token()))
        _ = twice.value
        observation.end()
      }
    }
    for one in all {
      #expect(one.record.pointee.firstReader == nil)
      #expect(!one.isObserved)
      #expect(!one.hasRetiredObservers)
    }
  }

  @Test("Rings that several threads open and close")
  func rings() {
    let count = 5
    let readings = (0..<count).map { _ in variable([Int]()) }
    let made = Guarded<[PropertyNode<Int>]>([])
    let cells = readings.indices.map { index in
      computed(onCycle: -1) {
        readings[index].value.reduce(1) { sum, other in
          let value = made.withLock { $0[other] }.value
          return sum < 0 || value < 0 ? -1000 : sum + value
        }
      }
    }
    made.withLock { $0 = cells }
    let observations = cells.map { Observation($0) { _ in } }
    onThreads(4) { number in
      var random = SplitMix(seed: UInt64(number + 1))
      for _ in 0..<500 {
        let reads = (0..<random.below(3)).map { _ in random.below(count) }
        readings[random.below(count)].set(reads)
        _ = cells[random.below(count)].value
      }
    }
    for one in readings { one.set([]) }
    #expect(cells.map(\.value) == [1, 1, 1, 1, 1])
    readings[0].set([1])
    readings[1].set([0])
    #expect(cells.map(\.value) == [-1, -1, 1, 1, 1])
    for observation in observations { observation.end() }
    made.withLock { $0 = [] }
  }

  @Test("A closure that waits for a thread blocks no other reader")
  func waitingClosures() {
    let a = variable(1)
    let (begun, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isFirst = Flag()
    let slow = computed {
      let value = a.value
      if isFirst.set() {
        begun.signal()
        goesOn.wait()
      }
      return value * 10
    }
    let below = computed { slow.value + a.value }
    let heard = Notes<Int>()
    onThreads(2) { number in
      if number == 0 {
        #expect(slow.value == 20)
      } else {
        begun.wait()
        #expect(slow.value == 10)
        #expect(below.value == 11)
        a.set(2)
        #expect(slow.value == 20)
        let observation = Observation(below) { heard.add($0) }
        goesOn.signal()
        while heard.entries.last != 22 { usleep(1000) }
        observation.end()
      }
    }
    #expect(below.value == 22)
  }
}

extension GraphThreadTests.Balance {
  fileprivate static func reading(_ accounts: [PropertyNode<Int>]) -> PropertyNode<Int> {
    computed("own") { accounts.reduce(0) { $0 + $1.value } }
  }
}

/// Two boxes are equal if they hold the same object.
private struct Box<Object: AnyObject & Sendable>: Equatable, Sendable {
  let value: Object

  init(_ value: Object) { self.value = value }

  static func == (first: Box, second: Box) -> Bool { first.value === second.value }
}
