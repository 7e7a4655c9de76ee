#if os(Linux)
  import Foundation
  import Signals
  import SignalsFoundation
  import TestSupport
  import Testing

  @testable import SignalBox

  /// The viewer and a real program: a process of its own, so that streams of other tests are not shown.
  @Suite(.mayBlock) struct InspectedProgramTests {
    @Test func showsARealProgram() async {
      await #expect(processExitsWith: .success) {
        let folder = try TemporaryFolder()
        let inspector = try Inspector.serve(showing: .values, at: FilePath("\(folder.url.path)/1.sock"))
        let (texts, input) = Signal<String, Never>.pipe()
        let search = texts.producer.named("typed")
          .flatMap(.latest) { text in
            SignalProducer<String, Never>(value: text + "!").append(SignalProducer<String, Never>.never)
          }
          .startWithValues { _ in }
        let (lines, log) = Signal<Int, Never>.pipe()
        let paused = lines.producer.buffer(10, onOverflow: .dropOldest).startWithValues { _ in }
        paused.pause()
        let isOver = Flag()
        let typing = DispatchGroup()
        DispatchQueue.global().async(group: typing) {
          var number = 0
          while !isOver.isSet {
            number += 1
            input.send("text \(number)")
            log.send(number)
            usleep(20_000)
          }
        }
        let path = inspector.path.text
        let list = try BuiltProgram.run("inspect", path, "--once", "--tree")
        #expect(list.status == 0 && list.output.contains("typed"), "\(list.output)\(list.errors)")
        #expect(
          list.output.contains("s.swift:") && list.output.contains("paused"), "\(list.output)")
        #expect(list.output.contains("! drops values") || list.output.contains("     10"), "\(list.output)")
        let json = try BuiltProgram.run("inspect", path, "--once", "--json")
        let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        let rows = try #require(object?["subscriptions"] as? [[String: Any]])
        let typed = try #require(rows.first { $0["name"] as? String == "typed" }?["number"] as? Int)
        let page = try BuiltProgram.run("inspect", path, "--once", "--subscription", "\(typed)")
        #expect(page.output.contains("ago  text "), "\(page.output)")
        let file = "\(folder.url.path)/recording"
        #expect(try BuiltProgram.run("inspect", path, "--record", file, "--for", "1s").status == 0)
        #expect(try BuiltProgram.run("timeline", file).status == 0)
        #expect(try String(contentsOfFile: file + ".svg", encoding: .utf8).contains("typed"))
        print(list.output, page.output)
        // A viewer that is killed, and one that reads nothing, do no harm.
        let killed = Process()
        killed.executableURL = BuiltProgram.url
        killed.arguments = ["inspect", path, "--json"]
        killed.standardOutput = Pipe()
        try killed.run()
        let silent = try LocalSocket.connected(to: inspector.path)
        usleep(300_000)
        kill(killed.processIdentifier, SIGKILL)
        killed.waitUntilExit()
        #expect(try BuiltProgram.run("inspect", path, "--once").status == 0)
        withExtendedLifetime(silent) {}
        _ = isOver.set()
        typing.wait()
        search.dispose()
        paused.dispose()
      }
    }

    /// A program that ends normally leaves no socket behind, although it never stops serving.
    @Test func leavesNoSocketBehind() throws {
      let folder = try TemporaryFolder()
      let line = "XDG_RUNTIME_DIR=$PWD SIGNALS_INSPECT=1 $0 marbles prefix > list; ls -A swift-signals"
      let outcome = try BuiltProgram.shell(line, in: folder.url)
      #expect(outcome.status == 0 && outcome.output == "", "\(outcome.output)\(outcome.errors)")
    }

    /// The programs of the guide "Why does nothing arrive?": the viewer names the fault of each.
    @Test func namesEachFaultOfTheGuide() async {
      await #expect(processExitsWith: .success) {
        let folder = try TemporaryFolder()
        let inspector = try Inspector.serve(at: FilePath("\(folder.url.path)/1.sock"))
        let faults = Faults()
        faults.begin()
        // Some faults show after ten seconds.
        let json = try BuiltProgram.run("inspect", inspector.path.text, "--once", "--json", "--for", "12s")
        #expect(json.status == 0, "\(json.errors)")
        let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        let troubles = (object?["troubles"] as? [[String: Any]] ?? []).map {
          "\($0["kind"] ?? ""): \($0["sentence"] ?? "")"
        }
        for (fault, kind, words, place) in faults.expected {
          #expect(
            troubles.contains { $0.hasPrefix("\(kind): ") && $0.contains(words) && $0.contains(place) },
            "\(fault) at \(place): \(troubles)")
        }
        faults.end()
      }
    }
  }
#endif
