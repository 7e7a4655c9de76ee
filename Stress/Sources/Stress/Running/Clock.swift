import Foundation

/// Nanoseconds of a clock that is never set back.
func nanoseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// Says which thread calls, among those that are alive.
func currentThread() -> UInt { UInt(bitPattern: ObjectIdentifier(Thread.current)) }

/// Keeps the calling thread busy for a while, as a slow observer does.
func work(microseconds: Int) {
  let end = nanoseconds() + microseconds * 1000
  while nanoseconds() < end {}
}
