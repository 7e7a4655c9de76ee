/// Waits until a condition holds, and returns whether it held in time.
///
/// On a busy machine the time may be over before the first check: so the condition is checked many times in any case.
package func eventually(
  within limit: Duration = .seconds(60), isolation: isolated (any Actor)? = #isolation,
  _ condition: () async throws -> Bool
) async throws -> Bool {
  let clock = ContinuousClock()
  let deadline = clock.now + limit
  var looks = 0
  while try await !condition() {
    looks += 1
    if clock.now > deadline, looks > 500 { return false }
    try await Task.sleep(for: .milliseconds(2))
  }
  return true
}
