import Foundation
import TestSupport
import Testing

@testable import SignalBox

@Suite struct TimelineTests {
  private let lanes: RecordedLanes

  init() throws { lanes = try RecordedLanes(Conversation.lines.map { Substring($0) }) }

  @Test func findsWhatHasHappened() throws {
    #expect(lanes.lanes.keys.sorted() == [1, 2, 40, 41, 42, 43])
    let search = try #require(lanes.lanes[2])
    // The events say better than samples when values have come.
    #expect(search.values.suffix(2).map(\.text) == ["swift", "swift "])
    #expect(search.values.last?.time == 1_795_915_012_050.5)
    let log = try #require(lanes.lanes[41])
    #expect(log.pauses == [1_795_915_005_000.5...1_795_915_012_800.5])
    #expect(log.end == 1_795_915_012_800.5 && log.endMark == "released")
    #expect(lanes.lanes[1]?.end == nil)
    #expect(lanes.holders[4]?.waits.map(\.count) == [3, 4])
  }

  /// The row of the end comes with a sample, which is later than the end.
  @Test func noValueComesAfterTheEnd() throws {
    let lines = [
      #"{"kind":"sample","sample":1,"time":1000}"#,
      #"{"kind":"subscriptions","rows":[{"number":1,"kind":"inner","state":"running","since":900,"values":0}]}"#,
      #"{"kind":"sample","sample":2,"time":1100}"#,
      #"{"kind":"subscriptions","rows":[{"number":1,"state":"ended","since":1010,"end":"completed","values":2}]}"#,
    ]
    let lane = try #require(try RecordedLanes(lines.map { Substring($0) }).lanes[1])
    #expect(lane.end == 1010 && lane.values == [Lane.Value(time: 1010, count: 2)])
  }

  @Test func drawsALaneForEach() throws {
    let svg = lanes.svg(TimelineRange())
    for label in [
      "search  Feed/Search.swift:31", "terminal  Feed/Log.swift:7", "class=\"dot\"", "class=\"pause\"",
      "class=\"interruption\"",
    ] {
      #expect(svg.contains(label), "\(label)")
    }
    try XMLParserCheck.check(svg)
    #expect(svg.contains("feed 4711: 6 subscriptions<"))
    // Streams of one join that come one after the other share a row.
    #expect(svg.contains("flatMap(.latest)  Feed/Main.swift:12  (2)<"))
    #expect(lanes.svg(TimelineRange(most: 2)).contains("feed 4711: 2 subscriptions, and 4 more<"))
  }

  @Test func drawsAPart() {
    #expect(lanes.svg(TimelineRange(to: .milliseconds(100))).contains(">swift</text>"))
    let part = lanes.svg(TimelineRange(from: .milliseconds(500), to: .milliseconds(700)))
    // Values that came before, and the end that came after it, are not there; the pause goes through.
    #expect(
      !part.contains(">swift</text>") && !part.contains("class=\"interruption\"")
        && part.contains("class=\"pause\""))
    #expect(part.contains(">0.5 s<") && part.contains(">0.7 s<"))
  }

  @Test func canBeZoomedWithoutOtherFiles() {
    let svg = lanes.svg(TimelineRange())
    #expect(svg.contains("<g id=\"zoomed\">") && svg.contains("<script>") && !svg.contains("href"))
    // What stands at a time says so, so that it can be moved; what spans a time is a line.
    #expect(svg.contains("<g data-x=\"320\">") && svg.components(separatedBy: "class=\"zoom\"").count == 3)
  }

  @Test func writesATrace() throws {
    struct Trace: Decodable {
      struct Event: Decodable {
        var ph: String
        var name: String
        var tid: Int?
        var ts: Double?
        var dur: Double?
      }
      var traceEvents: [Event]
    }
    let events = try JSONDecoder().decode(Trace.self, from: Data(lanes.trace.utf8)).traceEvents
    let log = try #require(events.first { $0.ph == "X" && $0.tid == 41 && $0.name == "paused" })
    #expect(log.ts == 0 && log.dur == 800_000)
    #expect(events.contains { $0.ph == "i" && $0.name == "swift " && $0.ts == 50_000 })
    #expect(events.contains { $0.ph == "C" && $0.name.hasPrefix("buffer(10, .dropOldest) 4") })
    #expect(events.count { $0.ph == "M" && $0.name == "thread_name" } == 6)
    #expect(events.allSatisfy { $0.ts ?? 0 >= 0 && $0.dur ?? 0 >= 0 })
  }

  @Test func refusesWhatIsNoRecording() {
    for text in ["", "hello", "{\"kind\":\"end\"}"] {
      #expect(throws: InspectionFailure.self) { try RecordedLanes(text.split(separator: "\n")) }
    }
  }

  @Test func drawsManyValuesAsDots() throws {
    var lines = [#"{"kind":"hello","version":1,"pid":1,"program":"p","since":0,"time":0}"#]
    for sample in 0...2_000 {
      let time = sample * 10
      lines.append(#"{"kind":"sample","sample":\#(sample + 1),"time":\#(time)}"#)
      lines.append(
        #"{"kind":"subscriptions","rows":[{"number":1,"kind":"terminal","since":0,"values":\#(sample),"last":\#(time),"text":"v\#(sample)"}]}"#
      )
    }
    let lanes = try RecordedLanes(lines.map { Substring($0) })
    let svg = lanes.svg(TimelineRange())
    // The values cannot all be seen, and the file is no larger for them.
    #expect(svg.utf8.count < 60_000 && svg.contains("class=\"dot\""))
    let part = lanes.svg(TimelineRange(from: .seconds(10), to: .milliseconds(10_100)))
    #expect(part.contains(">v1005</text>"))
  }
}

/// Whether a text is XML that a browser would show.
private enum XMLParserCheck {
  static func check(_ text: String) throws {
    var open: [Substring] = []
    for match in text.matches(of: /<(\/?)([a-z]+)[^>]*?(\/?)>/) {
      if match.1 == "/" {
        #expect(open.popLast() == match.2)
      } else if match.3.isEmpty {
        open.append(match.2)
      }
    }
    #expect(open.isEmpty)
  }
}
