import Signals
import TestSupport
import Testing

@testable import SignalBox

@Suite struct AsyncMutexTests {
  @Test func lastUntilTheyEnd() {
    let mutex = AsyncMutex()
    let taken = Guarded<[Permit]>([])
    for _ in 0..<3 { mutex.next().startWithValues { permit in taken.withLock { $0.append(permit) } } }
    #expect(taken.withLock { $0.count } == 1 && mutex.isTaken)
    taken.withLock { $0[0] }.end()
    taken.withLock { $0[0] }.end()
    #expect(taken.withLock { $0.count } == 2 && mutex.isTaken)
    taken.withLock { $0[1] }.end()
    taken.withLock { $0[2] }.end()
    #expect(!mutex.isTaken)
  }

  @Test func endWhenTheyAreReleased() {
    let mutex = AsyncMutex()
    mutex.next().start()
    #expect(!mutex.isTaken)
  }

  @Test func passByWhoHasLeft() {
    let mutex = AsyncMutex()
    let taken = Guarded<[Permit]>([])
    mutex.next().startWithValues { permit in taken.withLock { $0.append(permit) } }
    let leaves = mutex.next().startWithValues { permit in taken.withLock { $0.append(permit) } }
    let stays = Notes<Bool>()
    mutex.next().startWithValues { _ in stays.add(true) }
    leaves.dispose()
    taken.withLock { $0[0] }.end()
    #expect(stays.entries == [true])
    #expect(taken.withLock { $0.count } == 1)
  }
}
