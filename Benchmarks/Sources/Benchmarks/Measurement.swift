/// What a scenario and its floor cost.
struct Measurement {
  enum Unit { case nanoseconds, bytes }

  var unit = Unit.nanoseconds
  /// Per event; in bytes, per subscription.
  var value: Double
  var floor: Double
  /// Blocks taken from the heap per event; nothing where the system cannot tell.
  var allocations: Double?
  /// What went wrong while measuring.
  var faults: [String] = []

  var ratio: Double { value / floor }
}

extension Measurement {
  /// Whether everything was correct and within the limits.
  func meets(_ target: Target) -> Bool {
    faults.isEmpty
      && ratio <= target.ratio ?? .infinity
      && value <= target.value ?? .infinity
      && allocations ?? 0 <= target.allocations ?? .infinity
  }
}
