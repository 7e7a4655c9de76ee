import Board
import Signals

/// Prints how much of the heap each kind of subscription takes: bytes, with the headers of the heap, and blocks. One
/// of each is made before, so that what is made once for all is not counted.
@main struct Memory {
  static func main() {
    let (numbers, input) = Signal<Int32, Never>.pipe()
    let property = MutableProperty<Int32>(1)
    measure("a pipe") { Signal<Int32, Never>.pipe() }
    measure("an observer of a pipe") { numbers.observeValues { _ in } }
    measure("map, filter and an observer") {
      numbers.map { $0 &* 2 }.filter { $0 > 3 }.observeValues { _ in }
    }
    measure("a started producer with map") {
      numbers.producer.map { $0 &+ 1 }.startWithValues { _ in }
    }
    measure("flatMap(.latest), started") {
      numbers.producer.flatMap(.latest) { SignalProducer<Int32, Never>(value: $0) }.startWithValues { _ in }
    }
    measure("zip of two, started") {
      numbers.producer.zip(with: numbers).startWithValues { _ in }
    }
    measure("debounce, started") {
      numbers.producer.debounce(for: .milliseconds(20), on: loop).startWithValues { _ in }
    }
    measure("a property") { MutableProperty<Int32>(1) }
    measure("map of a property, not observed") { property.map { $0 &+ 1 } }
    measure("an observer of a property") { property.producer.startWithValues { _ in } }
    measure("a computed property, read once") {
      let computed = Property { property.value &+ 1 }
      _ = computed.value
      return computed
    }
    input.send(1)
  }

  private static let loop = LoopScheduler()

  /// What is made once is not counted, and so it is with the variable that keeps what is made.
  private static func measure<Made>(_ what: StaticString, _ make: () -> Made) {
    let count: UInt = 32
    var made: [Made] = []
    made.reserveCapacity(Int(count) + 1)
    made.append(make())
    let (bytes, blocks) = (board_heap_bytes(), board_heap_blocks())
    for _ in 0..<count { made.append(make()) }
    let (used, pieces) = (board_heap_bytes() - bytes, board_heap_blocks() - blocks)
    print("\(what): \(used / count) bytes in \(pieces / count) blocks")
    withExtendedLifetime(made) {}
  }
}
