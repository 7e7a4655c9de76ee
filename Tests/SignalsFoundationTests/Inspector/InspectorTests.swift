import Foundation
import Signals
import TestSupport
import Testing

import SignalsFoundation

/// Serial, because one inspector at a time is served.
@Suite(.serialized, .mayBlock) final class InspectorTests {
  private let folder: TemporaryFolder
  private let path: FilePath
  private let lifetime = Subscription()

  init() throws {
    folder = try TemporaryFolder()
    path = FilePath(folder.url.appendingPathComponent("1.sock").path)
  }

  deinit { lifetime.dispose() }

  private func serving(
    _ showing: Inspector.Showing = .counts, rowLimit: Int = 5000, _ body: () throws -> Void
  ) throws {
    let inspector = try Inspector.serve(showing: showing, at: path, rowLimit: rowLimit)
    defer { inspector.stop() }
    try body()
  }

  /// What this file has started, of a sample that is complete.
  private func mine(_ viewer: Viewer) throws -> [[String: Any]] {
    try viewer.sample()["subscriptions", default: []].filter { isMine($0["place"]) }
  }

  @Test func saysHelloAndShowsWhatIsLive() throws {
    try serving {
      let (signal, input) = Signal<Int, Never>.pipe()
      lifetime += signal.producer.named("numbers").startWithValues { _ in }
      let line: UInt = #line - 1
      input.send(1)
      let viewer = try Viewer(path)
      let hello = try viewer.line()
      #expect(hello["kind"] as? String == "hello" && hello["version"] as? Int == 1)
      #expect(hello["pid"] as? Int32 == getpid() && hello["shows"] as? String == "counts")
      let found = try mine(viewer)
      #expect(found.map { $0["kind"] as? String } == ["terminal", "named"])
      let first = try #require(found.first)
      #expect(first["place"] as? String == "\(#fileID):\(line)" && first["name"] as? String == "numbers")
      #expect(first["values"] as? Int == 1 && first["type"] as? String == "Int")
      #expect(first["drive"] as? String == "pulled" && first["state"] as? String == "running")
      #expect(first["text"] == nil && found[1]["parent"] as? Int == first["number"] as? Int)
      input.complete()
    }
  }

  @Test func sendsWhatHasChanged() throws {
    try serving {
      let (signal, input) = Signal<Int, Never>.pipe()
      lifetime += signal.observeValues { _ in }
      let viewer = try Viewer(path)
      _ = try viewer.line()
      let number = try #require(try mine(viewer).first?["number"] as? Int)
      input.send(1)
      let row = try viewer.row(number) { $0["values"] != nil }
      #expect(row["values"] as? Int == 1 && row["place"] == nil && row["last"] != nil)
      input.complete()
      let end = try viewer.row(number) { $0["state"] as? String == "ended" }
      #expect(end["end"] as? String == "completed")
    }
  }

  @Test func showsValuesIfToldTo() throws {
    try Recording.decidingAboutValues {
      try serving(.values) {
        let (signal, input) = Signal<String, Never>.pipe()
        lifetime += signal.observeValues { _ in }
        input.send("a \"quoted\" text")
        let viewer = try Viewer(path)
        #expect(try viewer.line()["shows"] as? String == "values")
        #expect(try mine(viewer).first?["text"] as? String == "a \"quoted\" text")
        input.complete()
      }
    }
  }

  @Test func sendsEventsOfAWatchedSubscription() throws {
    try serving {
      let (signal, input) = Signal<Int, Never>.pipe()
      lifetime += signal.observeValues { _ in }
      let viewer = try Viewer(path)
      _ = try viewer.line()
      let number = try #require(try mine(viewer).first?["number"] as? Int)
      viewer.send(#"{"request":"watch","subscription":\#(number)}"#)
      viewer.send(#"{"request":"metrics"}"#)
      // The answer to the second one shows that the first one has been taken.
      #expect(try viewer.first("metrics")["text"] as? String != nil)
      for value in 1...300 { input.send(value) }
      let events = try viewer.first("events")
      #expect(events["subscription"] as? Int == number)
      let rows = try #require(events["rows"] as? [[Any]])
      #expect(rows.allSatisfy { $0.count == 2 && $0[1] as? String == "value" })
      input.complete()
      let last = try viewer.first("events") {
        ($0["rows"] as? [[Any]])?.last?[1] as? String == "completed"
      }
      #expect(last["subscription"] as? Int == number)
    }
  }

  @Test func showsWhatHoldsValues() throws {
    try serving {
      let (signal, input) = Signal<Int, Never>.pipe()
      let start = signal.producer.buffer(2, onOverflow: .dropOldest).startWithValues { _ in }
      start.pause()
      for value in 1...5 { input.send(value) }
      let viewer = try Viewer(path)
      _ = try viewer.line()
      let rows = try viewer.sample()["holders", default: []]
      let holder = try #require(rows.first { isMine($0["place"]) })
      #expect(holder["operator"] as? String == "buffer" && holder["waits"] as? Int == 2)
      #expect(holder["dropped"] as? Int == 3 && holder["limit"] as? Int == 2)
      start.dispose()
    }
  }

  @Test func showsFailuresWithoutTheirText() throws {
    try serving {
      let viewer = try Viewer(path)
      SignalProducer<Int, Broken>(error: Broken()).startWithFailed { _ in }
      var row: [String: Any]?
      while row == nil {
        let rows = try viewer.sample()["failures", default: []]
        row = rows.first {
          isMine(($0["trail"] as? [String])?.last?.split(separator: " ").last.map(String.init))
        }
      }
      #expect(row?["type"] as? String == "Broken" && row?["text"] == nil)
    }
  }

  @Test func refusesWhatItDoesNotKnow() throws {
    try serving {
      let viewer = try Viewer(path)
      for line in ["nonsense", #"{"request":"dance"}"#, #"{"request":"interval","milliseconds":20}"#] {
        viewer.send(line)
        #expect(try viewer.first("refused")["why"] as? String != nil)
      }
      viewer.send(String(repeating: "x", count: 9000))
      #expect(throws: Viewer.Ended.self) { while true { _ = try viewer.line() } }
    }
  }

  /// All of them change between two samples, and only a third finds room in one.
  @Test(arguments: ["subscriptions", "holders", "properties"]) func allRowsComeInTurn(kind: String) throws {
    try serving(rowLimit: 100) {
      let (signal, input) = Signal<Int, Never>.pipe()
      let properties = (0..<300).map { _ in MutableProperty(0) }
      for _ in properties {
        let start = signal.producer.buffer(1_000_000, onOverflow: .dropOldest).startWithValues { _ in }
        lifetime += start
        if kind == "holders" { start.pause() }
      }
      let viewer = try Viewer(path)
      var (whole, changed): (Set<Int>, Set<Int>) = ([], [])
      // Other tests may have rows too.
      for round in 1...100 where changed.count < properties.count {
        for property in properties { property.value = round }
        input.send(round)
        let sample = try viewer.sample()
        for row in sample[kind == "holders" ? kind : "subscriptions", default: []] {
          guard let number = row["number"] as? Int else { continue }
          if isMine(row["place"]), (row["kind"] as? String == "property") == (kind == "properties") {
            whole.insert(number)
          } else if whole.contains(number) {
            changed.insert(number)
          }
        }
      }
      #expect(changed.count >= properties.count, "\(whole.count) have come, \(changed.count) again")
      input.complete()
    }
  }

  @Test func aPropertyThatIsReadIsInUse() throws {
    try serving {
      let (read, unread) = (MutableProperty(0, name: "read"), MutableProperty(0, name: "not read"))
      let viewer = try Viewer(path)
      var states: [String: String] = [:]
      var names: [Int: String] = [:]
      let wanted = ["read": "running", "not read": "unread"]
      for _ in 1...50 where states != wanted {
        _ = read.value
        unread.value = read.value
        for row in try viewer.sample()["subscriptions", default: []] {
          guard let number = row["number"] as? Int else { continue }
          if isMine(row["place"]), let name = row["name"] as? String { names[number] = name }
          if let name = names[number], let state = row["state"] as? String { states[name] = state }
        }
      }
      #expect(states == wanted)
    }
  }

  @Test func aViewerThatDoesNotReadMissesSamples() throws {
    try serving {
      let (signal, input) = Signal<Int, Never>.pipe()
      for _ in 1...2000 { lifetime += signal.observeValues { _ in } }
      let slow = try Viewer(path)
      let quick = try Viewer(path)
      _ = try quick.line()
      // The other one has samples meanwhile.
      for value in 1...8 {
        input.send(value)
        _ = try quick.first("end")
      }
      let missed = try slow.first("sample") { $0["missed"] as? Int ?? 0 > 0 }
      #expect(missed["sample"] as? Int ?? 0 > 1)
      input.complete()
    }
  }

  @Test func aViewerThatLeavesDoesNoHarm() throws {
    try serving {
      let left = try Viewer(path)
      _ = try left.line()
      left.leave()
      let viewer = try Viewer(path)
      _ = try viewer.first("end")
      _ = try viewer.first("end")
    }
  }

  @Test func onlyThisUserCanOpenTheSocket() throws {
    try serving {
      var status = stat()
      #expect(stat(path.text, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }
    #expect(access(path.text, F_OK) != 0)
  }

  @Test func aSocketThatIsLeftOverIsReplaced() throws {
    do { _ = try LocalSocket.listening(at: path) }
    #expect(access(path.text, F_OK) == 0)
    try serving { _ = try Viewer(path).line() }
  }

  @Test func somethingElseInTheWayIsRefused() throws {
    try folder.write("1.sock", "text".utf8)
    #expect(throws: InspectorError.self) { try Inspector.serve(at: path) }
    #expect(access(path.text, F_OK) == 0)
    let long = FilePath(folder.url.appendingPathComponent(String(repeating: "x", count: 200)).path)
    #expect(throws: InspectorError.self) { try Inspector.serve(at: long) }
  }

  @Test func aFolderOfOthersIsRefused() throws {
    chmod(folder.url.path, 0o755)
    #expect(throws: InspectorError.self) { try InspectorFolder(FilePath(folder.url.path)).check() }
    chmod(folder.url.path, 0o700)
    try InspectorFolder(FilePath(folder.url.path)).check()
  }

  @Test func recordsOnlyWhileItIsServed() throws {
    let (signal, input) = Signal<Int, Never>.pipe()
    try serving {
      #expect(LiveSubscriptions.areRecorded)
      let inspector = try Inspector.serve(at: FilePath("/nowhere"))
      #expect(inspector.path == path)
    }
    lifetime += signal.observeValues { _ in }
    input.complete()
  }

  @Test func metricsAreTextOfPrometheus() throws {
    Recording.begin()
    defer { Recording.end() }
    let (signal, input) = Signal<Int, Never>.pipe()
    lifetime += signal.producer.buffer(2, onOverflow: .dropNewest).startWithValues { _ in }
    let line: UInt = #line - 1
    input.send(1)
    let text = Inspector.metrics
    #expect(text.contains("# TYPE signals_subscriptions_live gauge\nsignals_subscriptions_live "))
    #expect(text.contains("signals_place_values{place=\"\(#fileID):\(line)\",type=\"Int\"} 1\n"))
    #expect(text.contains("signals_holder_waiting{operator=\"buffer\",place=\"\(#fileID):\(line)\"} 0\n"))
    input.complete()
  }
}

private struct Broken: Error {}

/// Whether a place is in this file.
private func isMine(_ place: Any?) -> Bool { (place as? String)?.hasPrefix("\(#fileID):") ?? false }

/// A viewer in this process.
private final class Viewer {
  struct Ended: Error {}

  private var descriptor: Descriptor?
  private var input: ArraySlice<UInt8> = []

  init(_ path: FilePath) throws { descriptor = try LocalSocket.connected(to: path) }

  func leave() { descriptor = nil }

  func send(_ line: String) {
    _ = descriptor?.writeQuietly(Array("\(line)\n".utf8)[...])
  }

  func line() throws -> [String: Any] {
    while true {
      if let end = input.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Data(input[..<end])
        input = input[(end + 1)...]
        #expect(line.count < 262_144)
        return try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
      }
      guard case .bytes(let bytes) = descriptor?.read(atMost: 1 << 16) else { throw Ended() }
      input += bytes
    }
  }

  /// The next line of a kind that is as wanted.
  func first(_ kind: String, where isWanted: ([String: Any]) -> Bool = { _ in true }) throws -> [String: Any]
  {
    while true {
      let line = try line()
      if line["kind"] as? String == kind, isWanted(line) { return line }
    }
  }

  /// The rows of the next sample, by kind.
  func sample() throws -> [String: [[String: Any]]] {
    var rows: [String: [[String: Any]]] = [:]
    while true {
      let line = try line()
      guard let kind = line["kind"] as? String else { continue }
      if kind == "end" { return rows }
      rows[kind, default: []] += line["rows"] as? [[String: Any]] ?? []
    }
  }

  /// The next row of a subscription that is as wanted.
  func row(_ number: Int, where isWanted: ([String: Any]) -> Bool) throws -> [String: Any] {
    while true {
      let rows = try sample()["subscriptions", default: []]
      if let row = rows.first(where: { $0["number"] as? Int == number && isWanted($0) }) { return row }
    }
  }
}
