import Signals
import Synchronization

/// Live subscriptions are recorded while somebody needs it: tests that do not would only be slower.
package enum Recording {
  private static let users = Mutex(0)

  package static func begin() {
    users.withLock {
      $0 += 1
      LiveSubscriptions.areRecorded = true
    }
  }

  package static func end() {
    users.withLock {
      $0 -= 1
      LiveSubscriptions.areRecorded = $0 > 0
    }
  }
}
