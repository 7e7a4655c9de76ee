import SignalsFoundation
import Testing

@testable import SignalBox

@Suite struct KindTests {
  @Test(
    arguments: [
      ("a.swift", "swift"), ("a.SWIFT", "swift"), ("a.tar.gz", "gz"), ("x/y.z/Makefile", "(none)"),
      (".gitignore", ".gitignore"), (".config.json", "json"), ("a.", "(none)"), ("..", "(none)"),
      ("/", "(none)"),
      ("a.far-too-long-to-say", "(odd)"), ("a.b c", "(odd)"), ("a.日本", "(odd)"), ("a.\u{1B}[0m", "(odd)"),
    ])
  func comesFromTheName(path: String, kind: String) {
    #expect(Kind(of: FilePath(path)).name == kind)
  }
}
