import Signals
import SignalsTesting

/// Runs the checks, and random pipelines against the reference model. Returns how many failed.
@_cdecl("check") public func check(_ pipelines: Int32, _ depth: Int32) -> Int32 {
  var checks = Checks()
  checks.checkAll(depth: Int(depth))
  #if SIGNALS_USES
    checks.checkUses()
  #endif
  for what in checks.failed { print("failed: \(what)") }
  print("\(checks.count) checks, \(checks.failed.count) failed")
  let failed = failedPipelines(Int(pipelines))
  return Int32(checks.failed.count + failed)
}

/// The pipelines that the tests try natively: ModelTests shows each of them as code.
private func failedPipelines(_ count: Int) -> Int {
  let seed: UInt64 = 2026
  var failed = 0
  for number in 0..<count {
    var lottery = CaseGenerator(seed: seed, number: number)
    guard let mismatch = lottery.modelCase().mismatch() else { continue }
    failed += 1
    if failed > 3 { continue }
    print("failed: pipeline \(number) of seed \(seed)")
    for complaint in mismatch.complaints { print("  \(complaint)") }
  }
  print("\(count) pipelines, \(failed) failed")
  return failed
}
