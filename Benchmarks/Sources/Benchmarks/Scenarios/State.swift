import Signals
import Synchronization

extension Scenario {
  /// Properties: one observed value, a diamond, and the two graphs that libraries of this kind are compared by.
  static let state = [
    timed("S12.set", "set, 1 observer") {
      let sink = Sink()
      let property = MutableProperty(0)
      property.producer.startWithValues { sink.add($0) }
      let floor = FloorState { sink.add($0) }
      return Workload(
        events: 1_000_000,
        body: { for value in 1...$0 { property.value = value } },
        floor: { for value in 1...$0 { floor.set(value) } })
    },
    timed("S12.read", "read") {
      let sink = Sink()
      let property = MutableProperty(1)
      let floor = FloorState { sink.add($0) }
      return Workload(
        events: 1_000_000,
        body: { for _ in 0..<$0 { sink.add(property.value) } },
        floor: { for _ in 0..<$0 { sink.add(floor.read()) } })
    },
    timed("S13", "diamond, per change") {
      let audit = DiamondAudit()
      let a = MutableProperty(0)
      let (b, c) = (a.map { $0 + 1 }, a.map { $0 * 2 })
      b.combineLatest(with: c).producer.startWithValues { audit.hear($0.0, $0.1) }
      let sink = Sink()
      let (left, right) = (FloorDerived({ $0 + 1 }, { _ in }), FloorDerived({ $0 * 2 }, { _ in }))
      return Workload(
        events: 100_000,
        body: {
          a.value = -1
          audit.begin(changes: $0)
          for value in 0..<$0 { a.value = value }
        },
        floor: { for value in 0..<$0 { sink.add(left.update(value) + right.update(value)) } },
        faults: { audit.faults })
    },
    // Touched nodes are the 1,000 derived values and their 1,000 observers.
    timed("wide", "wide graph, per node") {
      let sink = Sink()
      let source = MutableProperty(0)
      for index in 0..<width {
        source.map { $0 &+ index }.producer.startWithValues { sink.add($0) }
      }
      let floor = (0..<width).map { index in FloorDerived({ $0 &+ index }, { sink.add($0) }) }
      return Workload(
        events: 2_000 * width,
        body: { for value in 1...($0 / width / 2) { source.value = value } },
        floor: { for value in 1...($0 / width / 2) { for node in floor { _ = node.update(value) } } })
    },
    timed("deep", "deep graph, per node") {
      let sink = Sink()
      let source = MutableProperty(0)
      var last = source.map { $0 &+ 1 }
      for _ in 1..<width { last = last.map { $0 &+ 1 } }
      last.producer.startWithValues { sink.add($0) }
      let floor = (0..<width).map { _ in FloorDerived({ $0 &+ 1 }, { _ in }) }
      return Workload(
        events: 1_000 * width,
        body: { for value in 1...($0 / width) { source.value = value } },
        floor: {
          for value in 1...($0 / width) { sink.add(floor.reduce(value) { $1.update($0) }) }
        })
    },
  ]

  private static let width = 1000
}

/// Counts on one thread.
private final class Counter: Sendable {
  private let count = Atomic<Int>(0)

  var value: Int {
    get { count.load(ordering: .relaxed) }
    set { count.store(newValue, ordering: .relaxed) }
  }
}

/// What the observer of a diamond hears: one value per change, and only pairs that belong together.
private final class DiamondAudit: Sendable {
  private let heard = Counter()
  private let glitches = Counter()
  private let expected = Counter()

  func begin(changes: Int) {
    heard.value = 0
    expected.value = changes
  }

  func hear(_ b: Int, _ c: Int) {
    heard.value += 1
    if (b - 1) * 2 != c { glitches.value += 1 }
  }

  var faults: [String] {
    var faults: [String] = []
    if heard.value != expected.value {
      faults.append("\(heard.value) emissions for \(expected.value) changes")
    }
    if glitches.value != 0 { faults.append("\(glitches.value) glitches") }
    return faults
  }
}
