import Signals
import Testing

@Suite struct TimerQueueTests {
  @Test func sortsLikeAStableSort() {
    var generator = SplitMix(seed: 42)
    for _ in 0..<200 {
      let log = Log<Int>()
      var queue = TimerQueue()
      let times = (0..<60).map { _ in Int.random(in: 0..<10, using: &generator) }
      for (index, time) in times.enumerated() {
        queue.add(ScheduledAction { log.add(index) }, at: .seconds(time))
      }
      while let due = queue.popDue(at: .seconds(10)) { due.action.run() }
      let expected = times.enumerated().sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }
      #expect(log.entries == expected.map(\.offset))
    }
  }

  @Test func popsOnlyWhatIsDue() {
    var queue = TimerQueue()
    queue.add(ScheduledAction {}, at: .seconds(2))
    #expect(queue.popDue(at: .seconds(1)) == nil)
    #expect(queue.nextTime == .seconds(2))
    #expect(queue.popDue(at: .seconds(2))?.time == .seconds(2))
    #expect(queue.nextTime == nil)
  }

  @Test func sweepsWhatWasCancelled() {
    var queue = TimerQueue()
    let actions = (0..<1_000).map { _ in ScheduledAction {} }
    for action in actions { queue.add(action, at: .seconds(1)) }
    for action in actions.dropLast() {
      action.dispose()
      queue.noteCancellation()
    }
    #expect(queue.count == 1)
    #expect(queue.places < 100)
    #expect(queue.popDue(at: .seconds(1)) != nil)
  }

  @Test func cancelledActionsKeepNoClock() {
    weak var clock: Probe?
    let action: ScheduledAction
    do {
      let made = Probe {}
      clock = made
      action = ScheduledAction({}, onCancel: { made.touch() })
    }
    #expect(clock != nil)
    action.dispose()
    #expect(clock == nil)
    #expect(action.isDisposed)
  }
}
