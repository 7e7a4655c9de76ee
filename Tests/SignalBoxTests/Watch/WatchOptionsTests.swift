import Foundation
import Signals
import SignalsFoundation
import TestSupport
import Testing

@testable import SignalBox

@Suite(.mayBlock) struct WatchOptionsTests {
  @Test func hasDefaults() throws {
    let options = try WatchOptions(["--", "make", "--", "-j"])
    #expect(options.paths == [FilePath(".")])
    #expect(options.debounce == .milliseconds(200))
    #expect(options.longestWait == .seconds(5))
    #expect(options.onChange == .latest)
    #expect(!options.clearsScreen && !options.isQuiet && options.ignored.isEmpty)
    #expect(options.command == ["make", "--", "-j"])
  }

  @Test func refusesAPathWithANUL() {
    let screen = Screen()
    #expect(Program.run(["watch", "/tmp\0/no", "--frob", "--", "true"], on: screen.terminal()) == .usage)
    #expect(
      screen.errors == "signalbox: cannot look at '/tmp\u{FFFD}/no': the path holds a NUL character\n")
  }

  @Test func takesEverything() throws {
    let options = try WatchOptions([
      "/", "--debounce", "1.5s", "--at-latest=1s", "--on-change=queue", "--ignore", "*.o", "--ignore=/x",
      "--clear", "--quiet",
      "/tmp", "--", "make",
    ])
    #expect(options.paths == [FilePath("/"), FilePath("/tmp")])
    #expect(options.debounce == .milliseconds(1500))
    #expect(options.longestWait == .seconds(1))
    #expect(options.onChange == .queue)
    #expect(options.ignored == [IgnorePattern("*.o".utf8), IgnorePattern("/x".utf8)])
    #expect(options.clearsScreen && options.isQuiet)
  }

  @Test(
    arguments: [
      ([], "a command is missing: put it after '--'"),
      (["make"], "a command is missing: put it after '--'"),
      (["--"], "a command is missing after '--'"),
      (["--", ""], "a command is missing after '--'"),
      (["--frob", "--", "make"], "unknown option '--frob'"),
      (["-", "--", "make"], "unknown option '-'"),
      (["--debounce", "--", "make"], "a value is missing after --debounce"),
      (["--at-latest", "--", "make"], "a value is missing after --at-latest"),
      (["--at-latest", "never", "--", "make"], "'never' is no duration like '200ms' or '1.5s', up to a day"),
      (["--debounce", "soon", "--", "make"], "'soon' is no duration like '200ms' or '1.5s', up to a day"),
      (["--debounce=", "--", "make"], "'' is no duration like '200ms' or '1.5s', up to a day"),
      (["--debounce", "200", "--", "make"], "'200' is no duration like '200ms' or '1.5s', up to a day"),
      (["--debounce", "1441m", "--", "make"], "'1441m' is no duration like '200ms' or '1.5s', up to a day"),
      (["--debounce", "-1s", "--", "make"], "'-1s' is no duration like '200ms' or '1.5s', up to a day"),
      (["--on-change", "stop", "--", "make"], "'stop' is none of 'latest', 'queue', 'ignore'"),
      (["--ignore", "[a", "--", "make"], "'[a' is no pattern"),
      (["--ignore", "", "--", "make"], "'' is no pattern"),
    ])
  func saysWhatItDoesNotUnderstand(arguments: [String], message: String) {
    let screen = Screen()
    #expect(Program.run(["watch"] + arguments, on: screen.terminal()) == .usage)
    #expect(screen.errors == "signalbox: \(message); see 'signalbox watch --help'\n")
    #expect(screen.output.isEmpty)
  }

  @Test(
    arguments: [
      (["--clear=yes", "--", "make"], "'--clear=yes'; did you mean --clear?"),
      (["--debunce=1s", "--", "make"], "'--debunce=1s'; did you mean --debounce?"),
      (["--quite", "--", "make"], "'--quite'; did you mean --quiet?"),
      (["--hlep"], "'--hlep'; did you mean --help?"),
      (["--frob"], "'--frob';"),
    ])
  func saysWhichOptionMayHaveBeenMeant(arguments: [String], message: String) {
    let screen = Screen()
    #expect(Program.run(["watch"] + arguments, on: screen.terminal()) == .usage)
    #expect(screen.errors == "signalbox: unknown option \(message) see 'signalbox watch --help'\n")
  }

  @Test func waitsAtLeastForThePause() throws {
    #expect(try WatchOptions(["--debounce", "1m", "--", "make"]).longestWait == .seconds(60))
    #expect(try WatchOptions(["--debounce", "1m", "--at-latest", "0", "--", "make"]).longestWait == .zero)
  }

  /// Processes that it leaves behind are waited for longer.
  @Test func reportsTheTimeOfTheCommand() {
    let seconds = Guarded(0)
    let start = ContinuousClock.now
    func report(endingAfter time: Int?) -> String {
      seconds.withLock { $0 = 0 }
      let report = RunReport("a changed") { start + .seconds(seconds.withLock { $0 }) }
      if let time {
        seconds.withLock { $0 = time }
        report.end()
      }
      seconds.withLock { $0 = 9 }
      return report.line(.exited(status: 0))
    }
    #expect(report(endingAfter: 3) == "a changed: succeeded in 3.0 s")
    #expect(report(endingAfter: nil) == "a changed: succeeded in 9.0 s")
  }

  @Test func saysWhichPathIsMissing() {
    let screen = Screen()
    #expect(Program.run(["watch", "/gone/for/good", "--", "make"], on: screen.terminal()) == .usage)
    #expect(screen.errors == "signalbox: cannot look at '/gone/for/good': No such file or directory\n")
  }

  @Test(arguments: [
    ("0", Duration.zero), ("0s", .zero), ("5ms", .milliseconds(5)), ("1s", .seconds(1)),
    ("2m", .seconds(120)),
    ("0.25s", .milliseconds(250)),
  ])
  func readsDurations(text: String, duration: Duration) {
    #expect(Duration(text: text) == duration)
  }

  @Test(arguments: ["", "s", "1", "1h", ".5s", "1.s", "1e3s", "1 s", "inf", "nan", "-1s", "9999999m", "１s"])
  func refusesWhatIsNoDuration(text: String) {
    #expect(Duration(text: text) == nil)
  }

  @Test(arguments: [
    (Duration.milliseconds(0), "0 ms"), (.microseconds(1600), "2 ms"), (.milliseconds(999), "999 ms"),
    (.microseconds(999_900), "1.0 s"), (.milliseconds(1250), "1.3 s"), (.milliseconds(59_960), "1 min 0 s"),
    (.seconds(125), "2 min 5 s"),
  ])
  func speaksOfDurations(duration: Duration, text: String) {
    #expect(duration.spoken == text)
  }
}
