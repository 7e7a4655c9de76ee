import Testing

@testable import SignalBox

@Suite struct KeyTests {
  @Test(arguments: [
    ("a", [Key.character("a")]), ("\u{1B}[A", [.up]), ("\u{1B}OB", [.down]), ("\u{1B}", [.escape]),
    ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]), ("jj\r", [.character("j"), .character("j"), .enter]),
    ("\u{7F}é", [.backspace, .character("é")]), ("\u{1B}[15~x", [.character("x")]),
    ("\u{1B}[1;5Cq", [.character("q")]),
    ("\u{1}\u{2}", []), ("", []),
  ])
  func readsWhatTerminalsSend(piece: String, keys: [Key]) { #expect(Key.all(in: piece) == keys) }
}
