import SwiftSignalKit
import TestSupport
import Testing

@Suite(.mayBlock) struct AtomicTests {
  @Test func withLeavesTheValue() {
    let number = Atomic(value: 20)
    #expect(number.with { $0 + 1 } == 21)
    #expect(number.with { $0 } == 20)
  }

  @Test func modifyStoresAndGivesTheNewValue() {
    let number = Atomic(value: 20)
    #expect(number.modify { $0 + 1 } == 21)
    #expect(number.with { $0 } == 21)
  }

  @Test func swapGivesTheOldValue() {
    let number = Atomic(value: 20)
    #expect(number.swap(5) == 20)
    #expect(number.with { $0 } == 5)
  }

  @Test func nilIsAValue() {
    let number = Atomic<Int?>(value: 1)
    #expect(number.swap(nil) == 1)
    #expect(number.with { $0 } == nil)
    #expect(number.modify { $0 ?? 7 } == 7)
  }

  @Test func noChangeOfEightThreadsIsLost() {
    let number = Atomic(value: 0)
    onThreads(8) { _ in
      for _ in 0..<2_000 { number.modify { $0 + 1 } }
    }
    #expect(number.with { $0 } == 16_000)
  }

  @Test func eachValueIsSwappedOutOnce() {
    let latest = Atomic(value: -1)
    let seen = Atomic(value: Set<Int>())
    onThreads(4) { thread in
      for index in 0..<500 {
        let old = latest.swap(thread * 500 + index)
        seen.modify { $0.union([old]) }
      }
    }
    let all = seen.with { $0 }.union([latest.with { $0 }])
    #expect(all == Set(-1..<2_000))
  }

  @Test func tryWithDoesNotWait() throws {
    let number = Atomic(value: 1)
    #expect(try number.tryWith { $0 + 1 } == 2)
    number.with { _ in
      let other = Elsewhere { () -> Bool in
        do {
          _ = try number.tryWith { $0 }
          return false
        } catch { return error as? AtomicLockError == .isLocked }
      }
      #expect(other.result == true)
    }
    #expect(try number.tryWith { $0 } == 1)
  }

  @Test func tryWithFromInsideFails() {
    let number = Atomic(value: 1)
    let result = number.with { _ in Result { try number.tryWith { $0 } } }
    #expect(throws: AtomicLockError.isLocked) { try result.get() }
    #expect(number.with { $0 } == 1)
  }

  @Test("E9: A function may send and subscribe")
  func functionsMayCallTheLibrary() {
    let inner = Atomic(value: 1)
    let outer = Atomic(value: 1)
    #expect(outer.modify { $0 + inner.modify { $0 + 1 } } == 3)
  }

  @Test func whatIsReleasedMayAskTheAtomic() {
    let count = Atomic(value: 0)
    let held = Atomic<DeinitProbe?>(value: nil)
    held.swap(DeinitProbe { count.modify { $0 + (held.with { $0 } == nil ? 1 : 0) } })
    held.modify { _ in nil }
    #expect(count.with { $0 } == 1)
  }

  @Test func waitingForOneselfStopsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let number = Atomic(value: 1)
      number.modify { _ in number.modify { $0 + 1 } }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Atomic<Int>: a function that it runs must not ask it again"))
  }

  @Test func lockRunsOneAtATime() {
    let (lock, numbers) = (Lock(), Bag<Int>())
    nonisolated(unsafe) let bag = numbers
    onThreads(8) { thread in
      for _ in 0..<500 { lock.locked { _ = bag.add(thread) } }
    }
    #expect(numbers.copyItems().count == 4_000)
  }

  @Test func lockingTwiceStopsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let lock = Lock()
      lock.locked { lock.locked {} }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Lock: a function that it runs must not ask it again"))
  }

  @Test func throwingLockedGivesWhatItsFunctionDoes() throws {
    struct Oops: Error {}
    let lock = Lock()
    #expect(try lock.throwingLocked { 7 } == 7)
    #expect(throws: Oops.self) { try lock.throwingLocked { throw Oops() } }
    // It was unlocked.
    #expect(try lock.throwingLocked { 8 } == 8)
  }
}
