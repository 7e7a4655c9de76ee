import Testing

@testable import SignalBox

@Suite struct LiveScreenTests {
  private let screen = Screen()
  private let size = Terminal.Size(columns: 20, rows: 3)

  @Test func writesOnlyWhatHasChanged() {
    let live = LiveScreen(on: screen.terminal())
    live.show(["one", "two"], in: size)
    let begin = screen.output
    #expect(begin == "\u{1B}[?1049h\u{1B}[?25l\u{1B}[H\u{1B}[2J\u{1B}[1;1Hone\u{1B}[K\u{1B}[2;1Htwo\u{1B}[K")
    live.show(["one", "two"], in: size)
    #expect(screen.output == begin)
    live.show(["one", "2"], in: size)
    #expect(screen.output.dropFirst(begin.count) == "\u{1B}[2;1H2\u{1B}[K")
    live.show(["one"], in: size)
    #expect(screen.output.hasSuffix("\u{1B}[2;1H\u{1B}[K"))
  }

  @Test func drawsEverythingInAnotherSize() {
    let live = LiveScreen(on: screen.terminal())
    live.show(["one", "two", "three", "four"], in: size)
    #expect(!screen.output.contains("four"))
    live.show(["one", "two"], in: Terminal.Size(columns: 30, rows: 3))
    #expect(screen.output.hasSuffix("\u{1B}[H\u{1B}[2J\u{1B}[1;1Hone\u{1B}[K\u{1B}[2;1Htwo\u{1B}[K"))
  }

  @Test func leavesTheTerminalAsItWas() {
    let live = LiveScreen(on: screen.terminal())
    live.leave()
    #expect(screen.output.isEmpty)
    live.show(["one"], in: size)
    live.leave()
    live.leave()
    #expect(screen.output.hasSuffix("one\u{1B}[K\u{1B}[?25h\u{1B}[?1049l"))
    live.show(["one"], in: size)
    #expect(screen.output.hasSuffix("\u{1B}[?1049h\u{1B}[?25l\u{1B}[H\u{1B}[2J\u{1B}[1;1Hone\u{1B}[K"))
  }
}
