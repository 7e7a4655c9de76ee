import Signals

/// Live subscriptions are recorded while a test needs them: recording would only slow down other tests.
///
/// Other tests start much at the same time: a test that records stands in a file of its own, or in a serial suite
/// that has its file to itself, and looks at the lines of that file.
package enum Recording {
  private static let users = Guarded(0)

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

  /// Where `file` has started what is live, oldest first.
  package static func lines(of file: String) -> [UInt] {
    LiveSubscriptions.all.filter { $0.fileID == file }.map(\.line)
  }
}
