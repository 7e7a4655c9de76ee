/// Subscriptions that are kept, through the library and by hand.
struct Holding {
  let count: Int
  /// Makes one subscription and returns what keeps it. Called with `count` first, and then with 0 to `count - 1`.
  let subscribe: (_ index: Int) -> Any
  let floor: (_ index: Int) -> Any
}

extension Holding {
  /// The live bytes and blocks of one subscription.
  func measure() -> Measurement {
    let (held, floor) = (live(subscribe), live(floor))
    return Measurement(
      unit: .bytes, value: held.bytes, floor: floor.bytes, allocations: held.blocks,
      faults: held.bytes.isNaN ? ["this system cannot count allocations"] : [])
  }

  private func live(_ subscribe: (Int) -> Any) -> (bytes: Double, blocks: Double) {
    var kept: [Any] = []
    kept.reserveCapacity(count + 1)
    // With the first one something is made that all have in common.
    kept.append(subscribe(count))
    let taken = countAllocations { for index in 0..<count { kept.append(subscribe(index)) } }
    return withExtendedLifetime(kept) {
      guard let taken else { return (.nan, .nan) }
      return (Double(taken.liveBytes) / Double(count), Double(taken.blocks) / Double(count))
    }
  }
}
