/// Waits until something is so, and says whether it came to that in time.
///
/// On a busy machine the time may be over before anybody has looked: so it looks many times in any case.
package func eventually(within limit: Duration = .seconds(60), _ condition: () -> Bool) async throws -> Bool {
  let clock = ContinuousClock()
  let deadline = clock.now + limit
  var looks = 0
  while !condition() {
    looks += 1
    if clock.now > deadline, looks > 500 { return false }
    try await Task.sleep(for: .milliseconds(2))
  }
  return true
}
