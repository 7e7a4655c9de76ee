import Signals
import SignalsFoundation
import TestSupport
import Testing

/// Waits until the thread that waits for all descriptors has looked at each of them a few times more: what it had to report
/// of the others by then is reported.
func untilDescriptorsAreLookedAt() async throws {
  for _ in 0..<3 {
    let (channel, arrived) = (try Channel(.pipe), Notes<[UInt8]>())
    let start = SignalProducer.bytes(arrivingAt: try #require(channel.readEnd)).startWithResult { result in
      if case .success(let bytes) = result { arrived.add(bytes) }
    }
    defer { start.dispose() }
    try #require(channel.writing.writeQuietly([1]).count == 1)
    try #require(await eventually { arrived.entries == [[1]] })
  }
}
