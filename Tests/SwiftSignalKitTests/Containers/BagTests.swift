import SwiftSignalKit
import Testing

@Suite struct BagTests {
  @Test func keepsTheOrderInWhichItemsWereAdded() {
    let bag = Bag<String>()
    let indices = ["a", "b", "c", "d"].map(bag.add)
    #expect(bag.copyItems() == ["a", "b", "c", "d"])
    bag.remove(indices[1])
    bag.remove(indices[1])
    #expect(bag.copyItems() == ["a", "c", "d"])
    #expect(bag.copyItemsWithIndices().map(\.0) == [indices[0], indices[2], indices[3]])
    #expect(bag.copyItemsWithIndices().map(\.1) == ["a", "c", "d"])
  }

  @Test func findsItemsByIndex() {
    let bag = Bag<String>()
    let (a, b) = (bag.add("a"), bag.add("b"))
    #expect(bag.get(a) == "a")
    #expect(bag.get(b) == "b")
    bag.remove(a)
    #expect(bag.get(a) == nil)
    #expect(bag.get(b) == "b")
    #expect(bag.get(b + 1) == nil)
    #expect(bag.get(-1) == nil)
  }

  @Test func firstIsTheOldest() {
    let bag = Bag<String>()
    #expect(bag.first == nil)
    let (a, b) = (bag.add("a"), bag.add("b"))
    #expect(bag.first?.0 == a)
    bag.remove(a)
    #expect(bag.first?.0 == b)
    #expect(bag.first?.1 == "b")
  }

  @Test func isEmptyWhenAllAreGone() {
    let bag = Bag<Int>()
    #expect(bag.isEmpty)
    let index = bag.add(1)
    #expect(!bag.isEmpty)
    bag.remove(index)
    #expect(bag.isEmpty)
    _ = bag.add(2)
    bag.removeAll()
    #expect(bag.isEmpty)
    #expect(bag.copyItems() == [])
  }

  @Test func indicesAreNeverUsedAgain() {
    let bag = Bag<Int>()
    var seen: Set<Bag<Int>.Index> = []
    for round in 0..<100 {
      let index = bag.add(round)
      #expect(seen.insert(index).inserted)
      if round % 3 == 0 { bag.removeAll() } else { bag.remove(index) }
    }
  }

  /// Adds and removes at random, and compares with an array of pairs.
  @Test(arguments: [1, 2, 3])
  func doesWhatAnArrayOfPairsWould(seed: UInt64) {
    var random = Random(state: seed)
    let bag = Bag<Int>()
    var model: [(Int, Int)] = []
    for value in 0..<2_000 {
      if model.isEmpty || random.below(5) < 3 {
        model.append((bag.add(value), value))
      } else {
        let (index, _) = model.remove(at: random.below(model.count))
        bag.remove(index)
      }
      #expect(bag.first?.0 == model.first?.0)
      if let (index, value) = model.randomElement(using: &random) { #expect(bag.get(index) == value) }
    }
    #expect(bag.copyItemsWithIndices().map(\.0) == model.map(\.0))
    #expect(bag.copyItems() == model.map(\.1))
  }

  @Test func whatIsReleasedMayAskTheBag() {
    let bag = Bag<DeinitProbe>()
    let counts = Atomic(value: [Int]())
    nonisolated(unsafe) let asked = bag
    func farewell() -> DeinitProbe {
      DeinitProbe { counts.modify { $0 + [asked.copyItems().count] } }
    }
    let index = bag.add(farewell())
    _ = bag.add(farewell())
    bag.remove(index)
    bag.removeAll()
    #expect(counts.with { $0 } == [1, 0])
  }
}

@Suite struct SparseBagTests {
  @Test func isASequenceInOrder() {
    let bag = SparseBag<String>()
    let indices = ["a", "b", "c"].map(bag.add)
    bag.remove(indices[1])
    #expect(Array(bag) == ["a", "c"])
    #expect(bag.map { $0 + "!" } == ["a!", "c!"])
    #expect(bag.get(indices[1]) == nil)
    #expect(bag.get(indices[2]) == "c")
  }

  @Test func mayChangeDuringALoop() {
    let bag = SparseBag<Int>()
    for number in 0..<3 { _ = bag.add(number) }
    var seen: [Int] = []
    for number in bag {
      seen.append(number)
      bag.removeAll()
      _ = bag.add(9)
    }
    #expect(seen == [0, 1, 2])
    #expect(Array(bag) == [9])
    #expect(!bag.isEmpty)
  }
}

@Suite struct CounterBagTests {
  @Test func tokensBeginWithOneAndAreNeverUsedAgain() {
    let bag = CounterBag()
    #expect(bag.isEmpty)
    #expect(bag.add() == 1)
    #expect(bag.add() == 2)
    bag.remove(2)
    bag.remove(2)
    #expect(!bag.isEmpty)
    #expect(bag.add() == 3)
    bag.remove(1)
    bag.remove(3)
    #expect(bag.isEmpty)
  }
}

@Suite struct WeakTests {
  @Test func doesNotKeepItsObject() {
    var object: CounterBag? = CounterBag()
    let reference = Weak(object!)
    #expect(reference.value === object)
    object = nil
    #expect(reference.value == nil)
  }
}

/// The same numbers for the same seed.
private struct Random: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
}
