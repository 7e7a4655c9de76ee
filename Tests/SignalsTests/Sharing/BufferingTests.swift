import Signals
import Testing

@Suite struct BufferingTests {
  private func fill(_ buffering: Buffering, _ count: Int) -> (kept: [Int], dropped: [Int], filled: Int) {
    var backlog = Backlog<Int>(buffering)
    var dropped: [Int] = []
    var filled = 0
    for value in 1...count {
      switch backlog.add(value) {
      case .kept: break
      case .filled: filled += 1
      case .dropped(let value): dropped.append(value)
      }
    }
    return (backlog.waiting.contents, dropped, filled)
  }

  @Test func newestDropsTheOldest() { #expect(fill(.newest(2), 5) == ([4, 5], [1, 2, 3], 0)) }

  @Test func oldestDropsWhatComes() { #expect(fill(.oldest(2), 5) == ([1, 2], [3, 4, 5], 0)) }

  @Test func unboundedKeepsEverything() { #expect(fill(.unbounded, 5) == ([1, 2, 3, 4, 5], [], 0)) }

  @Test func suspendingKeepsEverythingAndPausesOnce() {
    #expect(fill(.suspending(2), 5) == ([1, 2, 3, 4, 5], [], 1))
  }

  @Test func suspendingResumesOnceAtHalf() {
    var backlog = Backlog<Int>(.suspending(4))
    for value in 1...4 { _ = backlog.add(value) }
    var resumptions: [Bool] = []
    for _ in 1...4 {
      _ = backlog.waiting.popFirst()
      resumptions.append(backlog.takeResumption())
    }
    #expect(resumptions == [false, true, false, false])
  }

  @Test func batchesLeaveWhatMayStillBeReplaced() {
    var newest = Backlog<Int>(.newest(3))
    var all = Backlog<Int>(.suspending(3))
    for value in 1...3 {
      _ = newest.add(value)
      _ = all.add(value)
    }
    #expect(newest.takeBatch().contents == [1])
    #expect(all.takeBatch().contents == [1, 2, 3])
  }

  @Test func whatIsPutBackComesFirst() {
    var backlog = Backlog<Int>(.unbounded)
    for value in 1...3 { _ = backlog.add(value) }
    var batch = backlog.takeBatch()
    _ = batch.popFirst()
    _ = backlog.add(4)
    #expect(backlog.putBack(takingFrom: &batch) == nil)
    #expect(backlog.waiting.contents == [2, 3, 4])
  }

  @Test(arguments: [(Buffering.newest(2), [2, 3], 1), (.oldest(2), [1, 2], 3)])
  func dropsWhatIsTooMuchWhenItIsPutBack(_ buffering: Buffering, _ kept: [Int], _ dropped: Int) {
    var backlog = Backlog<Int>(buffering)
    for value in 1...2 { _ = backlog.add(value) }
    var batch = backlog.takeBatch()
    _ = backlog.add(3)
    #expect(backlog.putBack(takingFrom: &batch) == dropped)
    #expect(backlog.waiting.contents == kept)
  }
}
