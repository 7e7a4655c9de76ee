/// What a value that can be set, read and observed costs at least: a store under an atomic lock if the value is
/// another one, and a gate around the observers, each of which has a gate of its own, because its first value
/// may be on the way to it, and sees whether the value is news.
final class FloorState: @unchecked Sendable {
  private let lock = FloorGate()
  private var value = 0
  private var version = 0
  private let observers: FloorPipe

  init(_ action: @escaping Step) {
    var seen = 0
    let entry = FloorEntry(
      FloorGate.guarding { version in
        guard version > seen else { return }
        seen = version
        action(version)
      })
    observers = FloorPipe([entry])
  }

  @inline(__always) func set(_ new: Int) {
    var isChange = false
    lock.run {
      if value != new {
        value = new
        version += 1
        isChange = true
      }
    }
    if isChange { observers.send(version) }
  }

  @inline(__always) func read() -> Int {
    var now = 0
    lock.run { now = value }
    return now
  }
}

/// A derived value by hand: a closure, the last result, and an observer who hears of another one.
final class FloorDerived {
  let compute: (Int) -> Int
  let action: Step
  var value = 0

  init(_ compute: @escaping (Int) -> Int, _ action: @escaping Step) {
    self.compute = compute
    self.action = action
  }

  @inline(__always) func update(_ source: Int) -> Int {
    let new = compute(source)
    if new != value {
      value = new
      action(new)
    }
    return new
  }
}
