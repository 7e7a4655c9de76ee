import Foundation
import TestSupport
import Testing

@testable import SignalBox

/// What the last step makes of real folders.
@Suite struct FilesStepTests {
  /// What is below the title of the last step, in one space instead of many and without bars.
  private func census(_ arguments: [String] = [], in folder: TemporaryFolder) throws -> [String] {
    let paths = arguments.map { "'\($0)'" }.joined(separator: " ")
    let outcome = try BuiltProgram.shell("\"$0\" tour -- \(paths)", in: folder.url)
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let number = Tour.full(reading: []).steps.count
    let title = try #require(outcome.lines.firstIndex { $0.hasPrefix(" \(number)  ") })
    return outcome.lines[title...].map { line in
      line.split(whereSeparator: { " █".contains($0) }).joined(separator: " ")
    }
  }

  @Test func countsAndRanksByKind() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.swift", "one\n\nthree\n")
    try folder.write("deep/er/b.swift", "no line feed at the end")
    try folder.write("deep/c.MD", "one\r\ntwo\r\n")
    try folder.write("deep/d.md", "")
    try folder.write("Makefile", "all:\n")
    let lines = try census(in: folder)
    let table = try #require(lines.firstIndex(of: "swift 2 files 4 lines"))
    #expect(lines[(table + 1)...].prefix(2) == ["md 2 files 2 lines", "(none) 1 file 1 line"])
    #expect(lines.contains("all 5 files 7 lines"))
    #expect(lines.contains("blank: 1 line"))
    #expect(!lines.contains { $0.hasPrefix("not read") || $0.hasPrefix("could not") })
  }

  @Test func saysWhatItLeavesOut() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.txt", "one\n")
    try folder.write("picture.png", [0x89, 0x50, 0, 0x0A])
    try folder.write("sub/.git/config", "not\nours\n")
    try folder.write(".build/x.txt", "not\nours\n")
    try folder.link("loop", to: ".")
    try folder.link("sub/nowhere", to: "gone")
    #expect(mkfifo(folder.url.appendingPathComponent("queue").path, 0o600) == 0)
    let lines = try census(in: folder)
    #expect(lines.contains("all 1 file 1 line"))
    let remark = try #require(lines.first { $0.hasPrefix("not read") })
    #expect(
      remark == "not read: 1 binary file, 2 symbolic links, 1 special file, 2 .git or .build folders")
  }

  @Test func countsInvalidTextAndSaysSo() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.txt", [0x61, 0x0A, 0xFF, 0x0A, 0xC3, 0x28, 0x0A, 0xC3, 0xA9, 0x0A])
    let lines = try census(in: folder)
    #expect(lines.contains("all 1 file 4 lines"))
    #expect(lines.contains("not valid UTF-8: 2 lines"))
  }

  @Test func readsNamesThatAreNoText() throws {
    let folder = try TemporaryFolder()
    let name = folder.url.path.utf8CString.dropLast() + [0x2F, CChar(bitPattern: 0xFF), 0x0A, 0]
    let file = name.withUnsafeBufferPointer { open($0.baseAddress!, O_CREAT | O_WRONLY, 0o600) }
    // Some file systems refuse such names; then there is nothing to read.
    guard file >= 0 else { return }
    #expect(write(file, "one\n", 4) == 4)
    close(file)
    #expect(try census(in: folder).contains("all 1 file 1 line"))
  }

  @Test func findsNothingInAnEmptyFolder() throws {
    let folder = try TemporaryFolder()
    let lines = try census(in: folder)
    #expect(lines.contains("There is nothing to read here."))
    #expect(lines.contains("all 0 files 0 lines"))
  }

  @Test func readsFilesThatAreGivenAndEachFolderOnce() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.txt", "one\n")
    try folder.write("-b.txt", "one\n")
    try folder.write("sub/c.txt", "one\n")
    #expect(try census(["a.txt", "-b.txt"], in: folder).contains("all 2 files 2 lines"))
    #expect(try census([".", "sub", "sub/../sub"], in: folder).contains("all 3 files 3 lines"))
  }

  #if os(Linux)
    @Test func saysWhatCouldNotBeRead() throws {
      let folder = try TemporaryFolder()
      try folder.write("a.txt", "one\n")
      let lines = try census([".", "/proc/self/mem"], in: folder)
      #expect(lines.contains("all 1 file 1 line"))
      #expect(lines.contains("could not be read (1):"))
      #expect(lines.contains("cannot read '/proc/self/mem': Input/output error"))
    }
  #endif

  @Test(.enabled(if: geteuid() != 0, "nothing is forbidden to the superuser"))
  func saysWhatIsForbidden() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a.txt", "one\n")
    try folder.write("closed/b.txt", "one\n")
    let closed = folder.url.appendingPathComponent("closed")
    #expect(chmod(file.path, 0) == 0 && chmod(closed.path, 0) == 0)
    defer { chmod(closed.path, 0o700) }
    let lines = try census(in: folder)
    #expect(lines.contains("could not be read (2):"))
    #expect(lines.contains("cannot open 'a.txt': Permission denied"))
    #expect(lines.contains("cannot list 'closed': Permission denied"))
  }
}
