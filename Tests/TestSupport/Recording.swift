import Dispatch
import Signals

/// Live subscriptions are recorded while a test needs them: recording would only slow down other tests.
///
/// Other tests start much at the same time: a test that records stands in a file of its own, or in a serial suite
/// that has its file to itself, and looks at the lines of that file.
package enum Recording {
  private static let values = DispatchSemaphore(value: 1)

  package static func begin() { LiveSubscriptions.beginUse() }

  package static func end() { LiveSubscriptions.endUse() }

  /// Where `file` has started what is live, oldest first.
  package static func lines(of file: String) -> [UInt] {
    LiveSubscriptions.all.filter { $0.fileID == file }.map(\.line)
  }

  /// Runs a test that changes whether values are kept, while no other one does.
  package static func decidingAboutValues<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure)
  {
    values.wait()
    defer { values.signal() }
    try body()
  }
}
