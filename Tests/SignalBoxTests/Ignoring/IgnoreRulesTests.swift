import Foundation
import SignalsFoundation
import TestSupport
import Testing

@testable import SignalBox

@Suite(.mayBlock) struct IgnoreRulesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(".git/HEAD", "")
  }

  /// Paths that end with a slash are folders.
  private func ignored(_ paths: [String], below root: String = "", patterns: [String] = []) -> [String] {
    let root = root.isEmpty ? folder.url.path : "\(folder.url.path)/\(root)"
    let rules = IgnoreRules(
      below: FilePath(root), patterns: patterns.compactMap { IgnorePattern($0.utf8) },
      of: FilePath(folder.url.path), userExcludes: FilePath("\(folder.url.path)/users"))
    return paths.filter { path in
      rules.ignores(
        FilePath("\(folder.url.path)/\(path)"), isFolder: path.hasSuffix("/"))
    }
  }

  @Test func takesNamesAnywhereAndPathsFromTheFile() throws {
    try folder.write(".gitignore", "*.o\n/top\nsub/inner\n")
    #expect(
      ignored(["a.o", "x/y/a.o", "top", "x/top", "sub/inner", "x/sub/inner", "a"])
        == ["a.o", "x/y/a.o", "top", "sub/inner"])
  }

  @Test func takesFoldersWithAllTheyHold() throws {
    try folder.write(".gitignore", "build/\n!build/keep\n")
    #expect(ignored(["build/", "build/a", "x/build/y/a", "build"]) == ["build/", "build/a", "x/build/y/a"])
    #expect(ignored(["build/keep"]) == ["build/keep"])
  }

  @Test func letsTheLastLineDecide() throws {
    try folder.write(".gitignore", "*.log\n!keep.log\nkeep.log.old\n*.tmp\n!*.tmp\n")
    #expect(ignored(["a.log", "keep.log", "a.tmp"]) == ["a.log"])
  }

  @Test func letsTheInnermostFileDecide() throws {
    try folder.write(".gitignore", "*.log\n")
    try folder.write("inner/.gitignore", "!*.log\n/own\n")
    #expect(ignored(["a.log", "inner/a.log", "inner/own", "own"]) == ["a.log", "inner/own"])
  }

  @Test func readsFilesAsGitDoes() throws {
    try folder.write(
      ".gitignore", "\u{FEFF}# comment\r\n\n\\#a\ntrailing   \nkept\\ \n\\!b\n[broken\ndone\r\n")
    #expect(
      ignored(["# comment", "#a", "trailing", "kept ", "kept", "!b", "[broken", "done"])
        == ["#a", "trailing", "kept ", "!b", "done"])
  }

  @Test func leavesOutTheRepositoryItself() throws {
    #expect(ignored([".git/", ".git/HEAD", "x/.git/a", ".github/a"]) == [".git/", ".git/HEAD", "x/.git/a"])
  }

  @Test func looksUpToTheRootOfTheRepository() throws {
    try folder.write(".gitignore", "*.log\nbuild/\n")
    try folder.makeFolder("build/inner")
    #expect(ignored(["build/inner/a", "build/inner/a.log"], below: "build/inner") == ["build/inner/a.log"])
  }

  @Test func looksNoFurtherThanTheRootOfTheRepository() throws {
    try folder.write(".gitignore", "*.log\n")
    try folder.write("module/.git", "gitdir: elsewhere")
    #expect(ignored(["module/a.log"], below: "module") == [])
  }

  @Test func trimsSpacesAsGitDoes() throws {
    try folder.write(".gitignore", "a\\\\ \nb\\\\\\ \nc \\ d \ne\\  \n")
    #expect(
      ignored(["a\\", "a\\ ", "b\\ ", "b\\", "c  d", "c  d ", "e ", "e  "]) == ["a\\", "b\\ ", "c  d", "e "])
  }

  @Test func followsNoLinkToRules() throws {
    try folder.write("rules", "*.log\n")
    try folder.link(".gitignore", to: "rules")
    #expect(ignored(["a.log"]) == [])
  }

  @Test func stopsAtARepositoryInside() throws {
    try folder.write(".gitignore", "*.log\nvendor/\ninner.o/\n")
    try folder.write(".git/info/exclude", "*.own\n")
    for repository in ["sub", "vendor/lib", "inner.o"] {
      try folder.write("\(repository)/.git", "gitdir: elsewhere")
    }
    try folder.write("sub/.gitignore", "*.tmp\n")
    #expect(
      ignored(["a.log", "sub/a.log", "sub/x/a.log", "sub/a.own", "sub/a.tmp", "a.tmp"]) == [
        "a.log", "sub/a.tmp",
      ])
    // What the outer one leaves out, it leaves out with all that is inside.
    #expect(ignored(["vendor/lib/a", "inner.o/"]) == ["vendor/lib/a", "inner.o/"])
    #expect(ignored(["sub/a.txt"], patterns: ["*.txt"]) == ["sub/a.txt"])
  }

  @Test func takesWhatTheRepositoryAndTheUserExclude() throws {
    try folder.write(".git/info/exclude", "*.own\n!keep.users\n/top\n")
    try folder.write("users", "*.users\n!a.own\n")
    try folder.write(".gitignore", "!b.own\n")
    #expect(
      ignored(["a.own", "b.own", "x/c.own", "a.users", "keep.users", "top", "x/top"])
        == ["a.own", "x/c.own", "a.users", "top"])
  }

  @Test func takesWhatAWorktreeSharesWithItsRepository() throws {
    try folder.write(".git/info/exclude", "*.own\n")
    try folder.write(".git/worktrees/tree/commondir", "../..\n")
    try folder.write("tree/.git", "gitdir: ../.git/worktrees/tree\n")
    #expect(ignored(["tree/a.own", "tree/a"], below: "tree") == ["tree/a.own"])
  }

  /// Rules and paths at random, as Git itself judges them.
  @Test(.enabled(if: access("/usr/bin/git", X_OK) == 0)) func agreesWithGit() throws {
    func git(_ arguments: String..., input: String = "") throws -> String {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/git")
      process.arguments = arguments
      process.currentDirectoryURL = folder.url
      process.environment = ["HOME": "/nowhere", "GIT_CONFIG_NOSYSTEM": "1"]
      let (given, answer) = (Pipe(), Pipe())
      (process.standardInput, process.standardOutput) = (given, answer)
      process.standardError = FileHandle.nullDevice
      try process.run()
      try given.fileHandleForWriting.write(contentsOf: Data(input.utf8))
      try given.fileHandleForWriting.close()
      defer { process.waitUntilExit() }
      return String(decoding: answer.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    try folder.remove(".git")
    _ = try git("init", "--quiet")
    var random = Draws(state: 42)
    let pieces = [
      "a", "b", "c", "/", "*", "**", "?", "[", "]", "[b-a]", "[a-c]", "[!a]", "[c-a-]", " ", "\\", "\\ ", "!",
      "#", "-",
      "[[:alpha:]]", "\r",
    ]
    let names = ["a", "b", "c", "ab", "a ", "b\\", " ", "-", "a-", "[", "!a", "#b", "*"]
    var paths = names + names.flatMap { outer in names.map { "\(outer)/\($0)" } }
    paths += ["a/b/c", "b/a/c/ab", "a/a/a"]
    for _ in 0..<rounds(400) {
      let lines = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        (0..<Int.random(in: 1...5, using: &random)).map { _ in pieces.randomElement(using: &random)! }
          .joined()
      }
      try folder.write(".gitignore", lines.joined(separator: "\n") + "\n")
      let judged = try git(
        "check-ignore", "--no-index", "-z", "--stdin", input: paths.map { $0 + "\0" }.joined())
      #expect(ignored(paths) == judged.split(separator: "\0").map(String.init), "\(lines)")
    }
  }

  @Test func addsThePatternsOfTheCaller() throws {
    try folder.write(".gitignore", "*.log\n")
    #expect(
      ignored(["a.log", "a.txt", "x/a.txt", "x/b", "y/x/b"], patterns: ["*.txt", "x/b", "!a.log"])
        == ["a.txt", "x/a.txt", "x/b"])
  }

  @Test func readsAgainWhenItIsToldTo() throws {
    try folder.write(".gitignore", "a\n")
    let rules = IgnoreRules(below: FilePath(folder.url.path))
    let (a, b) = (FilePath("\(folder.url.path)/a"), FilePath("\(folder.url.path)/b"))
    #expect(rules.ignores(a, isFolder: false) && !rules.ignores(b, isFolder: false))
    try folder.write(".gitignore", "b\n")
    rules.reload()
    #expect(!rules.ignores(a, isFolder: false) && rules.ignores(b, isFolder: false))
  }
}

/// The same draws in each run.
private struct Draws: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    // Knuth's constants; the upper half is the better one.
    func step(_ state: inout UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 32
    }
    return step(&state) << 32 | step(&state)
  }
}
