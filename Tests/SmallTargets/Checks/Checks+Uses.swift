import Signals

// The program of a small target is one module, which has those files too.
#if !hasFeature(Embedded)
  import EmbeddedUse
#endif

extension Checks {
  /// Every operator is called. What comes is what came natively when this was written.
  public mutating func checkUses() {
    expect(useProducers, Trace(count: 932, sum: 206_734_546), "operators of producers")
    expect(useSignals, Trace(count: 10, sum: 1_743_090_819), "operators of signals")
    expect(useSharing, Trace(count: 66, sum: 476_531_548), "what shares a run")
    expect(useFutures, Trace(count: 45, sum: 1_623_765_863), "futures")
    expect(useLatestValues, Trace(count: 7, sum: 888_489_735), "latest values")
    expect(useState, Trace(count: 19, sum: 2_370_454_421), "properties")
    expect(useFlagsAndHistory, Trace(count: 6, sum: 29_582_466), "properties of Bool, and with history")
    expect(useTargets, Trace(count: 7, sum: 1_834_172_289), "bindings")
    expect(useActions, Trace(count: 9, sum: 4_263_751_476), "actions")
  }
}

extension Checks {
  private mutating func expect(
    _ use: (@escaping @Sendable (Int) -> Void) -> Void, _ expected: Trace, _ what: StaticString
  ) {
    let trace = Guarded(Trace())
    use { number in trace.withLock { $0.add(number) } }
    let reported = trace.withLock { $0 }
    if reported != expected { print("\(what): \(reported.count) reports, \(reported.sum)") }
    expect(reported == expected, what)
  }
}

/// Numbers that were reported, in one number that shows their order too.
struct Trace: Equatable {
  var count = 0
  var sum: UInt32 = 0

  mutating func add(_ number: Int) {
    count += 1
    sum = sum &* 31 &+ UInt32(truncatingIfNeeded: number)
  }
}
