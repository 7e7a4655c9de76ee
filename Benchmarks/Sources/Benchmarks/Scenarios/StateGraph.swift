import Signals

/// A graph of values: the library's, or the one written by hand. Each shape is described once for both.
protocol StateGraph: SendableMetatype {
  associatedtype Source: StateSource
  associatedtype Computed: StateValue
  associatedtype Observation

  static func source(_ initial: Int) -> Source
  static func computed(_ compute: @escaping @Sendable () -> Int) -> Computed
  /// Calls `action` with the value, and then with each other one, until the observation is ended.
  static func observe(_ computed: Computed, _ action: @escaping @Sendable (Int) -> Void) -> Observation
  static func end(_ observation: Observation)
  static func transaction(_ body: () -> Void)
}

protocol StateValue: Sendable {
  associatedtype Row: StateRow

  var value: Int { get }
  static func row(_ values: [Self]) -> Row
}

protocol StateSource: StateValue {
  func set(_ new: Int)
}

/// Several values that one computation reads.
protocol StateRow: Sendable {
  var count: Int { get }
  func value(at index: Int) -> Int
}

extension StateRow {
  @inline(__always) func sum() -> Int {
    var sum = 0
    for index in 0..<count { sum &+= value(at: index) }
    return sum
  }
}

// MARK: The library

/// Properties, computed ones by closures that find out what they read.
enum Properties: StateGraph {
  @inline(__always) static func source(_ initial: Int) -> MutableProperty<Int> { MutableProperty(initial) }

  @inline(__always) static func computed(_ compute: @escaping @Sendable () -> Int) -> Property<Int> {
    Property(computing: compute)
  }

  @inline(__always)
  static func observe(_ computed: Property<Int>, _ action: @escaping @Sendable (Int) -> Void)
    -> any Disposable
  {
    computed.producer.startWithValues(action)
  }

  static func end(_ observation: any Disposable) { observation.dispose() }

  @inline(__always) static func transaction(_ body: () -> Void) { Signals.transaction(body) }
}

extension MutableProperty: StateValue, StateSource where Value == Int {
  static func row(_ values: [MutableProperty]) -> ArrayRow<MutableProperty> { ArrayRow(all: values) }

  @inline(__always) func set(_ new: Int) { value = new }
}

extension Property: StateValue where Value == Int {
  static func row(_ values: [Property]) -> ArrayRow<Property> { ArrayRow(all: values) }
}

struct ArrayRow<Element: StateValue>: StateRow {
  let all: [Element]

  var count: Int { all.count }
  @inline(__always) func value(at index: Int) -> Int { all[index].value }
}

// MARK: By hand

enum Floor: StateGraph {
  @inline(__always) static func source(_ initial: Int) -> FloorSource { FloorSource(initial) }

  @inline(__always) static func computed(_ compute: @escaping @Sendable () -> Int) -> FloorComputed {
    FloorComputed(compute)
  }

  @inline(__always)
  static func observe(_ computed: FloorComputed, _ action: @escaping @Sendable (Int) -> Void) -> FloorObserver
  {
    FloorObserver(computed, action)
  }

  static func end(_ observation: FloorObserver) { observation.end() }

  @inline(__always) static func transaction(_ body: () -> Void) { FloorGraph.batch(body) }
}

/// With ordinary classes.
enum Counted: StateGraph {
  static func source(_ initial: Int) -> CountedSource { CountedSource(initial) }

  static func computed(_ compute: @escaping @Sendable () -> Int) -> CountedComputed {
    CountedComputed(compute)
  }

  static func observe(_ computed: CountedComputed, _ action: @escaping @Sendable (Int) -> Void)
    -> CountedObserver
  {
    CountedObserver(computed, action)
  }

  static func end(_ observation: CountedObserver) { observation.end() }

  static func transaction(_ body: () -> Void) { CountedGraph.batch(body) }
}

extension CountedSource: StateSource {
  static func row(_ values: [CountedSource]) -> ArrayRow<CountedSource> { ArrayRow(all: values) }
}

extension CountedComputed: StateValue {
  static func row(_ values: [CountedComputed]) -> ArrayRow<CountedComputed> { ArrayRow(all: values) }
}

extension FloorSource: StateSource {
  static func row(_ values: [FloorSource]) -> FloorRow { FloorRow(values) }
}

extension FloorComputed: StateValue {
  static func row(_ values: [FloorComputed]) -> FloorRow { FloorRow(values) }
}

/// Nodes in a row, read without a retain.
final class FloorRow: StateRow, @unchecked Sendable {
  private let nodes: UnsafeMutableBufferPointer<Unmanaged<FloorNode>>

  init(_ nodes: [FloorNode]) {
    self.nodes = .allocate(capacity: nodes.count)
    _ = self.nodes.initialize(from: nodes.map(Unmanaged.passRetained))
  }

  deinit {
    for node in nodes { node.release() }
    nodes.deallocate()
  }

  var count: Int { nodes.count }
  @inline(__always) func value(at index: Int) -> Int { nodes[index]._withUnsafeGuaranteedRef { $0.value } }
}
