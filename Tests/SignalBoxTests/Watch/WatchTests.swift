import Foundation
import Signals
import SignalsFoundation
import TestSupport
import Testing

/// The program, with real files and real processes.
@Suite(.mayBlock) struct WatchTests {
  /// Says that it runs, and goes on until there is a file `go` next to the folder.
  private static let waitsForGo = "echo begin; until [ -e \"$GO\" ]; do sleep 0.01; done; echo end"

  /// What changes before and after it would be a run each. Where it is not, on a slow machine, there is only less to see.
  private static func longerThanTheDebounce() async throws { try await Task.sleep(for: .milliseconds(100)) }

  /// A folder with another one for files that are not watched.
  private func script(_ script: String, go: TemporaryFolder) -> String {
    script.replacing("$GO", with: go.url.appendingPathComponent("go").path)
  }

  @Test func runsNowAndAfterChanges() async throws {
    let program = try WatchingProgram(script: "cat a 2>/dev/null || echo nothing")
    try await program.says("first run: succeeded in TIME")
    try program.folder.place("a", "one\n")
    try await program.writes("one")
    try await program.says("a changed: succeeded in TIME")
    #expect(program.output == ["nothing", "one"])
    #expect(try await program.interrupt() == .exited(status: 0))
  }

  @Test func stopsTheCommandAndStartsOver() async throws {
    let program = try WatchingProgram(script: "sleep 100000 & echo inner $!; echo outer $$; wait")
    let (inner, outer) = (try await program.number(after: "inner"), try await program.number(after: "outer"))
    try program.folder.place("a", "")
    try await program.says("first run: stopped after TIME")
    #expect(!isAlive(inner) && !isAlive(outer))
    try #require(await eventually { program.output.count == 4 })
    let next = try await program.number(after: "inner")
    #expect(try await program.interrupt() == .exited(status: 128 + SIGTERM))
    #expect(program.said.last == "signalbox: a changed: stopped after TIME")
    #expect(!isAlive(next))
  }

  @Test func waitsForTheStoppedCommandBeforeItStartsOver() async throws {
    let program = try WatchingProgram(
      "--debounce", "20ms",
      script: "trap 'sleep 0.3; echo cleaned; exit 0' TERM; echo begin; sleep 100000 & wait")
    try await program.writes("begin")
    try program.folder.place("a", "")
    try await program.writes("begin", times: 2)
    #expect(program.output == ["begin", "cleaned", "begin"])
    #expect(try await program.interrupt() == .exited(status: 0))
  }

  @Test func runsOnceForWhatHasChangedWhileItWaited() async throws {
    let go = try TemporaryFolder()
    let program = try WatchingProgram(
      "--on-change", "queue", "--debounce", "500ms",
      script: script("[ -e \"$GO\" ] && exec sleep 1; " + Self.waitsForGo, go: go))
    try await program.writes("begin")
    try program.folder.place("a", "")
    // Longer than the debounce: a run waits now. The pause after the next change ends when it has begun. On a slow machine
    // both changes may be followed by one pause, which comes to the same.
    try await Task.sleep(for: .milliseconds(800))
    try await program.notices("b")
    try go.write("go", "")
    try await program.says("a and 1 other changed: succeeded in TIME")
    try program.folder.place("c", "")
    try await program.says("c changed: succeeded in TIME")
    #expect(program.said.count == 3)
    #expect(try await program.interrupt() == .exited(status: 0))
  }

  @Test func runsOnceMoreAfterwards() async throws {
    let go = try TemporaryFolder()
    let program = try WatchingProgram(
      "--on-change", "queue", "--debounce", "5ms", script: script(Self.waitsForGo, go: go))
    try await program.writes("begin")
    for name in ["a", "b", "c"] {
      try program.folder.place(name, "")
      try await Self.longerThanTheDebounce()
    }
    try await program.notices("d")
    try await Self.longerThanTheDebounce()
    try go.write("go", "")
    try await program.says("a and 3 others changed: succeeded in TIME")
    #expect(try await program.interrupt() == .exited(status: 0))
    #expect(program.output == ["begin", "end", "begin", "end"])
  }

  @Test func ignoresChangesWhileItIsBusy() async throws {
    let go = try TemporaryFolder()
    let program = try WatchingProgram(
      "--on-change", "ignore", "--debounce", "5ms",
      script: script("echo 1 > own; " + Self.waitsForGo, go: go))
    try await program.writes("begin")
    for name in ["a", "b"] {
      try program.folder.place(name, "")
      try await Self.longerThanTheDebounce()
    }
    try await program.notices("d")
    try await Self.longerThanTheDebounce()
    try go.write("go", "")
    try await program.says("first run: succeeded in TIME")
    // Nothing shows when it watches again.
    for number in 0..<1000 where program.said.count < 2 {
      try program.folder.write("c", "\(number)")
      try await Task.sleep(for: .milliseconds(20))
    }
    try await program.says("c changed: succeeded in TIME")
    #expect(program.said.first == "signalbox: first run: succeeded in TIME")
    #expect(!program.said.contains { $0.contains("own") || $0.contains(" a ") })
    // The last writing may have come when it listened again: then a command runs, and its status is the program's.
    let end = try await program.interrupt()
    #expect([.exited(status: 0), .exited(status: 128 + SIGTERM)].contains(end))
  }

  @Test func killsACommandThatDoesNotListen() async throws {
    let program = try WatchingProgram(script: "trap '' TERM; echo inner $$; while :; do sleep 0.01; done")
    let inner = try await program.number(after: "inner")
    try program.folder.place("a", "")
    try await program.says("first run: stopped after TIME")
    #expect(!isAlive(inner))
    try #require(await eventually { program.output.count == 2 })
    let next = try await program.number(after: "inner")
    #expect(try await program.interrupt() == .exited(status: 128 + SIGKILL))
    #expect(!isAlive(next))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func leavesNothingBehind(signal: Int32) async throws {
    let program = try WatchingProgram(
      script: "trap 'exit 9' TERM; sleep 100000 & echo inner $!; echo outer $$; wait")
    let (inner, outer) = (try await program.number(after: "inner"), try await program.number(after: "outer"))
    try await program.send(signal)
    #expect(try await program.end() == .exited(status: 9))
    #expect(!isAlive(inner) && !isAlive(outer))
  }

  @Test func endsAtOnceWhenItIsInterruptedAgain() async throws {
    // The command interrupts the program when it is asked to end, so that a busy machine does not delay it.
    let program = try WatchingProgram(
      script:
        "trap 'kill -INT $PPID' TERM; sh -c \"trap '' TERM; sleep 100000\" & echo inner $!; echo outer $$; "
        + "while :; do wait; done")
    let (inner, outer) = (try await program.number(after: "inner"), try await program.number(after: "outer"))
    try await program.send(SIGINT)
    #expect(try await program.end() == .exited(status: 130))
    #expect(try await eventually { !isAlive(inner) && !isAlive(outer) })
  }

  @Test func endsWhenAPathIsGone() async throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("one")
    try folder.makeFolder("two")
    let program = try WatchingProgram(["one", "two", "--", "sh", "-c", "echo $$; sleep 100000"], in: folder)
    try #require(await eventually { program.output.count == 1 })
    let command = try #require(program.output.first.flatMap { pid_t($0) })
    try folder.remove("one")
    #expect(try await program.end() == .exited(status: 1))
    #expect(program.said.first == "signalbox: cannot watch 'one': it is gone")
    #expect(!isAlive(command))
  }

  @Test func aFileMayComeBack() async throws {
    let folder = try TemporaryFolder()
    try folder.write("a", "one\n")
    let program = try WatchingProgram(
      ["a", "--", "sh", "-c", "cat a 2>/dev/null || echo nothing"], in: folder)
    try await program.writes("one")
    try await program.says("first run: succeeded in TIME")
    try folder.remove("a")
    try await program.writes("nothing")
    try folder.place("a", "two\n")
    try await program.writes("two")
    // Each run writes one line: the last one has ended, too, and is not what is interrupted.
    let isAtRest = try await eventually {
      program.said.count { $0.hasSuffix("succeeded in TIME") } == program.output.count
    }
    #expect(isAtRest)
    #expect(try await program.interrupt() == .exited(status: 0))
  }

  /// More than the system allows a user watchers, which are 128 as a rule.
  @Test func watchesManyFiles() async throws {
    let folder = try TemporaryFolder()
    let files = (1...200).map { "f\($0)" }
    for file in files { try folder.write(file, "1") }
    let program = try WatchingProgram(files + ["--", "sh", "-c", "echo ran"], in: folder)
    try await program.writes("ran")
    try program.folder.write("f150", "2")
    try await program.writes("ran", times: 2)
  }

  @Test func waitsForAPause() async throws {
    let program = try WatchingProgram("--debounce=1s", script: "echo run")
    try await program.says("first run: succeeded in TIME")
    // On a thread, because tests that wait for processes keep tasks waiting for seconds.
    let folder = program.folder
    Thread.detachNewThread {
      for number in 0..<100 {
        _ = try? folder.place("\(number)", "")
        Thread.sleep(forTimeInterval: 0.025)
      }
    }
    // How many files each run was told of. On a slow machine there may be pauses of a second in between.
    var counts: [Int] {
      program.said.dropFirst().map { line in
        line.firstMatch(of: /and (\d+) other/).map { Int($0.1)! + 1 } ?? 1
      }
    }
    #expect(try await eventually { counts.reduce(0, +) >= 100 }, "\(program.said)")
    #expect(counts.count <= 10 && counts.reduce(0, +) == 100, "\(program.said)")
  }

  /// A file that never comes to rest.
  @Test func waitsNoLongerThanItIsAllowedTo() async throws {
    let program = try WatchingProgram("--debounce=1m", "--at-latest=200ms", script: "echo run")
    try await program.says("first run: succeeded in TIME")
    let folder = program.folder
    let isOver = Flag()
    Thread.detachNewThread {
      while !isOver.isSet {
        _ = try? folder.place("a", "")
        Thread.sleep(forTimeInterval: 0.025)
      }
    }
    defer { _ = isOver.set() }
    try await program.says("a changed: succeeded in TIME", times: 3)
  }

  @Test func hearsOfNewFolders() async throws {
    let program = try WatchingProgram("--debounce", "20ms", script: "cat x/y/z 2>/dev/null || echo nothing")
    try await program.says("first run: succeeded in TIME")
    try program.folder.write("x/y/z", "one\n")
    try await program.writes("one")
    // Events of the folders themselves may still be pending, and be reported together with the next; or they have been
    // reported before, and the file that is changed is still the first one.
    for _ in 0..<100 {
      let isSaid = program.said.contains("signalbox: x/y/z changed: succeeded in TIME")
      if isSaid, program.output.last == "two" { break }
      try program.folder.place("x/y/z", "two\n")
      try await Task.sleep(for: .milliseconds(200))
    }
    try await program.says("x/y/z changed: succeeded in TIME")
    #expect(try await eventually { program.output.last == "two" })
    // The last change may have begun a run that is being stopped.
    let end = try await program.interrupt()
    #expect([.exited(status: 0), .exited(status: 128 + SIGTERM)].contains(end))
  }
}
