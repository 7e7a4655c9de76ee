import Foundation
import TestSupport
import Testing

@Suite(.mayBlock) struct CountTests {
  private static func file(_ bytes: some Sequence<UInt8>) throws -> URL {
    let file = FileManager.default.temporaryDirectory.appending(path: "count-\(UUID().uuidString)")
    try Data(bytes).write(to: file)
    return file
  }

  #if os(Linux)
    @Test func programsOfTestsBeginWithoutBlockedSignals() throws {
      // Without another program: the shell changes what is blocked around those that it starts.
      let line = #"while read -r name value; do [ $name = SigBlk: ] && echo $value; done < /proc/self/status"#
      let outcome = try blockingOnly([SIGTERM]) { try Program.count.shell(line) }
      #expect(outcome.output == "0000000000000000\n")
    }
  #endif

  @Test func countsFilesAndRanksTheirWords() throws {
    let files = try [Self.file("the cat\nthe dog\n".utf8), Self.file("\tthe\r\n  bird".utf8)]
    defer { for file in files { try? FileManager.default.removeItem(at: file) } }
    let outcome = try Program.count.run(files[0].path, files[1].path)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(
      outcome.rows.dropLast() == [
        ["lines", "words", "bytes"],
        ["2", "4", "16", files[0].path],
        ["1", "2", "12", files[1].path],
        ["3", "6", "28", "in", "all"],
        ["3", "the"], ["1", "bird"], ["1", "cat"], ["1", "dog"],
      ])
    #expect(try #require(outcome.lines.last).hasPrefix("28 B, "))
  }

  @Test(arguments: [("", "0", "0"), ("\n", "1", "0"), ("one", "0", "1"), ("one two\nthree", "1", "3")])
  func countsStandardInput(text: String, lines: String, words: String) throws {
    let outcome = try Program.count.run(input: Data(text.utf8))
    #expect(outcome.status == 0)
    #expect(outcome.rows[1] == [lines, words, "\(text.utf8.count)", "-"])
  }

  @Test func countsWhatIsNoText() throws {
    let bytes = (0..<60_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 256) }
    let outcome = try Program.count.run(input: Data(bytes))
    let words = bytes.split { $0 == 32 || (9...13).contains($0) }.count
    #expect(outcome.status == 0)
    #expect(outcome.rows[1].prefix(2) == [bytes.count { $0 == 10 }.formatted, words.formatted])
    #expect(
      outcome.output.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
  }

  @Test("A word is one, however the pieces that are read cut it")
  func cutWords() throws {
    let long = String(repeating: "x", count: 300_000)
    let text = String(repeating: "seven77 ", count: 100_001) + long
    let file = try Self.file(text.utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let outcome = try Program.count.shell("cat \(file.path) | \"$0\" - \(file.path)")
    #expect(outcome.rows[1] == ["0", "100,002", text.utf8.count.formatted, "-"])
    #expect(outcome.rows[2] == ["0", "100,002", text.utf8.count.formatted, file.path])
    #expect(outcome.rows[4...5] == [["200,002", "seven77"], ["2", String(long.prefix(40))]])
  }

  @Test("Rare words are forgotten when memory is short, and reported")
  func manyWords() throws {
    let words = (0..<60_000).map { "often x\($0)\n" }.joined()
    let file = try Self.file(words.utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let outcome = try Program.count.run(file.path)
    #expect(outcome.rows[1].prefix(2) == ["60,000", "120,000"])
    #expect(outcome.rows[2] == ["60,000", "often"])
    #expect(try #require(outcome.lines.last).contains("; a word may be missing "))
  }

  @Test func countsTheOthersWhenOneCannotBeRead() throws {
    let file = try Self.file("one two\n".utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let outcome = try Program.count.run("/there/is/nothing", "/tmp", file.path, "--at-once", "1")
    #expect(outcome.status == 1)
    #expect(outcome.rows[1] == ["1", "2", "8", file.path])
    #expect(
      outcome.errors == """
        count: cannot open '/there/is/nothing': No such file or directory
        count: cannot read '/tmp': Is a directory

        """)
  }

  @Test("Ctrl-C prints what has been counted, and the status is 130")
  func interruption() async throws {
    let outcome = try await Program.count.run([]) { running in
      try running.input.write(contentsOf: Data("one two\nthree".utf8))
      try await running.takesAllInput()
      running.send(SIGINT)
      // The end of the input would be an end, too.
      try await running.ends()
    }
    #expect(outcome.status == 130)
    #expect(outcome.rows[1] == ["1", "3", "13", "-"])
  }

  @Test func readsPipesByName() throws {
    let outcome = try Program.count.shell("(sleep 1; echo one two) | \"$0\" /dev/stdin")
    #expect(outcome.rows[1] == ["1", "2", "8", "/dev/stdin"])
  }

  @Test(arguments: [["--frob"], ["--at-once"], ["--at-once", "0"], ["-x"]])
  func saysWhatItDoesNotUnderstand(arguments: [String]) throws {
    let outcome = try Program.count.run(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("count: ") && outcome.errors.hasSuffix("; see 'count --help'\n"))
  }

  @Test func explainsItself() throws {
    let outcome = try Program.count.run("--help")
    #expect(outcome.status == 0)
    #expect(outcome.lines.first == "Usage: count [--at-once N] [FILE…]")
    #expect(outcome.lines.allSatisfy { $0.count <= 80 })
  }

  #if os(Linux)
    @Test func showsProgressOnATerminalOnly() throws {
      let file = try Self.file(String(repeating: "one two\n", count: 2_000_000).utf8)
      defer { try? FileManager.default.removeItem(at: file) }
      // News is due after 100 ms: what is optimised has read the file by then.
      #if DEBUG
        let times = 1
      #else
        let times = 40
      #endif
      let shown = try Program.count.runOnTerminal(Array(repeating: file.path, count: times))
      #expect(shown.contains("█"))
      #expect(shown.contains("%  "))
      // The table begins on a line that is free.
      #expect(shown.contains(/\r\u{1B}\[K +lines/))
      let written = try Program.count.run(file.path)
      #expect(!written.output.contains("\u{1B}"))
      #expect(!written.output.contains("█"))
    }
  #endif
}

extension Int {
  /// With a comma between groups of three digits.
  fileprivate var formatted: String { String(self).replacing(/\d(?=(\d{3})+$)/) { "\($0.0)," } }
}
