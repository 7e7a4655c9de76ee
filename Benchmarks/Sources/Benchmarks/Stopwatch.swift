import Foundation

/// Which time counts.
enum Stopwatch {
  /// What the processor worked for this process; other programs do not disturb it much.
  case processTime
  /// What passed on the wall: for work on several threads.
  case wallTime

  func nanoseconds(_ work: () -> Void) -> Double {
    let start = now
    work()
    return now - start
  }

  /// On the wall.
  static func now() -> Double { wallTime.now }

  private var now: Double {
    var time = timespec()
    clock_gettime(self == .processTime ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
