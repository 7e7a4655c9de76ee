import Foundation
import SignalsFoundation
import TestSupport
import Testing

/// What the program leaves out, and what it answers.
@Suite struct WatchRulesTests {
  @Test func leavesOutWhatIsIgnored() async throws {
    let folder = try TemporaryFolder()
    try folder.write(".gitignore", "*.log\nbuild/\n")
    try folder.write("build/a", "1")
    try folder.write(".git/HEAD", "")
    let program = try WatchingProgram(
      "--debounce", "100ms", "--ignore", "*.tmp", script: "echo run", in: folder)
    try await program.says("first run: succeeded in TIME")
    for name in ["a.log", "build/a", "build/inner/b", "x.tmp", ".git/HEAD"] { try folder.write(name, "") }
    try folder.place("b", "")
    try await program.says("b changed: succeeded in TIME")
    // What is no longer ignored is watched from then on.
    try folder.place(".gitignore", "*.log\n")
    try await program.says(".gitignore changed: succeeded in TIME")
    try folder.place("build/inner/b", "")
    try await program.says("build/inner/b changed: succeeded in TIME")
    #expect(try await program.interrupt() == .exited(status: 0))
    #expect(Set(program.said).count == 4)
  }

  @Test func seesThatRulesChangeAboveThePath() async throws {
    let (folder, home) = (try TemporaryFolder(), try TemporaryFolder())
    try folder.write(".git/info/exclude", "*.own\n")
    try folder.write("inner/deep/a", "")
    try home.write("git/ignore", "*.users\n")
    let program = try WatchingProgram(
      ["inner/deep", "--debounce", "50ms", "--", "echo", "run"], in: folder,
      preparing: "export HOME=/nowhere XDG_CONFIG_HOME='\(home.url.path)'")
    try await program.says("first run: succeeded in TIME")
    for name in ["a.own", "a.users"] { try folder.place("inner/deep/\(name)", "") }
    try folder.place("inner/deep/b", "")
    try await program.says("inner/deep/b changed: succeeded in TIME")
    let root = try #require(FilePath(folder.url.path).resolved?.text)
    let users = try #require(FilePath(home.url.path).resolved?.text)
    for (file, place) in [
      ("inner/.gitignore", "\(root)/inner/.gitignore"), (".gitignore", "\(root)/.gitignore"),
      (".git/info/exclude", "\(root)/.git/info/exclude"),
    ] {
      try folder.place(file, "*.new\n")
      try await program.says("\(place) changed: succeeded in TIME")
    }
    try folder.place("inner/deep/a.own", "")
    try await program.says("inner/deep/a.own changed: succeeded in TIME")
    try folder.place("inner/deep/a.new", "")
    try home.place("git/ignore", "")
    try await program.says("\(users)/git/ignore changed: succeeded in TIME")
    try folder.place("inner/deep/a.users", "")
    try await program.says("inner/deep/a.users changed: succeeded in TIME")
    #expect(Set(program.said).count == 8)
  }

  @Test func followsLinks() async throws {
    let folder = try TemporaryFolder()
    for version in ["1", "2"] { try folder.write("\(version)/a", "\(version)\n") }
    try folder.link("current", to: "1")
    try folder.link("file", to: "1/a")
    let program = try WatchingProgram(
      ["current", "file", "--debounce", "50ms", "--", "cat", "current/a", "file"], in: folder)
    try await program.says("first run: succeeded in TIME")
    func point(_ link: String, to destination: String) throws {
      try folder.link("new", to: destination)
      #expect(rename("\(folder.url.path)/new", "\(folder.url.path)/\(link)") == 0)
    }
    try point("file", to: "2/a")
    try await program.says("file changed: succeeded in TIME")
    try point("current", to: "2")
    try await program.says("very much changed: succeeded in TIME")
    try folder.remove("1")
    try folder.write("2/b", "")
    try await program.says("current/b changed: succeeded in TIME")
    #expect(program.output.suffix(2) == ["2", "2"])
    #expect(try await program.interrupt() == .exited(status: 0))
  }

  @Test func seesThatARepositoryBegins() async throws {
    let folder = try TemporaryFolder()
    try folder.write(".git/HEAD", "")
    try folder.write(".gitignore", "*.o\n")
    try folder.write("inner/a", "")
    let program = try WatchingProgram("--debounce", "50ms", script: "echo run", in: folder)
    try await program.says("first run: succeeded in TIME")
    try folder.place("inner/a.o", "")
    try folder.place("b", "")
    try await program.says("b changed: succeeded in TIME")
    try folder.makeFolder("inner/.git")
    try await program.says("inner/.git changed: succeeded in TIME")
    try folder.place("inner/a.o", "")
    try await program.says("inner/a.o changed: succeeded in TIME")
  }

  @Test func seesThatRulesChangeThatIgnoreTheirOwnFile() async throws {
    let folder = try TemporaryFolder()
    try folder.write(".gitignore", "*\n!*.c\n")
    let program = try WatchingProgram("--debounce", "20ms", script: "echo run", in: folder)
    try await program.says("first run: succeeded in TIME")
    try folder.place(".gitignore", "*\n!*.h\n")
    try await program.says(".gitignore changed: succeeded in TIME")
    try folder.place("a.h", "")
    try await program.says("a.h changed: succeeded in TIME")
    #expect(try await program.interrupt() == .exited(status: 0))
  }

  @Test func leavesOutItsOwnOutput() async throws {
    let folder = try TemporaryFolder()
    let inner = "\(BuiltProgram.url.path) watch --debounce 0 -- sh -c 'echo run; cat a'"
    var process = ChildProcess("sh", ["-c", "exec \(inner) > out 2>&1"])
    process.workingDirectory = FilePath(folder.url.path)
    let start = process.run().startWithFailed { _ in }
    defer { start.dispose() }
    func output() -> String {
      (try? String(contentsOf: folder.url.appendingPathComponent("out"), encoding: .utf8)) ?? ""
    }
    try #require(await eventually { output().contains("first run") })
    try folder.place("a", "here\n")
    try #require(await eventually { output().contains("here\nsignalbox: a changed") })
    #expect(!output().contains("out changed"))
  }

  @Test func watchesSeveralPathsAndSingleFiles() async throws {
    let folder = try TemporaryFolder()
    try folder.write("one/a", "1")
    try folder.write("two", "1")
    try folder.write("three", "1")
    let program = try WatchingProgram("one", "two", "--debounce", "20ms", script: "echo run", in: folder)
    try await program.says("first run: succeeded in TIME")
    try folder.place("three", "")
    try folder.place("one/a", "")
    try await program.says("one/a changed: succeeded in TIME")
    try folder.place("two", "")
    try await program.says("two changed: succeeded in TIME")
    #expect(try await program.interrupt() == .exited(status: 0))
  }

  /// A program that ignores the end of its children bequeaths that to the programs that it starts.
  @Test func knowsHowRunsEndWhateverItWasStartedBy() async throws {
    let ignoring = #"exec bash -c 'trap "" CHLD; echo process $$; exec "$0" "$@"' "$0" "$@""#
    let program = try WatchingProgram(
      ["--debounce", "20ms", "--", "sh", "-c", "exit 3"], preparing: ignoring)
    try await program.says("first run: failed with status 3 in TIME")
    try program.folder.place("a", "")
    try await program.says("a changed: failed with status 3 in TIME")
    #expect(try await program.interrupt() == .exited(status: 3))
  }

  @Test func answersWithTheStatusOfTheLastRun() async throws {
    let program = try WatchingProgram("--debounce", "20ms", script: "exit $(cat a 2>/dev/null || echo 3)")
    try await program.says("first run: failed with status 3 in TIME")
    try program.folder.place("a", "0")
    try await program.says("a changed: succeeded in TIME")
    try program.folder.place("a", "5")
    try await program.says("a changed: failed with status 5 in TIME")
    #expect(try await program.interrupt() == .exited(status: 5))
  }

  @Test func tellsASignal() async throws {
    let program = try WatchingProgram(script: "kill -SEGV $$")
    try await program.says("first run: ended by signal 11, segmentation fault, in TIME")
    #expect(try await program.interrupt() == .exited(status: 139))
  }

  @Test func goesOnAfterACommandThatIsNotThere() async throws {
    let folder = try TemporaryFolder()
    let program = try WatchingProgram(["--debounce", "20ms", "--", "./later"], in: folder)
    try await program.says("cannot run './later': not found")
    let script = try folder.write("later", "#!/bin/sh\necho here\n")
    try await program.says("cannot run './later': not executable")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
    try await program.writes("here")
    try await program.says("later changed: succeeded in TIME")
    #expect(try await program.interrupt() == .exited(status: 0))
  }

  @Test(arguments: [("./gone", Int32(127)), ("/", 126)])
  func answersLikeAShell(command: String, status: Int32) async throws {
    let program = try WatchingProgram(["--", command])
    try #require(await eventually { program.said.count == 1 })
    #expect(try await program.interrupt() == .exited(status: status))
  }

  @Test func isQuietWhenAskedTo() async throws {
    let program = try WatchingProgram("--quiet", "--debounce", "20ms", script: "echo run; exit 4")
    try await program.writes("run")
    try program.folder.place("a", "1")
    try await program.writes("run", times: 2)
    _ = try await program.interrupt()
    #expect(program.said == [])
  }

  @Test func endsWhenThereIsNothingToWatch() async throws {
    let folder = try TemporaryFolder()
    try folder.write("inner/a", "1")
    // Long enough for all of it to be gone: a run that begins meanwhile would be stopped, and say so last.
    let program = try WatchingProgram("inner", "--debounce", "5s", script: "exit 6", in: folder)
    try await program.says("first run: failed with status 6 in TIME")
    try folder.remove("inner")
    #expect(try await program.end() == .exited(status: 1))
    #expect(program.said.last == "signalbox: cannot watch 'inner': it is gone")
  }

  @Test(
    arguments: [
      (["nowhere", "--", "true"], "cannot look at 'nowhere': No such file or directory"),
      (["--frob", "--", "true"], "unknown option '--frob'; see 'signalbox watch --help'"),
      (["--"], "a command is missing after '--'; see 'signalbox watch --help'"),
      ([], "a command is missing: put it after '--'; see 'signalbox watch --help'"),
    ])
  func answersToMistakesAsAProcess(arguments: [String], message: String) async throws {
    let program = try WatchingProgram(arguments)
    #expect(try await program.end() == .exited(status: 2))
    #expect(program.said == ["signalbox: \(message)"])
    #expect(program.output == [])
  }

  @Test func doesNotHearAHangUpThatIsIgnored() async throws {
    let program = try WatchingProgram(["--", "echo", "run"], preparing: "trap '' HUP")
    try await program.writes("run")
    try await program.send(SIGHUP)
    try program.folder.place("a", "")
    try await program.says("a changed: succeeded in TIME")
    #expect(try await program.interrupt() == .exited(status: 0))
  }

  #if os(Linux)
    @Test(.enabled(if: BuiltProgram.canOpenTerminal), arguments: [true, false])
    func clearsTheTerminalWhenAskedTo(isAskedTo: Bool) throws {
      let folder = try TemporaryFolder()
      try folder.write("inner/a", "1")
      // It ends when there is nothing left to watch.
      let arguments = ["inner", "--", "sh", "-c", "echo run; rm -r inner"]
      let outcome = try BuiltProgram.runOnTerminal(
        ["watch"] + (isAskedTo ? ["--clear"] : []) + arguments, environment: ["TERM": "xterm"],
        in: folder.url)
      #expect(outcome.output.hasPrefix(isAskedTo ? "\u{1B}[H\u{1B}[2J\u{1B}[3J" : "run"))
      #expect(outcome.output.contains("run"))
    }
  #endif
}
