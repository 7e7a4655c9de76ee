import Foundation
import TestSupport
import Testing

@testable import SignalBox

/// The command, from its arguments to what it prints.
@Suite(.mayBlock) struct MarblesCommandTests {
  @Test func listsTheOperatorsByRoom() throws {
    let outcome = try BuiltProgram.run("marbles")
    #expect(outcome.status == 0)
    for room in Room.allCases { #expect(outcome.output.contains("\(room.rawValue)  ")) }
    for entry in Catalogue.operators {
      #expect(outcome.output.contains(entry.shortName), "\(entry.fullName)")
    }
    #expect(outcome.lines.allSatisfy { $0.count <= 80 })
  }

  @Test func drawsAnOperator() throws {
    let outcome = try BuiltProgram.run("marbles", "debounce")
    #expect(outcome.status == 0)
    #expect(
      outcome.output == """
        debounce(for:on:onCompletion:)
          Passes on a value when no other has followed for a while.

        in   --a-b-c--------d--|
             debounce(for: .seconds(3), on: clock)
        out  ---------c--------(d|)

        """)
  }

  @Test func drawsAllOfAName() {
    let screen = Screen()
    #expect(Program.run(["marbles", "drop"], on: screen.terminal()) == .success)
    #expect(screen.lines.filter { $0.hasPrefix("drop(") }.count == 3)
    let one = Screen()
    #expect(Program.run(["marbles", "drop(until:)"], on: one.terminal()) == .success)
    #expect(one.lines.filter { $0.hasPrefix("drop(") } == ["drop(until:)"])
  }

  @Test func fitsOnATerminal() {
    let screen = Screen()
    #expect(Program.run(["marbles", "--all"], on: screen.terminal()) == .success)
    #expect(screen.lines.filter { $0.count > 80 } == [])
    #expect(!screen.output.contains("\u{1B}"))
    let colored = Screen()
    #expect(Program.run(["marbles", "map"], on: colored.terminal(hasColor: true)) == .success)
    #expect(colored.output.contains("\u{1B}[36m"))
  }

  @Test func drawsNoControlCharacters() {
    let screen = Screen()
    let expression = "replaceError(with: \"c\r\").merge(with: \"-'\u{7}'|\")"
    let status = Program.run(["marbles", "'a\u{1B}[2J'-'b\n'-|", expression], on: screen.terminal())
    #expect(status == .success)
    #expect(screen.output.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    #expect(screen.output.contains("a\u{FFFD}[2J"))
  }

  @Test func explainsItself() {
    let screen = Screen()
    #expect(Program.run(["marbles", "--help"], on: screen.terminal()) == .success)
    #expect(screen.lines.filter { $0.count > 80 } == [])
    for name in Functions.transforms.map(\.key) + Functions.conditions.map(\.key) {
      #expect(screen.output.contains(name))
    }
  }

  @Test func runsAnExpressionOnADiagram() throws {
    for arguments in [["a-b--c|", "uppercase.delay(2)"], ["--", "a-b--c|", "uppercase.delay(2)"]] {
      let screen = Screen()
      #expect(Program.run(["marbles"] + arguments, on: screen.terminal()) == .success)
      #expect(screen.lines.contains("out  --A-B--C|"))
    }
    let outcome = try BuiltProgram.run("marbles", "--a--b|", "map(uppercase)")
    #expect(outcome.status == 0)
    #expect(outcome.lines.contains("out  --A--B|"))
    let creation = try BuiltProgram.run("marbles", "interval(every: 2).prefix(2)")
    #expect(creation.lines.contains("out  --0-(1|)"))
  }

  @Test func pointsAtAMistakeAsAProcess() throws {
    let diagram = try BuiltProgram.run("marbles", "a-b|c", "uppercase")
    #expect(diagram.status == 2)
    #expect(diagram.output.isEmpty)
    #expect(diagram.errors == "signalbox: nothing follows the end of a stream\n  a-b|c\n      ^\n")
    let expression = try BuiltProgram.run("marbles", "a-b|", "first.uppercas")
    #expect(expression.status == 2)
    #expect(
      expression.errors == """
        signalbox: there is no operator 'uppercas'; did you mean uppercase?
          first.uppercas
                ^

        """)
  }

  @Test func endsWithAMessageWhereAnExpressionHasNoEnd() throws {
    let outcome = try BuiltProgram.run("marbles", "empty.repeatForever()")
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errors == """
        signalbox: repeatForever uses up the 20,000 starts and values that a picture may
        take
          empty.repeatForever()
                ^

        """)
  }

  @Test func saysWhatIsWrongWithAnythingThatCanBeTyped() throws {
    let long = String(repeating: "a", count: 100_000)
    for arguments in [
      ["a|", ""], [""], [long], ["a|", long], [long, "first"], ["(\(long))", "first"], ["'\(long)", "first"],
      ["--\(long)"], ["a|", "first(\(long))"], ["a|", "filter(\(long))"], ["a", "first", long],
    ] {
      let screen = Screen()
      #expect(Program.run(["marbles"] + arguments, on: screen.terminal()) == .usage)
      #expect(screen.errors.hasPrefix("signalbox: "))
      #expect(screen.errors.count < 1_000)
    }
    // Not valid UTF-8.
    let outcome = try BuiltProgram.shell(#""$0" marbles "$(printf '\377|')" first"#)
    #expect(outcome.status == 2)
    #expect(outcome.errors == "signalbox: \"\u{FFFD}\" means nothing in a marble diagram\n  \u{FFFD}|\n  ^\n")
  }

  @Test func keepsThePointerUnderThePlaceInALongLine() throws {
    let error = UsageError(SyntaxError("here", at: 100), in: String(repeating: "a", count: 100) + "b\u{1B}")
    let lines = error.message.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 })
    let column = try #require(Array(lines[2]).firstIndex(of: "^"))
    #expect(Array(lines[1])[column] == "b")
    #expect(!error.message.contains("\u{1B}"))
  }

  @Test(
    arguments: [
      (["debonce"], "there is no operator 'debonce'; did you mean debounce?"),
      (["xyzzy"], "there is no operator 'xyzzy'"),
      (["a-b|"], "which operator? write a diagram, then an expression; see 'signalbox marbles --help'"),
      (["--frob"], "unknown option '--frob'; see 'signalbox marbles --help' (a diagram can follow '--')"),
      (["--svg"], "--svg needs a path; see 'signalbox marbles --help'"),
      (["--svg", "a.svg"], "what is to be drawn? see 'signalbox marbles --help'"),
      (["a", "first", "b"], "unexpected argument 'b'; see 'signalbox marbles --help'"),
      (["first", "--document", "a.md"], "--document stands alone; see 'signalbox marbles --help'"),
      (
        ["drop", "--svg", "a.svg"],
        "3 drawings need a folder, not 'a.svg'; or draw one of drop-while, drop-until, drop-for"
      ),
    ])
  func saysWhatItDoesNotUnderstand(arguments: [String], message: String) {
    let screen = Screen()
    #expect(Program.run(["marbles"] + arguments, on: screen.terminal()) == .usage)
    #expect(screen.errors == "signalbox: \(message)\n")
    #expect(screen.output.isEmpty)
  }

  @Test func writesDrawings() throws {
    let folder = try TemporaryFolder()
    #expect(try BuiltProgram.run("marbles", "map-to", "--svg", "one.svg", in: folder.url).status == 0)
    let one = try String(contentsOf: folder.url.appending(path: "one.svg"), encoding: .utf8)
    let entry = try #require(Catalogue.operators(named: "map(to:)").first)
    #expect(one == (try Drawing.all(of: entry))[0].svg)
    #expect(try BuiltProgram.run("marbles", "--all", "--svg", "all", in: folder.url).status == 0)
    let all = try FileManager.default.contentsOfDirectory(atPath: folder.url.appending(path: "all").path)
    #expect(all.count == Catalogue.operators.flatMap(\.examples).count)
    #expect(try BuiltProgram.run("marbles", "-a|", "first", "--svg", "own.svg", in: folder.url).status == 0)
    #expect(FileManager.default.fileExists(atPath: folder.url.appending(path: "own.svg").path))
    #expect(try BuiltProgram.run("marbles", "--document", "list.md", in: folder.url).status == 0)
    let list = try String(contentsOf: folder.url.appending(path: "list.md"), encoding: .utf8)
    #expect(list.contains("](list/debounce-for.svg)"))
  }

  @Test func saysWhenItCannotWriteAFile() throws {
    let outcome = try BuiltProgram.run("marbles", "first()", "--svg", "/nowhere/at/all.svg")
    #expect(outcome.status == 1)
    #expect(outcome.errors == "signalbox: cannot write '/nowhere/at/all.svg': No such file or directory\n")
    let folder = try TemporaryFolder()
    try folder.write("file", "")
    let inFile = try BuiltProgram.run("marbles", "--all", "--svg", "file", in: folder.url)
    #expect(inFile.status == 1)
    #expect(inFile.errors == "signalbox: cannot make the folder 'file/': File exists\n")
  }

  @Test func endsQuietlyWhenItsReaderLeaves() throws {
    let outcome = try BuiltProgram.shell(#"{ "$0" marbles --all; echo "status $?" >&2; } | head -n 1"#)
    #expect(outcome.lines.count == 2)
    #expect(outcome.errors == "status 0\n")
  }

  #if os(Linux)
    @Test(.enabled(if: BuiltProgram.canOpenTerminal)) func isColouredOnATerminal() throws {
      let folder = try TemporaryFolder()
      let outcome = try BuiltProgram.runOnTerminal(
        "marbles", "map", environment: ["TERM": "xterm"], in: folder.url)
      #expect(outcome.status == 0)
      #expect(outcome.output.contains("\u{1B}[36m     map(uppercase)\u{1B}[0m"))
    }
  #endif
}
