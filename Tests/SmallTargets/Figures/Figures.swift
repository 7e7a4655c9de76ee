import Signals

/// Prints what an event costs, natively and in WebAssembly: the least of several rounds.
private func measureAll() {
  let (plain, sendPlain) = Signal<Int, Never>.pipe()
  let sum = Sum()
  plain.observeValues { sum.add($0) }
  measure("send to one observer") { for number in 0..<$0 { sendPlain.send(number) } }

  let (numbers, send) = Signal<Int, Never>.pipe()
  numbers.map { $0 &* 3 }.filter { $0 & 1 == 0 }.observeValues { sum.add($0) }
  measure("send through map and filter") { for number in 0..<$0 { send.send(number) } }

  measure("a producer through map, filter and scan") { count in
    SignalProducer<Int, Never>(0..<count).map { $0 &* 3 }.filter { $0 & 1 == 0 }.scan(0, { $0 &+ $1 })
      .startWithValues { sum.add($0) }
  }

  let side = MutableProperty(0)
  let (double, triple) = (side.map { $0 &* 2 }, side.map { $0 &* 3 })
  Property { double.value &+ triple.value }.producer.startWithValues { sum.add($0) }
  measure("set a property below a diamond") { for number in 1...$0 { side.value = number } }

  measure("flatMap(.latest) to one value") { count in
    SignalProducer<Int, Never>(0..<count).flatMap(.latest) { SignalProducer<Int, Never>(value: $0 &+ 1) }
      .startWithValues { sum.add($0) }
  }
  // What is not used would not be computed.
  if sum.total == 1 { print("") }
}

/// Sendable because this program has one thread.
private final class Sum: @unchecked Sendable {
  private(set) var total = 0
  func add(_ number: Int) { total &+= number }
}

private func measure(_ what: StaticString, _ events: (Int) -> Void) {
  let count = 100_000
  var least = UInt64.max
  for _ in 0..<20 {
    let start = nanoseconds()
    events(count)
    least = min(least, nanoseconds() - start)
  }
  let tenths = Int(least) * 10 / count
  print("\(what): \(tenths / 10).\(tenths % 10) ns")
}

#if hasFeature(Embedded)

  @_extern(c, "nanoseconds") private func nanoseconds() -> UInt64

  @_cdecl("main") public func start() -> Int32 {
    measureAll()
    return 0
  }

#else

  private let clock = ContinuousClock()
  private let begin = clock.now
  private func nanoseconds() -> UInt64 { UInt64(begin.duration(to: clock.now) / .nanoseconds(1)) }

  @main struct Figures {
    static func main() { measureAll() }
  }

#endif
