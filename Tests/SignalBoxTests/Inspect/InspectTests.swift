#if os(Linux)
  import Foundation
  import SignalsFoundation
  import TestSupport
  import Testing

  @testable import SignalBox

  @Suite(.mayBlock) struct InspectTests {
    private let folder: TemporaryFolder
    /// A path of few characters: that of a socket may have 107.
    private var socket: FilePath { FilePath("\(folder.url.path)/4711.sock") }

    init() throws { folder = try TemporaryFolder() }

    /// As a process: it waits, which a task may not.
    private func run(_ arguments: String...) throws -> BuiltProgram.Outcome {
      try BuiltProgram.run(["inspect"] + arguments)
    }

    @Test(arguments: [Int.max, 1, 1000]) func writesTheListOnce(piece: Int) throws {
      let program = try FakeProgram(at: socket, saying: Conversation.lines, inPiecesOf: piece)
      let outcome = try run(socket.text, "--once", "--by", "age")
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.lines.first?.hasPrefix("feed 4711  ") == true, "\(outcome.output)")
      #expect(outcome.output.contains("Feed/Main.swift:12") && outcome.lines.allSatisfy { $0.count <= 80 })
      #expect(program.viewerCount == 1)
    }

    @Test func writesJSONForScripts() throws {
      let program = try FakeProgram(at: socket, saying: Conversation.lines)
      let outcome = try run(socket.text, "--once", "--json")
      #expect(outcome.status == 0)
      let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
      let snapshot = try #require(object as? [String: Any], "\(outcome.output)")
      #expect(snapshot["program"] as? String == "feed")
      #expect(
        (snapshot["subscriptions"] as? [[String: Any]])?.compactMap { $0["number"] as? Int } == [
          1, 2, 42, 43,
        ])
      withExtendedLifetime(program) {}
    }

    @Test func watchesWhatIsAskedFor() async throws {
      let program = try FakeProgram(at: socket, saying: Conversation.lines)
      let outcome = try run(socket.text, "--once", "--subscription", "2")
      #expect(outcome.status == 0)
      #expect(outcome.output.contains("subscription 2  search"))
      #expect(try await eventually { program.requests.entries == [#"{"request":"watch","subscription":2}"#] })
    }

    @Test func servesTwoViewers() throws {
      let program = try FakeProgram(at: socket, saying: Conversation.lines)
      for _ in 0..<2 { #expect(try run(socket.text, "--once").status == 0) }
      #expect(program.viewerCount == 2)
    }

    @Test func recordsForATimeline() throws {
      let program = try FakeProgram(at: socket, saying: Conversation.lines)
      let file = "\(folder.url.path)/recording"
      let outcome = try run(socket.text, "--record", file, "--for", "1s")
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(
        try String(contentsOfFile: file, encoding: .utf8) == Conversation.lines.map { $0 + "\n" }.joined())
      let drawing = Screen()
      #expect(
        Program.run(
          ["timeline", file, "--trace", file + ".json", "--svg", file + ".svg"], on: drawing.terminal())
          == .success)
      #expect(
        try String(contentsOfFile: file + ".svg", encoding: .utf8).contains("feed 4711: 6 subscriptions"))
      #expect(try String(contentsOfFile: file + ".json", encoding: .utf8).contains("traceEvents"))
      withExtendedLifetime(program) {}
    }

    @Test(arguments: [
      (["timeline"], "a recording is needed"),
      (["timeline", "/no/such/file"], "cannot read '/no/such/file'"),
      (["timeline", "a", "b"], "unexpected argument 'b'"),
      (["timeline", "a", "--most", "0"], "'0' is no number"),
      (["timeline", "a", "--from", "2s", "--to", "1s"], "--to comes after --from"),
      (["inspect", "a", "b"], "unexpected argument 'b'"),
      (["inspect", "--by", "size"], "'size' is none of 'rate', 'waiting', 'age'"),
      (["inspect", "--for", "0"], "'0' is no duration"),
      (["inspect", "--record"], "a value is missing after --record"),
      (["inspect", "/no/such/socket"], "no program serves '/no/such/socket'"),
    ])
    func saysWhatIsWrong(arguments: [String], message: String) {
      let screen = Screen()
      #expect(Program.run(arguments, on: screen.terminal()) != .success)
      #expect(screen.errors.contains(message), "\(screen.errors)")
    }

    @Test(arguments: [
      ["nonsense"], [#"{"kind":"hello","version":2,"pid":1,"program":"new","since":0,"time":0}"#], [],
    ])
    func refusesOtherProtocols(lines: [String]) async throws {
      let program = try FakeProgram(at: socket, saying: lines)
      let path = socket.text
      let leaving = Task {
        // Where nothing is said, it is the end of the connection that counts.
        if lines.isEmpty, try await eventually({ program.viewerCount == 1 }) { program.leave() }
      }
      let outcome = try BuiltProgram.run(["inspect", path, "--once"])
      try await leaving.value
      #expect(outcome.status == 1 && outcome.errors.hasPrefix("signalbox: "), "\(outcome.errors)")
    }

    // MARK: Finding programs

    @Test func findsTheOnlyProgram() throws {
      try folder.makeFolder("swift-signals")
      let own = "\(folder.url.path)/swift-signals"
      #expect(chmod(own, 0o700) == 0)
      FakeProgram.leaveStaleSocket(at: FilePath("\(own)/17.sock"))
      try folder.write("swift-signals/note.txt", "")
      let program = try FakeProgram(at: FilePath("\(own)/4711.sock"), saying: Conversation.lines)
      let found = try InspectableProgram.all(in: InspectorFolder(FilePath(own)))
      #expect(found == [InspectableProgram(process: 4711, socket: program.socket)])
      // What no process serves any more is removed; nothing else is.
      #expect(try FileManager.default.contentsOfDirectory(atPath: own).sorted() == ["4711.sock", "note.txt"])
    }

    @Test(arguments: [0o755, 0o770, 0o701]) func usesNoFolderThatOthersCanUse(mode: Int) throws {
      #expect(chmod(folder.url.path, mode_t(mode)) == 0)
      #expect(throws: InspectionFailure.self) {
        try InspectableProgram.all(in: InspectorFolder(FilePath(folder.url.path)))
      }
      try folder.link("link", to: folder.url.path)
      #expect(chmod(folder.url.path, 0o700) == 0)
      #expect(throws: InspectionFailure.self) {
        try InspectableProgram.all(in: InspectorFolder(FilePath("\(folder.url.path)/link")))
      }
    }

    // MARK: On a terminal

    @Test func showsAProgramOnATerminal() async throws {
      let program = try FakeProgram(at: socket, saying: Conversation.lines)
      let viewer = try ProgramOnTerminal("inspect", socket.text, in: folder.url)
      try await viewer.shows("feed 4711")
      try await viewer.shows("Feed/Search.swift:31")
      #expect(try viewer.takesKeys)
      viewer.type("a\u{1B}[B\r")
      try await viewer.shows("subscription 2")
      #expect(try await eventually { program.requests.entries == [#"{"request":"watch","subscription":2}"#] })
      // It goes on.
      program.say(
        #"{"kind":"sample","sample":4,"time":1795915013000.5}"#,
        #"{"kind":"events","subscription":2,"rows":[[1795915012990.5,"value","swallow"]]}"#,
        #"{"kind":"end","sample":4}"#)
      try await viewer.shows("swallow")
      viewer.type("q")
      #expect(try await eventually { program.requests.entries.count == 2 })
      #expect(viewer.output.contains("\u{1B}[?1049h") && !viewer.output.contains("\u{1B}[?1049l"))
      viewer.type("q")
      let end = try await viewer.end()
      #expect(end == (0, false))
      #expect(viewer.output.hasSuffix("\u{1B}[?25h\u{1B}[?1049l"))
    }

    @Test(arguments: [SIGTERM, SIGINT]) func leavesTheTerminalAsItWas(signal: Int32) async throws {
      let program = try FakeProgram(at: socket, saying: Conversation.lines)
      let viewer = try ProgramOnTerminal("inspect", socket.text, in: folder.url)
      try await viewer.shows("feed 4711")
      kill(viewer.number, signal)
      let end = try await viewer.end()
      #expect(end == (signal, true))
      #expect(viewer.output.contains("\u{1B}[?25h\u{1B}[?1049l"))
      withExtendedLifetime(program) {}
    }

    @Test func saysThatTheProgramHasEnded() async throws {
      let program = try FakeProgram(at: socket, saying: Conversation.lines)
      let viewer = try ProgramOnTerminal("inspect", socket.text, in: folder.url)
      try await viewer.shows("feed 4711")
      program.leave()
      try await viewer.shows("the program has ended")
      viewer.type("q")
      _ = try await viewer.end()
    }
  }
#endif
