import Testing

@testable import SignalBox

@Suite struct PathTests {
  @Test(
    arguments: [
      ("a", "b", "a/b"), ("a/", "b", "a/b"), ("/", "b", "/b"), (".", "b", "b"), ("..", "b", "../b"),
    ])
  func joins(folder: String, name: String, joined: String) {
    #expect(Path(folder).appending(name) == Path(joined))
  }

  @Test func knowsItsName() {
    #expect(Path("a/b.c").name == "b.c")
    #expect(Path("a/").name == "a")
    #expect(Path(".").name == ".")
  }

  @Test func cannotSpeakToATerminal() {
    #expect("\(Path("a\u{1B}[2Jb\n\u{202E}c"))" == "a\u{FFFD}[2Jb\u{FFFD}\u{FFFD}c")
  }
}
