import Testing

@testable import SignalBox

@Suite struct LiveLineTests {
  @Test func isDrawnOverAndRemoved() {
    let screen = Screen()
    let line = LiveLine(on: screen.terminal(isLive: true, width: 5))
    line.show("abcdefgh")
    line.show("xy")
    line.close()
    line.show("too late")
    line.close()
    #expect(screen.output == "\rabcd\u{1B}[K\rxy\u{1B}[K\r\u{1B}[K")
  }

  @Test func showsNothingIfTheOutputIsNotLive() {
    let screen = Screen()
    let line = LiveLine(on: screen.terminal())
    line.show("ab")
    line.close()
    #expect(screen.output.isEmpty)
  }
}
