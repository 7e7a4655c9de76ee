/// What a scenario may cost; what has no limit is left out. Where nothing has, being correct is what counts.
struct Target: Sendable {
  /// How many times its floor.
  var ratio: Double?
  /// Nanoseconds or bytes.
  var value: Double?
  /// Blocks taken from the heap, per event.
  var allocations: Double?
}

extension Target {
  static let all: [String: Target] = [
    "S1": Target(ratio: 1.5, allocations: 0),
    "S1f": Target(ratio: 1.2, allocations: 0),
    "S2": Target(ratio: 1.5, allocations: 0),
    "S3.0": Target(ratio: 1.3, allocations: 0),
    "S3.1": Target(ratio: 1.5, allocations: 0),
    "S3.1000": Target(ratio: 1.5, allocations: 0),
    "S4": Target(ratio: 2, allocations: 0),
    "S5": Target(ratio: 5, allocations: 0),
    "S6": Target(value: 300),
    "S7.2": Target(value: 35, allocations: 0),
    "S7.4": Target(value: 45, allocations: 0),
    "S8.0": Target(value: 120),
    "S8.10000": Target(value: 120),
    "S9": Target(ratio: 2, allocations: 25),
    "S10": Target(value: 100),
    "S11": Target(ratio: 1.5),
    "S12.set": Target(ratio: 1.2, allocations: 0),
    "S12.read": Target(ratio: 1, allocations: 0),
    "S13": Target(),
    "wide": Target(value: 30),
    "deep": Target(value: 30),
    "S16.pull": Target(ratio: 1),
    "S16.push": Target(ratio: 1),
    "S17": Target(value: 1000),
    "B3.async": Target(value: 50_000_000),
    "B3.pull": Target(value: 50_000_000),
    "B3.push": Target(value: 50_000_000),
    "S18.p.avg": Target(),
    "S18.p.p99": Target(),
    "S18.p.max": Target(value: 200_000_000),
    "S18.p.mem": Target(value: 50_000_000),
    "S18.v.avg": Target(),
    "S18.v.p99": Target(),
    "S18.v.max": Target(value: 200_000_000),
    "S18.v.mem": Target(value: 50_000_000),
    "S14.pipe": Target(value: 160),
    "S14.map": Target(value: 400),
    "S15.cat": Target(),
    "S15.nest": Target(),
    "S15.rep": Target(),
    "S15.try": Target(),
    "S1.ssk": Target(ratio: 2.5, allocations: 0),
    "S2.ssk": Target(ratio: 2.5, allocations: 0),
    "S3.ssk.0": Target(ratio: 2.5, allocations: 0),
    "S3.ssk.1": Target(ratio: 2.5, allocations: 0),
    "S3.ssk.1k": Target(ratio: 2.5, allocations: 0),
    "S4.ssk": Target(ratio: 2.5, allocations: 0),
  ]
}
