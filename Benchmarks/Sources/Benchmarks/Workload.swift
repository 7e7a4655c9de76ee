/// The same work twice: through the library, and by hand.
struct Workload {
  /// How many events one round has. The bodies get it as an argument, so that no loop is unrolled or
  /// computed in advance.
  var events: Int
  var clock = Stopwatch.processTime
  let body: (_ events: Int) -> Void
  let floor: (_ events: Int) -> Void
  /// Asked after each round of `body`: what was wrong with it?
  var faults: () -> [String] = { [] }
}

extension Workload {
  private static let warmUps = 2
  private static let rounds = 7

  /// The medians of seven rounds. Rounds of both kinds take turns, so that a machine that slows down
  /// slows down both.
  func measure() -> Measurement {
    var (values, floors, complaints) = ([Double](), [Double](), [String]())
    for round in 0..<(Self.warmUps + Self.rounds) {
      let value = clock.nanoseconds { body(events) } / Double(events)
      complaints += faults()
      let floor = clock.nanoseconds { self.floor(events) } / Double(events)
      if round >= Self.warmUps {
        values.append(value)
        floors.append(floor)
      }
    }
    return Measurement(
      value: median(values), floor: median(floors), allocations: allocationsPerEvent(), faults: complaints)
  }

  /// What twice as many events allocate more: building and starting cancel out.
  func allocationsPerEvent() -> Double? {
    guard let once = countAllocations({ body(events) }) else { return nil }
    guard let twice = countAllocations({ body(2 * events) }) else { return nil }
    return max(0, Double(twice.blocks - once.blocks) / Double(events))
  }
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
