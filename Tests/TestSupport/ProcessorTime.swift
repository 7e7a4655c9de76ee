import Foundation

/// How long the processor works for `body` on the calling thread. How busy the machine is hardly changes that.
package func processorTimeOfThread(_ body: () -> Void) -> Duration {
  let begin = now()
  body()
  return now() - begin
}

private func now() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
