import Signals

// The shapes of StateShapes.swift with `map` and `combineLatest`: what a node reads is known before it is computed.

func avoidableByMap() -> StateRun {
  let (head, tally) = (MutableProperty(0), Tally())
  let costly = head.map { $0 }.map { _ in 0 }.map { value in
    tally.add(1)
    return value &+ 1
  }
  let last = costly.map { $0 &+ 2 }.map { $0 &+ 3 }
  last.producer.startWithValues { tally.add($0) }
  return sets(of: head, tally) { [last.value] }
}

func broadByMap() -> StateRun {
  let (head, tally) = (MutableProperty(0), Tally())
  for index in 0..<stateWidth {
    head.map { $0 &+ index }.map { $0 &+ 1 }.producer.startWithValues { tally.add($0) }
  }
  return sets(of: head, tally)
}

func deepByMap() -> StateRun {
  let (head, tally) = (MutableProperty(0), Tally())
  var last = head.map { $0 &+ 1 }
  for _ in 1..<stateWidth { last = last.map { $0 &+ 1 } }
  last.producer.startWithValues { tally.add($0) }
  return sets(of: head, tally)
}

func diamondByMap() -> StateRun {
  let (head, tally) = (MutableProperty(0), Tally())
  let branches = (0..<5).map { _ in head.map { $0 &+ 1 } }
  Property.combineLatest(branches[0], branches[1], branches[2], branches[3], branches[4])
    .map { $0.0 &+ $0.1 &+ $0.2 &+ $0.3 &+ $0.4 }
    .producer.startWithValues { tally.add($0) }
  return sets(of: head, tally)
}

func triangleByMap() -> StateRun {
  let (head, tally) = (MutableProperty(0), Tally())
  var chain = [head.readOnly]
  while chain.count < 10 { chain.append(chain[chain.count - 1].map { $0 &+ 1 }) }
  Property.combineLatest(chain).map { $0.reduce(0, &+) }.producer.startWithValues { tally.add($0) }
  return sets(of: head, tally)
}
