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

  /// The colours take no room, and are switched off again.
  @Test func isCutBeforeItIsPainted() {
    let screen = Screen()
    LiveLine(on: screen.terminal(isLive: true, hasColor: true, width: 5)).show("abcdefgh", as: .faint)
    #expect(screen.output == "\r\u{1B}[2mabcd\u{1B}[0m\u{1B}[K")
  }

  @Test func removesAPromptBehindTheKey() {
    let screen = Screen()
    let terminal = screen.terminal(isLive: true, keyboard: FakeKeyboard("x"))
    #expect(terminal.key("any key") == "x")
    #expect(screen.output == "\rany key\u{1B}[K\r\u{1B}[K")
    #expect(screen.terminal().key("any key") == nil)
  }

  @Test func showsNothingIfTheOutputIsNotLive() {
    let screen = Screen()
    let line = LiveLine(on: screen.terminal())
    line.show("ab")
    line.close()
    #expect(screen.output.isEmpty)
  }
}
