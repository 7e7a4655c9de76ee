import Foundation
import SignalsFoundation
import TestSupport
import Testing

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

  @Test func takesAnotherName() throws {
    let folder = try TemporaryFolder()
    let (old, new) = (FilePath(folder.url.path).appending("a"), FilePath(folder.url.path).appending("b"))
    try old.write("new")
    try new.write("old")
    try old.rename(to: new)
    #expect(try String(contentsOfFile: new.text, encoding: .utf8) == "new")
    #expect(throws: FileError(old, .rename, .system(code: ENOENT))) { try old.rename(to: new) }
    #expect(FileError(FilePath("a"), .rename, .watchLimit).description.hasPrefix("cannot rename 'a': "))
  }
}
