import Dispatch
import Signals
import Synchronization
import TestSupport
import Testing

/// Eight threads at once. Run under the thread sanitizer, too.
@Suite(.mayBlock) struct StateThreadTests {
  @Test func modifyLosesNothing() {
    let (number, text) = (MutableProperty(0), MutableProperty("0"))
    onThreads(8) { _ in
      for _ in 0..<500 {
        number.modify { $0 += 1 }
        text.modify { $0 = "\(Int($0)! + 1)" }
      }
    }
    #expect(number.value == 4000)
    #expect(text.value == "4000")
  }

  @Test func everyChangeArrivesOnceAndInOrder() {
    let number = MutableProperty(0)
    let heard = (0..<9).map { _ in Log<Int>() }
    number.producer.startWithValues(heard[8].add)
    onThreads(8) { thread in
      for value in 0..<300 {
        number.modify { $0 += 1 }
        if value == 100 { number.producer.startWithValues(heard[thread].add) }
      }
    }
    for log in heard { #expect(log.entries == Array(log.entries[0]...2400)) }
    #expect(heard[8].entries[0] == 0)
  }

  @Test func swapsFormOneChain() {
    let number = MutableProperty(-1)
    let before = (0..<8).map { _ in Log<Int>() }
    let heard = Log<Int>()
    number.producer.startWithValues(heard.add)
    onThreads(8) { thread in
      for value in 0..<200 { before[thread].add(number.swap(thread * 1000 + value)) }
    }
    #expect(heard.entries.count == 1601)
    #expect(Set(before.flatMap(\.entries)) == Set(heard.entries.dropLast()))
  }

  @Test func noThreadSeesHalfATransaction() {
    let pair = Pair()
    let wrong = Counter()
    let derived = pair.derived
    for property in derived { property.producer.startWithValues { if $0 != 0 { wrong.increment() } } }
    onThreads(8) { thread in
      for value in 1...300 {
        switch thread {
        case 0...1: pair.set(thread * 1000 + value)
        case 2...4: if derived[value % derived.count].value != 0 { wrong.increment() }
        default:
          // An observer is attached and disposed of.
          derived[value % derived.count].producer.startWithValues { if $0 != 0 { wrong.increment() } }
            .dispose()
        }
      }
    }
    #expect(wrong.value == 0)
    #expect(derived.allSatisfy { $0.value == 0 })
  }

  @Test func noThreadSeesHalfASet() {
    let number = MutableProperty(0)
    let twins = (0..<6).map { _ in number.map { $0 + 1 } }
    let differences = (0..<6).map { index in
      let (one, other) = (twins[index], twins[(index + 1) % 6])
      return index % 2 == 0
        ? one.combineLatest(with: other).map { $0 - $1 } : Property { other.value - one.value }
    }
    let wrong = Counter()
    onThreads(8) { thread in
      for value in 1...1000 {
        if thread < 2 {
          number.value = value * 2 + thread
        } else if differences[(value + thread) % 6].value != 0 {
          wrong.increment()
        }
      }
    }
    #expect(wrong.value == 0)
  }

  @Test func noStaleValueAfterANewerOne() {
    let number = MutableProperty(0)
    let double = number.map { $0 * 2 }
    let sum = Property { number.value + double.value }
    let all = [number.readOnly, double, sum, number.flatMap { Property(value: $0) }]
    let logs = Log<(property: Int, log: Log<Int>)>()
    onThreads(8) { thread in
      for value in 1...200 {
        if thread == 0 {
          number.value = value
        } else if value % 20 == 0 {
          let (log, property) = (Log<Int>(), (thread + value / 20) % all.count)
          all[property].producer.startWithValues(log.add)
          logs.add((property, log))
        } else {
          _ = all[value % all.count].value
        }
      }
    }
    let last = [200, 400, 600, 200]
    for (property, log) in logs.entries {
      #expect(zip(log.entries, log.entries.dropFirst()).allSatisfy { $0 < $1 }, "\(log.entries)")
      #expect(log.entries.last == last[property])
    }
  }

  /// One thread computes a value while an observer begins, which therefore gets a value that was computed for it alone.
  /// What the thread announces afterwards is older than that.
  @Test func anObserverThatBeginsDuringAComputationHearsNoOlderValue() async throws {
    let number = MutableProperty(0)
    let isComputing = DispatchSemaphore(value: 0)
    let isTold = DispatchSemaphore(value: 0)
    let isSet = DispatchSemaphore(value: 0)
    let mayGoOn = DispatchSemaphore(value: 0)
    let runs = Log<Int>()
    let computed = Property {
      // The second run is that of the thread that sets, the third is that of the observer that begins.
      runs.add(0)
      switch runs.entries.count {
      case 2:
        let value = number.value
        isComputing.signal()
        mayGoOn.wait()
        return value
      case 3:
        mayGoOn.signal()
        isTold.wait()
        onThreads(1) { _ in number.value = 2 }
        isSet.signal()
      default: break
      }
      return number.value
    }
    computed.producer.startWithValues { value in
      guard value == 1 else { return }
      isTold.signal()
      isSet.wait()
    }
    let heard = Log<Int>()
    onThreads(2) { thread in
      if thread == 0 {
        number.value = 1
      } else {
        isComputing.wait()
        computed.producer.startWithValues(heard.add)
      }
    }
    // Of the moment at which it began, and then what was set meanwhile.
    #expect(heard.entries == [1, 2])
    number.value = 3
    // Another thread that announces may be delivering.
    #expect(try await eventually { heard.entries.count > 2 })
    #expect(heard.entries == [1, 2, 3])
  }

  /// The same value is not announced to it again.
  @Test func anObserverThatBeginsDuringAComputationHearsNoValueTwice() async throws {
    let number = MutableProperty(0)
    let (isComputing, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isFirst = Flag.Shared()
    let computed = Property {
      let value = number.value
      if value == 1, isFirst.flag.set() {
        isComputing.signal()
        mayGoOn.wait()
      }
      return value
    }
    #expect(computed.value == 0)
    let heard = Log<Int>()
    number.value = 1
    onThreads(2) { thread in
      if thread == 0 {
        _ = computed.value
      } else {
        isComputing.wait()
        computed.producer.startWithValues(heard.add)
        mayGoOn.signal()
      }
    }
    #expect(heard.entries == [1])
    number.value = 2
    #expect(try await eventually { heard.entries.count > 1 })
    #expect(heard.entries == [1, 2])
  }

  @Test func computedValuesConverge() {
    let all = (0..<6).map { MutableProperty($0) }
    let sum = Property { all.reduce(0) { $0 + $1.value } }
    let chosen = Property { all[sum.value % 6].value }
    let list = Property<[Int]>.combineLatest(all).map { $0.reduce(0, +) }
    let (ofSum, ofList) = (Log<Int>(), Log<Int>())
    sum.producer.startWithValues(ofSum.add)
    list.producer.startWithValues(ofList.add)
    onThreads(8) { thread in
      for value in 0..<200 {
        if thread < 6 { all[thread].value = value * thread } else { _ = chosen.value }
      }
    }
    let expected = (0..<6).reduce(0) { $0 + 199 * $1 }
    #expect([sum.value, list.value] == [expected, expected])
    #expect(chosen.value == all[expected % 6].value)
    #expect(ofSum.entries.last == expected)
    #expect(ofList.entries.last == expected)
  }

  @Test func observersThatSetFromManyThreadsComeToRest() {
    let (a, b) = (MutableProperty(0), MutableProperty(0))
    let larger = Property { Swift.max(a.value, b.value) }
    a.signal.observeValues { value in b.modify { $0 = Swift.max($0, value) } }
    b.signal.observeValues { value in a.modify { $0 = Swift.max($0, value) } }
    let heard = Log<Int>()
    larger.producer.startWithValues(heard.add)
    onThreads(8) { thread in
      for value in 0..<100 { (thread % 2 == 0 ? a : b).modify { $0 = Swift.max($0, value * 8 + thread) } }
    }
    #expect((a.value, b.value) == (799, 799))
    #expect(heard.entries == heard.entries.sorted())
    #expect(heard.entries.last == 799)
  }

  @Test func allThreadsDoAnything() {
    for seed in 0..<4 { anything(UInt64(seed)) }
  }

  private func anything(_ seed: UInt64) {
    let pairs = (0..<3).map { _ in Pair() }
    let chooser = MutableProperty(0)
    let chosen = Property { pairs[chooser.value % 3].difference.value }
    let flat = chooser.flatMap { pairs[$0 % 3].difference }
    let derived = pairs.flatMap(\.derived) + [chosen, flat]
    let wrong = Counter()
    let alive = Guarded<[any Disposable]>([])
    onThreads(8) { thread in
      var lottery = SplitMix(seed: seed &* 100 &+ UInt64(thread))
      for value in 0..<150 {
        let property = derived[Int.random(in: 0..<derived.count, using: &lottery)]
        let pair = pairs[Int.random(in: 0..<3, using: &lottery)]
        switch Int.random(in: 0..<10, using: &lottery) {
        case 0...3: pair.set(value * 8 + thread)
        case 4: chooser.value = value
        case 5...6: if property.value != 0 { wrong.increment() }
        case 7...8:
          let sets = Int.random(in: 0..<4, using: &lottery) == 0
          let started = property.producer.startWithValues { difference in
            if difference != 0 { wrong.increment() }
            if sets { chooser.value = thread }
          }
          alive.withLock { $0.append(started) }
        default:
          let left = alive.withLock { $0.isEmpty ? nil : $0.removeFirst() }
          left?.dispose()
        }
      }
    }
    #expect(wrong.value == 0)
    #expect(derived.allSatisfy { $0.value == 0 })
    for disposable in alive.withLock({ $0 }) { disposable.dispose() }
    #expect(derived.allSatisfy { !$0.node.isObserved })
  }

  @Test func endsWhileOthersObserve() {
    for _ in 0..<20 {
      let number = Guarded<MutableProperty<Int>?>(MutableProperty(0))
      let property = number.withLock { $0!.readOnly.withoutSource }
      let derived = property.map { $0 + 1 }.combineLatest(with: property).map { $0 + $1 }
      let ends = Counter()
      onThreads(8) { thread in
        if thread == 0 {
          for value in 1...20 { number.withLock { $0 }?.value = value }
          _ = number.withLock { $0.take() }
        } else {
          for _ in 0..<10 {
            derived.producer.startWithCompleted { ends.increment() }
            property.producer.startWithCompleted { ends.increment() }
          }
        }
      }
      #expect(ends.value == 140)
      #expect(derived.value == 41)
    }
  }

  // MARK: Values of one moment

  @Test func aComputationWhoseSourcesNeverStandStillEnds() {
    let pair = Pair()
    let isOver = Flag.Shared()
    let (sets, runs) = (Counter(), Counter())
    let slow = Property {
      runs.increment()
      let first = pair.first.value
      // Meanwhile other threads set both: of three sets, one at least has begun after this.
      let before = sets.value
      while sets.value < before + 3, !isOver.flag.isSet {}
      return first - pair.second.value
    }
    let results = Log<Int>()
    onThreads(3) { thread in
      if thread == 0 {
        for _ in 0..<3 { results.add(slow.value) }
        _ = isOver.flag.set()
      } else {
        var value = thread
        while !isOver.flag.isSet {
          value += 2
          pair.set(value)
          sets.increment()
        }
      }
    }
    #expect(results.entries == [0, 0, 0])
    #expect(runs.value <= 3 * 40)
    #expect(slow.value == 0)
  }

  @Test func twoReadsInARowAreNotOfHalfATransaction() {
    let (first, second, wrong) = (MutableProperty(0), MutableProperty(0), Counter())
    let (text, length) = (MutableProperty(""), MutableProperty(0))
    onThreads(3) { thread in
      for number in 1...20_000 {
        if thread == 0 {
          transaction {
            first.value = number
            second.value = number
            text.value = "\(number)"
            length.value = number
          }
        } else {
          let (a, b) = (first.value, second.value)
          let (c, d) = (text.value, length.value)
          if b < a || d < Int(c) ?? 0 { wrong.increment() }
        }
      }
    }
    #expect(wrong.value == 0)
  }
}

/// Two that are always set together, and what is computed from them: always 0.
private final class Pair: Sendable {
  let (first, second) = (MutableProperty(0), MutableProperty(0))

  func set(_ value: Int) {
    transaction {
      first.value = value
      second.value = value
    }
  }

  var difference: Property<Int> { Property { [first, second] in first.value - second.value } }

  var derived: [Property<Int>] {
    let (double, same) = (first.map { $0 * 2 }, second.map { $0 })
    return [
      difference, first.combineLatest(with: second).map { $0 - $1 },
      Property<[Int]>.combineLatest([first, second]).map { $0[0] - $0[1] },
      double.combineLatest(with: same).map { $0 - 2 * $1 },
      Property { [first, second] in
        first.value % 2 == 0 ? double.value - 2 * second.value : double.value - 2 * same.value
      },
    ]
  }
}
