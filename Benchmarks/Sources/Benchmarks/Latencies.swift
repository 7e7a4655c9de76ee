/// How long calls took: how many there were of each length.
///
/// Lengths are told apart by 1 part in 32, which is enough to say what 99.99 of 100 stay below, and each costs one
/// addition.
struct Latencies {
  private var counts = [Int](repeating: 0, count: 64 * 32)
  private(set) var count = 0
  private(set) var worst = 0

  @inline(__always) mutating func add(nanoseconds: Int) {
    counts[Self.bucket(nanoseconds)] += 1
    count += 1
    if nanoseconds > worst { worst = nanoseconds }
  }

  mutating func add(_ other: Latencies) {
    for index in counts.indices { counts[index] += other.counts[index] }
    count += other.count
    worst = max(worst, other.worst)
  }

  /// What this share of the calls stays below.
  func percentile(_ share: Double) -> Double {
    var left = Int(Double(count) * (1 - share))
    for index in counts.indices.reversed() where counts[index] > 0 {
      left -= counts[index]
      if left < 0 { return Double(min(worst, Self.upperBound(index))) }
    }
    return 0
  }

  /// Below 32 each length has a bucket; above, each power of two has 32.
  private static func bucket(_ length: Int) -> Int {
    if length < 32 { return max(0, length) }
    let shift = Int.bitWidth - 6 - length.leadingZeroBitCount
    return (shift + 1) * 32 + (length >> shift) - 32
  }

  private static func upperBound(_ bucket: Int) -> Int {
    if bucket < 32 { return bucket }
    return (bucket % 32 + 33) << (bucket / 32 - 1) - 1
  }
}
