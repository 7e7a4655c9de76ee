import CAllocations

/// What some work took from the heap; nothing where the system cannot tell.
func countAllocations(_ work: () -> Void) -> (blocks: Int, liveBytes: Int)? {
  guard allocations_can_be_counted() else { return nil }
  allocations_begin()
  work()
  let count = allocations_end()
  return (count.blocks, count.live_bytes)
}
