import Foundation
import TestSupport
import Testing

@testable import Stress

@Suite(.mayBlock) struct WatchdogTests {
  @Test func findsACallThatDoesNotReturn() throws {
    let watchdog = Watchdog(patience: 12)
    watchdog.watching { slot in
      slot.begin("set of MutableProperty")
      let now = nanoseconds()
      #expect(watchdog.defect(at: now, megabytes: 10) == nil)
      #expect(
        watchdog.defect(at: now + 13_000_000_000, megabytes: 10)?
          .hasPrefix("E6a: has not returned: set of MutableProperty, 13 s") == true)
      slot.end()
      #expect(watchdog.defect(at: now + 13_000_000_000, megabytes: 10) == nil)
    }
  }

  @Test func remembersTheLongestCall() {
    let length = 20_000_000
    var (watchdog, others) = (Watchdog(patience: 5), length)
    // On a slow machine a call that does nothing may take as long: then this is done again.
    while others >= length {
      watchdog = Watchdog(patience: 5)
      others = watchdog.watching { slot in
        func shortCall() -> Int {
          let begun = nanoseconds()
          slot.call("short") {}
          return nanoseconds() - begun
        }
        let first = shortCall()
        slot.call("long") { usleep(20_000) }
        return max(first, shortCall())
      }
    }
    #expect(watchdog.findings.calls == 3)
    #expect(watchdog.findings.worst?.name == "long")
    #expect(watchdog.findings.worst?.nanoseconds ?? 0 >= length)
  }

  @Test func stopsBeforeTheMachineHasNoMemory() {
    let watchdog = Watchdog(patience: 5)
    #expect(watchdog.defect(at: nanoseconds(), megabytes: Memory.hardLimit) == nil)
    #expect(
      watchdog.defect(at: nanoseconds(), megabytes: 3000)
        == "E6a: 3000 MB are resident, the program stops itself at 2048")
    #expect(watchdog.findings.peak == 3000)
  }

  @Test func knowsTheResidentMemory() async {
    // In a process of its own, because other tests take and release memory too.
    await #expect(processExitsWith: .success) {
      let before = Memory.resident
      let block = UnsafeMutableRawPointer.allocate(byteCount: 100 << 20, alignment: 16)
      memset(block, 1, 100 << 20)
      #expect(Memory.resident >= before + 90)
      block.deallocate()
    }
  }
}
