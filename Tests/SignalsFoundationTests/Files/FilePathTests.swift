import Testing

@testable import SignalsFoundation

@Suite struct FilePathTests {
  @Test(
    arguments: [
      ("a", "b", "a/b"), ("a/", "b", "a/b"), ("/", "b", "/b"), (".", "b", "b"), ("..", "b", "../b"),
    ])
  func joins(folder: String, name: String, joined: String) {
    #expect(FilePath(folder).appending(name) == FilePath(joined))
  }

  @Test func knowsItsName() {
    #expect(FilePath("a/b.c").name == "b.c")
    #expect(FilePath("a/").name == "a")
    #expect(FilePath(".").name == ".")
  }

  @Test func cannotSpeakToATerminal() {
    #expect("\(FilePath("a\u{1B}[2Jb\n\u{202E}c"))" == "a\u{FFFD}[2Jb\u{FFFD}\u{FFFD}c")
  }
}
