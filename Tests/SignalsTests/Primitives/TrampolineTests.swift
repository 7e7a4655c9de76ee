import Signals
import TestSupport
import Testing

@Suite(.mayBlock) struct TrampolineTests {
  @Test func servesRequestsFromInsideWithoutNesting() {
    let log = Log<String>()
    let trampoline = Trampoline()
    let left = GateBox(2)
    @Sendable func step() {
      log.add("in")
      left.value -= 1
      if left.value >= 0 { trampoline.bounce(step) }
      log.add("out")
    }
    trampoline.bounce(step)
    #expect(log.entries == ["in", "out", "in", "out", "in", "out"])
  }

  @Test func stepsNeverOverlapAndNoneIsLost() {
    let trampoline = Trampoline()
    let steps = GateBox(0)
    onThreads(4) { _ in
      for _ in 0..<20_000 { trampoline.bounce { steps.value += 1 } }
    }
    #expect(steps.value == 80_000)
  }
}
