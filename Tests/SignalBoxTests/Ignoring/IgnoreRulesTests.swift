import Foundation
import SignalsFoundation
import TestSupport
import Testing

@testable import SignalBox

@Suite struct IgnoreRulesTests {
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
      of: FilePath(folder.url.path))
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
