import Testing

@testable import SignalBox

@Suite struct GlobPatternTests {
  private func matches(_ pattern: String, _ path: String) -> Bool? {
    GlobPattern(pattern.utf8)?.matches(path.utf8)
  }

  @Test(arguments: [
    ("a.o", "a.o"), ("*.o", "a.o"), ("*.o", ".o"), ("a*c*e", "abcde"), ("?.o", "a.o"), ("[ab].o", "b.o"),
    ("[a-c].o", "b.o"), ("[!a].o", "b.o"), ("[^a].o", "b.o"), ("[]a]", "]"), ("[a-]", "-"), ("\\*", "*"),
    ("[\\]]", "]"), ("é*", "été"), ("[[:digit:]]", "1"), ("[![:alpha:]_]", "1"),
    ("[[:upper:][:space:]b]", "Q"), ("[[:digit]", ":"), ("[[:]", "["),
    ("[b-a]", "b"), ("[!b-a]", "a"), ("[/-a]", "a"),
    ("**/a", "a"), ("**/a", "x/y/a"), ("a/**", "a/b"), ("a/**", "a/b/c"), ("a/**/b", "a/b"),
    ("a/**/b", "a/x/y/b"), ("a/*/b", "a/x/b"), ("a**b", "axxb"), ("**", "a"), ("***/a", "x/a"),
  ])
  func matches(pattern: String, path: String) {
    #expect(matches(pattern, path) == true)
  }

  @Test(arguments: [
    ("a.o", "axo"), ("*.o", "a/b.o"), ("?", ""), ("?", "/"), ("a?b", "a/b"), ("[ab]", "c"), ("[!a]", "a"),
    ("[!a]", "/"), ("[z-a]", "m"), ("[b-a]", "a"), ("[/-/]", "/"), ("\\*", "a"), ("**/a", "xa"),
    ("a/**", "a"), ("a/**/b", "axb"),
    ("a/**/b", "a/xb"), ("a/*/b", "a/x/y/b"), ("a**b", "a/b"), ("a", "ab"), ("a", ""),
    ("[[:digit:]]", "a"), ("[[:digit:]]", ":"), ("[![:digit:]]", "1"), ("[[:punct:]]", "/"),
  ])
  func doesNotMatch(pattern: String, path: String) {
    #expect(matches(pattern, path) == false)
  }

  @Test(arguments: ["[a", "[", "a\\", "[a-", "[\\", "[[:digits:]]", "[[::]]", "[[:digit:]"])
  func isNoPattern(text: String) {
    #expect(GlobPattern(text.utf8) == nil)
  }

  @Test func staysQuickWhateverThePattern() throws {
    let pattern = try #require(GlobPattern(String(repeating: "a*", count: 50).utf8))
    #expect(!pattern.matches((String(repeating: "a", count: 2000) + "b/").utf8))
  }

  @Test func isNoDeeperForFoldersInARow() {
    let folders = String(repeating: "**/", count: 100_000)
    #expect(matches(folders + "a", "x/y/a") == true)
    #expect(matches(folders + "a", "x/y/b") == false)
    #expect(GlobPattern((folders + "a").utf8) == GlobPattern("**/a".utf8))
  }
}
