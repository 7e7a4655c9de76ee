import Foundation
import Signals
import SignalsFoundation
import TestSupport
import Testing

@Suite(.mayBlock) struct ChildProcessTests {
  @Test func tellsLinesThenTheEnd() async throws {
    let run = Run(shell: "echo one; echo two >&2; printf three; exit 3")
    try await run.finish()
    #expect(run.output == ["one", "three"])
    #expect(run.errors == ["two"])
    #expect(run.events.suffix(2) == [.next(.ended(.exited(status: 3))), .completed])
    #expect(run.gone == [.exited(status: 3)])
  }

  @Test(arguments: Duration.farTooLong) func mayTakeAnyTimeToEnd(_ grace: Duration) async throws {
    let run = Run(.shell("echo one", grace: grace))
    try await run.finish()
    #expect(run.output == ["one"])
    let impatient = Run(.shell("echo one", grace: .zero - grace))
    try await impatient.finish()
    #expect(impatient.events.last == .completed)
  }

  @Test func tellsTheSignal() async throws {
    let run = Run(shell: "kill -9 $$")
    try await run.finish()
    #expect(run.events == [.next(.ended(.killed(signal: SIGKILL))), .completed])
    #expect(ProcessEnd.killed(signal: SIGKILL).shellStatus == 137)
  }

  @Test func tellsLongOutputWhole() async throws {
    let run = Run(shell: "i=0; while [ $i -lt 2000 ]; do echo $i; i=$((i+1)); done; head -c 300000 /dev/zero")
    try await run.finish()
    #expect(run.output.dropLast().map { Int($0) } == (0..<2000).map { $0 })
    #expect(run.output.last?.utf8.count == 300_000)
  }

  @Test("B2, B3: a process waits while its output is not read") func waitsDuringAPause()
    async
  {
    var lines = 0
    for await event in ChildProcess.shell("yes").run().completeOnError().values(buffering: .suspending(10)) {
      if case .line(let line, _) = event, line.text == "y" { lines += 1 }
      if lines == 200_000 { break }
    }
    #expect(lines == 200_000)
  }

  @Test("B2: nothing comes during a pause, and nothing is lost") func pauses() async throws {
    let events = Notes<ProcessEvent>()
    let starts = Notes<any Disposable>()
    let ended = AsyncStream.makeStream(of: Void.self)
    let count = 50_000
    ChildProcess.shell("i=0; while [ $i -lt \(count) ]; do echo $i; i=$((i+1)); done").run()
      .on(terminated: { ended.continuation.finish() })
      .startWithSignal { signal, start in
        starts.add(start)
        signal.observe { event in
          if let event = event.value { events.add(event) }
          if events.entries.count == 5 { start.pause() }
        }
      }
    defer { starts.entries[0].dispose() }
    try #require(await eventually { events.entries.count >= 5 })
    // Meanwhile the process fills its pipe.
    try await Run(shell: "echo other").finish()
    #expect(events.entries.count == 5)
    starts.entries[0].resume()
    for await _ in ended.stream {}
    #expect(events.entries.count == count + 1)
  }

  @Test func runsInAFolderWithAnEnvironment() async throws {
    let folder = try TemporaryFolder()
    var process = ChildProcess.shell("pwd -P; echo $GREETING")
    process.workingDirectory = FilePath(folder.url.path)
    process.environment = ["GREETING": "hello", "PATH": "/usr/bin:/bin"]
    let run = Run(process)
    try await run.finish()
    #expect(run.output == [folder.url.resolvingSymlinksInPath().path, "hello"])
  }

  /// As a shell that has the environment does.
  @Test func findsTheProgramInThePathOfItsEnvironment() async throws {
    let folder = try TemporaryFolder()
    func program(_ name: String, _ script: String, isExecutable: Bool = true) throws {
      let file = try folder.write(name, "#!/bin/sh\n\(script)\n").path
      if isExecutable { #expect(chmod(file, 0o755) == 0) }
    }
    try program("text/date", "echo of a text", isExecutable: false)
    try program("own/date", "echo of its own")
    try program("here/date", "echo of the folder")
    let root = folder.url.path
    let cases: [(path: String?, program: String, folder: String?, output: String)] = [
      ("\(root)/own:/usr/bin:/bin", "date", nil, "of its own"),
      ("\(root)/none:\(root)/text:\(root)/own/date:\(root)/own", "date", nil, "of its own"),
      ("own", "date", root, "of its own"), ("", "date", "\(root)/here", "of the folder"),
      ("\(root)/text:", "date", "\(root)/here", "of the folder"),
      ("\(root)/own", "\(root)/here/date", nil, "of the folder"),
      ("\(root)/own", "here/date", root, "of the folder"), (nil, "pwd", "/", "/"),
    ]
    for (path, name, workingDirectory, output) in cases {
      var process = ChildProcess(name)
      process.environment = path.map { ["PATH": $0] } ?? [:]
      process.workingDirectory = workingDirectory.map { FilePath($0) }
      let run = Run(process)
      try await run.finish()
      #expect(run.output == [output], "\(name) in \(path ?? "no path")")
    }
    let failing: [(path: String, program: String, cause: ProcessError.Cause)] = [
      ("\(root)/own", "sh", .notFound), ("\(root)/text:\(root)/none", "date", .notExecutable),
      ("\(root)/own", "", .notFound), (root, "own", .notExecutable),
      ("\(root)/own", String(repeating: "a", count: 300), .notFound),
    ]
    for (path, name, cause) in failing {
      var process = ChildProcess(name)
      process.environment = ["PATH": path]
      #expect(Run(process).events == [.failed(ProcessError(name, cause))])
    }
  }

  /// Each with a PATH of its own, side by side.
  @Test func eachProcessHasItsOwnPath() async throws {
    let folder = try TemporaryFolder()
    for number in 0..<8 {
      let file = try folder.write("\(number)/tool", "#!/bin/sh\necho \(number)\n").path
      #expect(chmod(file, 0o755) == 0)
    }
    let root = folder.url.path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          for round in 0..<max(5, rounds(100)) {
            var process = ChildProcess("tool")
            process.environment = ["PATH": "\(root)/none:\(root)/\(number):\(root)/\((number + 1) % 8)"]
            if round % 4 == 3 {
              process.run().startWithFailed { _ in }.dispose()
              continue
            }
            let run = Run(process)
            try await run.finish()
            #expect(run.output == ["\(number)"], "\(run.events)")
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// As a program does that a program has started which ignores it.
  @Test("SIGCHLD is ignored, or ends are not to be kept", arguments: [true, false])
  func learnsHowAProcessEndsWhatever(isIgnored: Bool) async {
    // In a process of its own, because that concerns all children. A macro takes no value from outside.
    if isIgnored {
      await #expect(processExitsWith: .success) {
        signal(SIGCHLD, SIG_IGN)
        try await Run.learnsHowProcessesEnd()
      }
    } else {
      await #expect(processExitsWith: .success) {
        var action = sigaction()
        sigaction(SIGCHLD, nil, &action)
        action.sa_flags |= Int32(bitPattern: UInt32(SA_NOCLDWAIT))
        sigaction(SIGCHLD, &action, nil)
        try await Run.learnsHowProcessesEnd()
      }
    }
  }

  @Test func inheritsTheEnvironmentAsItIs() async {
    // In a process of its own, because other tests read the environment.
    await #expect(processExitsWith: .success) {
      let notUTF8: [CChar] = [0x63, 0x61, 0x66, -0x17, 0]
      setenv("ODD", notUTF8, 1)
      let run = Run(shell: "printf %s \"$ODD\" | od -An -tx1")
      try await run.finish()
      #expect(run.output.map { $0.split(separator: " ") } == [["63", "61", "66", "e9"]])
    }
  }

  @Test func startsWithOrdinarySignals() async throws {
    signal(SIGPIPE, SIG_IGN)
    // With the signal ignored, `yes` would complain of the broken pipe.
    let run = Run(shell: "yes | head -n 1")
    try await run.finish()
    #expect(run.output == ["y"])
    #expect(run.errors == [])
  }

  @Test func inheritsNoPipeOfAnother() async throws {
    let (signal, input) = Signal<[UInt8], Never>.pipe()
    let reader = Run(ChildProcess("cat")) { $0.run(input: signal, onExit: $1) }
    let other = Run(ChildProcess("sleep", ["1000"]))
    input.complete()
    // It would not see the end of its input if the other one held that too.
    try await reader.finish()
    other.start.dispose()
    try await other.vanish()
  }

  @Test func inheritsNoPipeThatIsNotMarkedToBeClosed() async throws {
    let pipe = Pipe()
    let run = Run(shell: "echo $$; sleep 100000")
    _ = try await run.number()
    try pipe.fileHandleForWriting.close()
    // A thread that reads from the pipe would wait for the process if that held the other end too.
    var reader = pollfd(fd: pipe.fileHandleForReading.fileDescriptor, events: 0, revents: 0)
    let isClosed = try await eventually {
      poll(&reader, 1, 0) == 1 && reader.revents == Int16(POLLHUP)
    }
    #expect(isClosed)
    run.start.dispose()
    try await run.vanish()
  }

  @Test func saysWhyItCannotStart() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("text", "no program").path
    var lost = ChildProcess("true")
    lost.workingDirectory = FilePath("/gone/for/good")
    var inAFile = ChildProcess("true")
    inAFile.workingDirectory = FilePath("/bin/sh")
    var nowhere = ChildProcess("true")
    nowhere.workingDirectory = FilePath("")
    let reasons: [(ChildProcess, ProcessError.Cause, String)] = [
      (ChildProcess("no-such-program"), .notFound, "cannot run 'no-such-program': not found"),
      (ChildProcess(file), .notExecutable, "cannot run '\(file)': not executable"),
      (
        lost, .workingDirectory(FilePath("/gone/for/good")),
        "cannot run 'true': cannot enter the folder '/gone/for/good'"
      ),
      (
        inAFile, .workingDirectory(FilePath("/bin/sh")),
        "cannot run 'true': cannot enter the folder '/bin/sh'"
      ),
      (nowhere, .workingDirectory(FilePath("")), "cannot run 'true': cannot enter the folder ''"),
    ]
    for (process, cause, text) in reasons {
      let run = Run(process)
      #expect(run.events == [.failed(ProcessError(process.program, cause))])
      #expect(run.events.first?.failure?.description == text)
      #expect(run.gone == [])
    }
  }

  @Test func refusesTextsWithANUL() {
    let cases: [(ProcessError.Text, String, (inout ChildProcess) -> Void)] = [
      (.program, "its name", { $0.program = "echo\0" }),
      (.argument("a\0b"), "the argument 'a\u{FFFD}b'", { $0.arguments = ["c", "a\0b"] }),
      (.variable(name: "A"), "the variable 'A'", { $0.environment = ["A": "b\0"] }),
      (.variable(name: "A\0"), "the variable 'A\u{FFFD}'", { $0.environment = ["A\0": "b"] }),
      (
        .workingDirectory(FilePath("/\0")), "the folder '/\u{FFFD}'",
        { $0.workingDirectory = FilePath("/\0") }
      ),
    ]
    for (text, name, change) in cases {
      var process = ChildProcess("echo", ["c"])
      change(&process)
      for run in [Run(process), Run(process) { $0.run(input: SignalProducer(value: [1]), onExit: $1) }] {
        #expect(run.events == [.failed(ProcessError(process.program, .nul(in: text)))])
        #expect(run.events.first?.failure?.description.hasSuffix(": \(name) holds a NUL character") == true)
        #expect(run.gone == [])
      }
    }
  }

  @Test func killsAtOnce() async throws {
    let killing = Notes<@Sendable () -> Void>()
    let run = Run(.shell("trap '' TERM; sleep 100000 & echo $!; wait; wait", grace: .seconds(3600))) {
      $0.run(began: killing.add, leaderEnded: {}, onExit: $1)
    }
    let inner = try await run.number()
    // Also when it was asked to end, and does not.
    run.start.dispose()
    killing.entries.forEach { $0() }
    try await run.vanish()
    #expect(killing.entries.count == 1)
    #expect(!isAlive(inner))
    killing.entries.forEach { $0() }
  }

  @Test func saysWhenTheProcessItselfHasEnded() async throws {
    let folder = try TemporaryFolder()
    let go = folder.url.appendingPathComponent("go").path
    let ends = Notes<String>()
    let run = Run(.shell("until [ -e \(go) ]; do sleep 0.01; done & exit 3", grace: .seconds(3600))) {
      process, onExit in
      process.run(began: { _ in }, leaderEnded: { ends.add("process") }) { end in
        ends.add("all")
        onExit(end)
      }
    }
    #expect(try await eventually { ends.entries == ["process"] })
    try folder.write("go", "")
    try await run.finish()
    #expect(ends.entries == ["process", "all"])
  }

  #if os(Linux)
    @Test("A program with a name that is cut inside a character")
    func waitsForAProgramWithALongName() async throws {
      let folder = try TemporaryFolder()
      let program = try folder.write("prüfprogramm-übe", "#!/bin/sh\nread line < \"$1\"\n").path
      let pipe = folder.url.appendingPathComponent("pipe").path
      #expect(chmod(program, 0o700) == 0)
      #expect(mkfifo(pipe, 0o600) == 0)
      let run = Run(.shell("echo $$; '\(program)' '\(pipe)' & echo $!", grace: .seconds(3600)))
      let writing = Descriptor(taking: open(pipe, O_RDWR | O_CLOEXEC))
      defer { write(writing.number, "\n", 1) }
      try #require(await eventually { run.output.count == 2 })
      let (shell, inner) = (try #require(Int(run.output[0])), try #require(pid_t(run.output[1])))
      // When the shell is reaped, the group is looked at, and then less and less often.
      #expect(try await eventually { !FileManager.default.fileExists(atPath: "/proc/\(shell)") })
      try await Run(shell: "echo other").finish()
      #expect(isAlive(inner))
      #expect(run.gone.isEmpty)
      write(writing.number, "\n", 1)
      try await run.finish()
    }

    @Test func endsWhileAProcessWritesThatHasLeft() async throws {
      let (numbers, end) = (Notes<pid_t>(), Notes<ProcessEnd>())
      // Long lines: it writes as fast as they are read, and each one costs time.
      let start = ChildProcess.shell("setsid yes $(printf %08000d 1) & echo $! >&2; sleep 0.2").run().start {
        event in
        switch event {
        case .next(.line(let line, from: .errors)): if let number = pid_t(line.text) { numbers.add(number) }
        case .next(.ended(let how)): end.add(how)
        default: break
        }
      }
      defer {
        numbers.entries.forEach { kill($0, SIGKILL) }
        start.dispose()
      }
      #expect(try await eventually { end.entries == [.exited(status: 0)] })
      #expect(numbers.entries.count == 1)
    }
  #endif

  @Test func leavesNoDescriptorOpen() async {
    // In a process of its own, because other tests open some too.
    await #expect(processExitsWith: .success) {
      func openCount() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count }
      let before = try openCount()
      for _ in 0..<100 {
        let run = Run(ChildProcess("true")) { $0.run(input: SignalProducer(value: [1]), onExit: $1) }
        try await run.finish()
      }
      // Dispatch opens some for itself.
      #expect(try await eventually { (try? openCount() < before + 20) ?? false })
    }
  }
}

extension Run {
  /// Also the process of its children.
  fileprivate static func learnsHowProcessesEnd() async throws {
    let run = Run(shell: "exit 3")
    try await run.finish()
    #expect(run.events == [.next(.ended(.exited(status: 3))), .completed])
    #if os(Linux)
      // Of the signals that are ignored, the seventeenth bit.
      let child = Run(shell: "grep SigIgn /proc/self/status")
      try await child.finish()
      let mask = try #require(
        child.output.first?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) })
      #expect(mask & 1 << UInt64(SIGCHLD - 1) == 0)
    #endif
  }
}

@Suite(.mayBlock) struct ChildProcessInputTests {
  @Test func readsAStream() async throws {
    let count = rounds(100_000)
    let lines = SignalProducer<[UInt8], Never>((0..<count).map { Array("line \($0)\n".utf8) })
    let run = Run(ChildProcess("cat")) { $0.run(input: lines, onExit: $1) }
    try await run.finish()
    #expect(run.output == (0..<count).map { "line \($0)" })
  }

  @Test func readsAStreamThatSendsLater() async throws {
    let (signal, input) = Signal<[UInt8], Never>.pipe()
    let run = Run(ChildProcess("cat")) { $0.run(input: signal, onExit: $1) }
    // Observed when the thread of the input has come to it.
    try #require(
      await eventually {
        input.send(Array("again\n".utf8))
        return run.output.contains("again")
      })
    input.complete()
    try await run.finish()
    #expect(run.events.suffix(2) == [.next(.ended(.exited(status: 0))), .completed])
  }

  @Test func stopsWhenTheProcessReadsNoMore() async throws {
    let sent = Notes<Int>()
    let disposals = Notes<Bool>()
    let endless = SignalProducer<[UInt8], Never> { observer, lifetime in
      lifetime.onEnd { disposals.add(true) }
      while !lifetime.hasEnded {
        observer.send([UInt8](repeating: 0x61, count: 1000))
        if sent.entries.count < 10 { sent.add(1) }
      }
    }
    let run = Run(.shell("head -c 5000 | wc -c")) { $0.run(input: endless, onExit: $1) }
    try await run.finish()
    #expect(run.output.map { $0.trimmingCharacters(in: .whitespaces) } == ["5000"])
    #expect(try await eventually { !disposals.entries.isEmpty })
  }

  @Test func waitsForTheProcessToRead() async throws {
    let sent = Notes<Int>()
    let pieces = SignalProducer<[UInt8], Never>(
      (0..<100).map { _ in [UInt8](repeating: 0x61, count: 64 * 1024) }
    )
    .on(next: { sent.add($0.count) })
    let run = Run(.shell("echo ready; sleep 100000")) { $0.run(input: pieces, onExit: $1) }
    try #require(await eventually { run.output == ["ready"] && !sent.entries.isEmpty })
    // A pipe takes so much and no more.
    #expect(sent.entries.count < 30)
    run.start.dispose()
    try await run.vanish()
  }
}
