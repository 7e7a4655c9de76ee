/// Waits until something is so, and says whether it came to that in time.
package func eventually(within limit: Duration = .seconds(20), _ condition: () -> Bool) async throws -> Bool {
  let clock = ContinuousClock()
  let deadline = clock.now + limit
  while !condition() {
    if clock.now > deadline { return false }
    try await Task.sleep(for: .milliseconds(2))
  }
  return true
}
