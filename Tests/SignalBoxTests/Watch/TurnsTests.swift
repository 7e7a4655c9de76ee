import Signals
import TestSupport
import Testing

@testable import SignalBox

@Suite struct TurnsTests {
  @Test func lastUntilTheyEnd() {
    let turns = Turns()
    let taken = Guarded<[Turn]>([])
    for _ in 0..<3 { turns.next().startWithValues { turn in taken.withLock { $0.append(turn) } } }
    #expect(taken.withLock { $0.count } == 1 && turns.isTaken)
    taken.withLock { $0[0] }.end()
    taken.withLock { $0[0] }.end()
    #expect(taken.withLock { $0.count } == 2 && turns.isTaken)
    taken.withLock { $0[1] }.end()
    taken.withLock { $0[2] }.end()
    #expect(!turns.isTaken)
  }

  @Test func endWhenTheyAreReleased() {
    let turns = Turns()
    turns.next().start()
    #expect(!turns.isTaken)
  }

  @Test func passByWhoHasLeft() {
    let turns = Turns()
    let taken = Guarded<[Turn]>([])
    turns.next().startWithValues { turn in taken.withLock { $0.append(turn) } }
    let leaves = turns.next().startWithValues { turn in taken.withLock { $0.append(turn) } }
    let stays = Notes<Bool>()
    turns.next().startWithValues { _ in stays.add(true) }
    leaves.dispose()
    taken.withLock { $0[0] }.end()
    #expect(stays.entries == [true])
    #expect(taken.withLock { $0.count } == 1)
  }
}
