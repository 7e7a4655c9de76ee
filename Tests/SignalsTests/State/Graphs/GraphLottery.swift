/// Draws scripts by lot. The same seed and number always give the same script.
struct GraphLottery {
  private var generator: SplitMix
  private var names = 0
  private var properties: [GraphScript.Kind] = []
  /// What observers may still set off.
  private var reactions = 0

  init(seed: UInt64, number: Int) {
    generator = SplitMix(seed: seed &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
  }

  /// Mostly small ones; each thousandth has 200 properties.
  mutating func script(_ number: Int) -> GraphScript {
    let isLarge = number % 1000 == 999
    reactions = isLarge ? 8 : 3
    let count = isLarge ? 200 : pick(2...9)
    for index in 0..<count { properties.append(kind(index, isLarge ? 20 : 2)) }
    return GraphScript(properties: properties, steps: (0..<(isLarge ? 60 : pick(3...9))).map { _ in act() })
  }

  private mutating func kind(_ index: Int, _ leaves: Int) -> GraphScript.Kind {
    if index < leaves || chance(1, of: 8) {
      return chance(1, of: 5) ? .incomparable(value()) : .stored(value())
    }
    func near(_ generator: inout SplitMix) -> Int {
      Int.random(in: max(0, index - 12)...index - 1, using: &generator)
    }
    func some(_ range: ClosedRange<Int>, _ generator: inout SplitMix) -> [Int] {
      (0..<Int.random(in: range, using: &generator)).map { _ in near(&generator) }
    }
    switch pick(0...10) {
    case 0...1: return .mapped(near(&generator))
    case 10: return .inTransaction(near(&generator))
    case 2: return .distinct(near(&generator))
    case 3: return .both(near(&generator), near(&generator))
    case 4: return .all(some(1...3, &generator))
    case 5...7: return .computed(some(1...5, &generator))
    default: return .flat(near(&generator), some(1...3, &generator))
    }
  }

  private mutating func act(depth: Int = 0) -> GraphScript.Act {
    switch pick(0...11) {
    case 0...3: return set()
    case 4: return .read(property())
    case 5...6 where depth < 3: return .transaction((0..<pick(1...4)).map { _ in act(depth: depth + 1) })
    case 7...9:
      names += 1
      let name = names
      return .observe(property(), name: name, isSignal: chance(1, of: 4), reaction(depth: depth))
    case 10 where names > 0: return .dispose(name: pick(1...names))
    default: return set()
    }
  }

  private mutating func reaction(depth: Int) -> GraphScript.Reaction? {
    guard reactions > 0, depth < 3, chance(1, of: 3) else { return nil }
    reactions -= 1
    return GraphScript.Reaction(
      count: pick(1...3), acts: (0..<pick(1...3)).map { _ in act(depth: depth + 1) })
  }

  private mutating func set() -> GraphScript.Act {
    let stored = properties.indices.filter { properties[$0].isStored }
    return .set(stored[pick(0...stored.count - 1)], value())
  }

  private mutating func property() -> Int { pick(0...properties.count - 1) }

  private mutating func value() -> Int { pick(0...4) }

  private mutating func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  private mutating func chance(_ count: Int, of all: Int) -> Bool { pick(1...all) <= count }
}
