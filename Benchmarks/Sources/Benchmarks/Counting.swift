import CCounting

extension Workload {
  /// Runs the body where a profiler counts, after it has run once elsewhere, and prints how many events that were and
  /// how many blocks from the heap each of them took.
  ///
  /// A part of the events is enough: what is counted does not vary as times do.
  func runCounted() {
    var part = self
    part.events = max(1_000, events / 20)
    part.body(part.events)
    let blocks = part.allocationsPerEvent() ?? 0
    withUnsafePointer(to: part) { workload in
      run_counted(
        { context in
          let workload = context!.assumingMemoryBound(to: Workload.self).pointee
          workload.body(workload.events)
        }, UnsafeMutableRawPointer(mutating: workload))
    }
    print(part.events, blocks)
  }
}
