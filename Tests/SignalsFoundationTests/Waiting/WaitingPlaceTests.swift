import Signals
import SignalsFoundation
import TestSupport
import Testing

@Suite(.mayBlock) struct WaitingPlaceTests {
  /// A thread that waits forever can be found: what it waits for is listed with the line of the call.
  @Test func isListedWhileItWaits() async throws {
    Recording.begin()
    defer { Recording.end() }
    let input = Guarded<Observer<Int, Never>?>(nil)
    let work = SignalProducer<Int, Never> { observer, _ in input.withLock { $0 = observer } }
    async let value = onThread { work.waitForFirst() }
    let line: UInt = #line - 1
    try #require(await eventually { input.withLock { $0 != nil } })
    #expect(Recording.lines(of: #fileID) == [line])
    input.withLock { $0 }?.send(1)
    #expect(try await value == 1)
    #expect(Recording.lines(of: #fileID) == [])
  }
}
