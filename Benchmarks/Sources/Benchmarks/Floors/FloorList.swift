/// What adding and removing observers costs at least: entries threaded through themselves, linked and
/// unlinked under the gate.
final class FloorList {
  final class Entry {
    let action: Step
    @exclusivity(unchecked) fileprivate var next: Unmanaged<Entry>?
    @exclusivity(unchecked) fileprivate var previous: Unmanaged<Entry>?

    init(_ action: @escaping Step) { self.action = action }
  }

  private let gate = FloorGate()
  @exclusivity(unchecked) private var first: Unmanaged<Entry>?
  @exclusivity(unchecked) private var last: Unmanaged<Entry>?

  deinit {
    while let entry = first?.takeRetainedValue() { first = entry.next }
  }

  @inline(never) func append(_ action: @escaping Step) -> Entry {
    let entry = Entry(action)
    gate.run {
      let reference = Unmanaged.passRetained(entry)
      entry.previous = last
      if let last { last._withUnsafeGuaranteedRef { $0.next = reference } } else { first = reference }
      last = reference
    }
    return entry
  }

  @inline(never) func remove(_ entry: Entry) {
    gate.run {
      let (previous, next) = (entry.previous, entry.next)
      if let previous { previous._withUnsafeGuaranteedRef { $0.next = next } } else { first = next }
      if let next { next._withUnsafeGuaranteedRef { $0.previous = previous } } else { last = previous }
      Unmanaged.passUnretained(entry).release()
    }
  }

  @inline(__always) func send(_ value: Int) {
    gate.run {
      var entry = first
      while let current = entry {
        current._withUnsafeGuaranteedRef { $0.action(value) }
        entry = current._withUnsafeGuaranteedRef { $0.next }
      }
    }
  }
}
