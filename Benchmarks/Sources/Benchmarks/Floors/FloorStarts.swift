/// Work that can be started any number of times: it sends values, and then calls what follows its end.
typealias FloorWork = (_ next: @escaping Step, _ end: @escaping () -> Void) -> Void

@inline(never)
func failingAtOnce(_ next: @escaping Step, _ end: @escaping () -> Void) { end() }

/// What attempts cost at least: one closure that each of them calls at its end, and a loop instead of recursion.
@inline(never)
func floorRetry(_ count: Int, _ attempt: @escaping FloorWork) -> FloorWork {
  { next, end in
    let left = Sum()
    left.value = count
    let failed = { left.value &-= 1 }
    while left.value >= 0 { attempt(next, failed) }
    end()
  }
}

/// What it costs at least that other work takes the place of the first: a closure at its end.
@inline(never)
func floorCatch(_ first: @escaping FloorWork, _ second: @escaping FloorWork) -> FloorWork {
  { next, end in first(next) { second(next, end) } }
}

/// What sharing costs at least: a list of observers, and an entry in that of the source as long as there is one.
final class FloorShare {
  let source: FloorList
  private let observers = FloorList()
  private var count = 0
  private var run: FloorList.Entry?

  init(_ source: FloorList) { self.source = source }

  @inline(never) func start(_ action: @escaping Step) -> FloorList.Entry {
    count += 1
    let entry = observers.append(action)
    if count == 1 { run = source.append { [unowned self] in observers.send($0) } }
    return entry
  }

  @inline(never) func leave(_ entry: FloorList.Entry) {
    observers.remove(entry)
    count -= 1
    if count == 0, let run { source.remove(run) }
  }
}

/// What chunks cost at least: an array that grows in place and is handed over.
@inline(never)
func floorChunks(_ count: Int, _ next: @escaping ([Int]) -> Void) -> Step {
  let gathered = FloorChunk()
  return { value in
    gathered.values.append(value)
    if gathered.values.count < count { return }
    next(gathered.values)
    gathered.values = []
  }
}

private final class FloorChunk {
  @exclusivity(unchecked) var values: [Int] = []
}
