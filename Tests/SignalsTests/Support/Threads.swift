import Foundation

/// Runs `body` on several threads at once, with their index, and waits for all of them.
func onThreads(_ count: Int, stackSize: Int? = nil, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  let begin = DispatchSemaphore(value: 0)
  for index in 0..<count {
    group.enter()
    let thread = Thread {
      begin.wait()
      body(index)
      group.leave()
    }
    if let stackSize { thread.stackSize = stackSize }
    thread.start()
  }
  for _ in 0..<count { begin.signal() }
  group.wait()
}

/// Runs `body` on a thread whose stack is too small for recursion over many values (contract P8).
func onSmallStack(_ body: @escaping @Sendable () -> Void) {
  onThreads(1, stackSize: 512 * 1024) { _ in body() }
}
