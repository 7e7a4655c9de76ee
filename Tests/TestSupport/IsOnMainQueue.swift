import Dispatch

/// Whether the caller is where the main actor is. On Linux that need not be the main thread.
package func isOnMainQueue() -> Bool { DispatchQueue.getSpecific(key: mainQueueMark) == true }

private let mainQueueMark: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()
