import Signals
import SignalsTesting
import Testing

@Suite struct FlatMapConcatTests {
  @Test func attachesOneAfterTheOther() {
    expect(
      "-a---b--|",
      { outer, time in outer.flatMap(.concat) { inner("-1-2-3|", of: $0, on: time) } },
      "--'a1'-'a2'-'a3'-'b1'-'b2'-'b3'|")
  }

  @Test func anInterruptedOneMakesRoomForTheNext() {
    expect(
      "(ab|)", { outer, time in outer.flatMap(.concat) { inner("-1!", of: $0, on: time) } },
      "-'a1'-'b1'|")
  }

  @Test func whatWaitsIsReleasedAtTheEnd() {
    let released = Log<String>()
    expect(
      "(ab)-x",
      { outer in
        outer.flatMap(.concat) { name in
          let probe = Probe { released.add(name) }
          return SignalProducer<String, TestFailure> { _, lifetime in lifetime.onEnd { probe.touch() } }
        }
      }, "--x")
    #expect(released.entries == ["a", "a"], "pushed and pulled; no inner stream is made any more")
  }
}
