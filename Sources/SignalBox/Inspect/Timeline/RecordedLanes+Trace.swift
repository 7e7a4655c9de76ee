import Foundation

extension RecordedLanes {
  /// The recording in the trace format of Chrome, which Perfetto opens: a track for each subscription, and a counter for
  /// what waits in each holder.
  var trace: String {
    var events = [TraceEvent(ph: "M", name: "process_name", pid: process, args: ["name": .text(program)])]
    for (lane, _) in ordered(Set(lanes.keys)) { events += self.events(of: lane) }
    for holder in holders.values.sorted(by: { $0.row.number < $1.row.number }) {
      let row = holder.row
      let name = "\(row.kind ?? "holder") \(row.number)" + (row.place.map { " \($0)" } ?? "")
      events += holder.waits.map { time, count in
        TraceEvent(ph: "C", name: name, pid: process, ts: stamp(time), args: ["waits": .number(count)])
      }
    }
    for failure in failures where failure.time >= begin {
      events.append(
        TraceEvent(
          ph: "i", name: "failed: \(failure.text ?? failure.type ?? "a failure")", pid: process,
          tid: failure.subscription, ts: stamp(failure.time), s: "t",
          args: ["trail": .text((failure.trail ?? []).joined(separator: " <- "))]))
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let lines = events.compactMap { try? encoder.encode($0) }.map { String(decoding: $0, as: UTF8.self) }
    return "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n\(lines.joined(separator: ",\n"))\n]}\n"
  }

  private func events(of lane: Lane) -> [TraceEvent] {
    let (first, last) = (max(lane.begin, begin), lane.end ?? end)
    let number = lane.number
    var events = [
      TraceEvent(
        ph: "M", name: "thread_name", pid: process, tid: number,
        args: ["name": .text("\(number) \(lane.label)")]),
      TraceEvent(
        ph: "M", name: "thread_sort_index", pid: process, tid: number, args: ["sort_index": .number(number)]),
      TraceEvent(
        ph: "X", name: lane.label, pid: process, tid: number, ts: stamp(first),
        dur: max(0, last - first) * 1_000,
        args: [
          "type": .text(lane.row.type ?? ""), "values": .number(lane.row.values ?? 0),
          "end": .text(lane.endMark ?? "live"),
        ]),
    ]
    for pause in lane.pauses where pause.upperBound >= begin {
      let since = max(pause.lowerBound, begin)
      events.append(
        TraceEvent(
          ph: "X", name: "paused", pid: process, tid: number, ts: stamp(since),
          dur: (pause.upperBound - since) * 1_000))
    }
    events += lane.values.filter { $0.time >= begin }.map { value in
      TraceEvent(
        ph: "i", name: value.text ?? "value", pid: process, tid: number, ts: stamp(value.time), s: "t",
        args: ["count": .number(value.count)])
    }
    return events
  }

  /// Microseconds since the recording began.
  private func stamp(_ time: Double) -> Double { ((time - begin) * 1_000).rounded() }
}

/// One event, with the keys of the format.
private struct TraceEvent: Encodable {
  enum Argument: Encodable {
    case text(String)
    case number(Int)

    func encode(to encoder: any Encoder) throws {
      var value = encoder.singleValueContainer()
      switch self {
      case .text(let text): try value.encode(text)
      case .number(let number): try value.encode(number)
      }
    }
  }

  var ph: String
  var name: String
  var pid: Int
  var tid: Int?
  var ts: Double?
  var dur: Double?
  var s: String?
  var args: [String: Argument]?
}
