import Foundation

extension Step {
  /// Waits for what happens on another thread. If it does not, the checks say what is missing.
  func wait(for condition: () -> Bool) {
    let deadline = ContinuousClock.now + .seconds(120)
    while !condition(), ContinuousClock.now < deadline { usleep(1_000) }
  }
}
