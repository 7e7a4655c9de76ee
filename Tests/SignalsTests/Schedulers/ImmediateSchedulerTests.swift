import Signals
import Testing

@Suite struct ImmediateSchedulerTests {
  @Test func runsAtOnceWhateverTheTime() {
    let log = Log<Int>()
    let scheduler = ImmediateScheduler()
    let first = scheduler.schedule { log.add(1) }
    scheduler.schedule(at: .seconds(1_000)) { log.add(2) }
    scheduler.schedule(after: .seconds(1_000)) { log.add(3) }
    #expect(log.entries == [1, 2, 3])
    #expect(first.isDisposed)
    #expect(scheduler.now == .zero)
  }
}
