import Signals
import TestSupport
import Testing

@Suite(.mayBlock) struct GateTests {
  @Test func runsAtOnceWhenFree() {
    let log = Log<Int>()
    let gate = Gate()
    gate.run { log.add(1) }
    #expect(log.entries == [1])
  }

  @Test func readsLettersInOrderBeforeLeaving() {
    let log = Log<Int>()
    let gate = Gate()
    gate.run {
      for value in 1...3 { gate.run { log.add(value) } }
      log.add(0)
    }
    #expect(log.entries == [0, 1, 2, 3])
  }

  @Test func readsLettersThatLettersSend() {
    let log = Log<Int>()
    let gate = Gate()
    gate.run {
      gate.run {
        gate.run { log.add(3) }
        log.add(1)
      }
      gate.run { log.add(2) }
    }
    #expect(log.entries == [1, 2, 3])
  }

  @Test func losesNothingUnderContention() {
    let gate = Gate()
    let total = GateBox(0)
    onThreads(4) { _ in
      for _ in 0..<20_000 { gate.run { total.value += 1 } }
    }
    #expect(total.value == 80_000)
  }

  #if DEBUG
    @Test func reportsTheFullestMailbox() {
      let gate = Gate()
      gate.run { for _ in 0..<123 { gate.run {} } }
      #expect(MailboxReport.highWaterMark >= 123)
    }
  #endif
}
