import Foundation
import SignalsFoundation

extension Command {
  static let timeline = Command(
    name: "timeline",
    arguments: "FILE [OPTION…]",
    summary: "Draws a recording of 'inspect' as marbles over time.",
    details: """
      Draws what 'signalbox inspect --record FILE' has written: a row for each
      subscription, from its start to its end, with a marble for each value that has
      room for its name, dots for the others, and pauses. Where only samples say what
      has passed, ×57 stands for 57 values at the time of the last of them.

      Options:
        --svg PATH          The drawing goes there: FILE.svg, if not said otherwise.
        --from TIME         Draws from here on, counted from the beginning: 2s, 500ms.
        --to TIME           Draws up to here. With both, a part is drawn larger.
        --most N            Draws N subscriptions at most, the busiest: 60, if not
                            said otherwise.
        --trace PATH        Writes the recording for Perfetto or chrome://tracing
                            instead, all of it.
        -h, --help          Prints this help.

      Exit status: 0 when all is well, 1 when FILE could not be read or something not
      be written, 2 when the call was not understood.
      """,
    run: runTimeline)
}

private func runTimeline(_ arguments: [String], on terminal: Terminal) throws(UsageError) -> ExitStatus {
  if arguments.requestHelp {
    terminal.line(Command.timeline.help)
    return .success
  }
  let options = try TimelineOptions(arguments)
  do throws(InspectionFailure) {
    guard let data = FileManager.default.contents(atPath: options.recording) else {
      throw InspectionFailure("cannot read \(options.recording.quoted)")
    }
    let lanes: RecordedLanes
    do throws(InspectionFailure) {
      lanes = try RecordedLanes(String(decoding: data, as: UTF8.self).split(separator: "\n"))
    } catch {
      throw InspectionFailure("\(options.recording.quoted) is no recording: \(error)")
    }
    if let trace = options.trace { try write(lanes.trace, to: trace) }
    if options.svg != nil || options.trace == nil {
      try write(lanes.svg(options.range), to: options.svg ?? options.recording + ".svg")
    }
    return .success
  } catch {
    terminal.complain("signalbox: \(error)")
    return .failure
  }
}

private func write(_ text: String, to path: String) throws(InspectionFailure) {
  do throws(FileError) { try FilePath(path).write(text) } catch { throw InspectionFailure("\(error)") }
}

/// What `signalbox timeline` was asked to do.
struct TimelineOptions: Sendable {
  var recording = ""
  var svg: String?
  var trace: String?
  var range = TimelineRange()

  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-") else {
        guard recording.isEmpty else { throw Self.failure("unexpected argument \(argument.quoted)") }
        recording = argument
        continue
      }
      let name = argument.optionName
      let attached = argument.count > name.count ? String(argument.dropFirst(name.count + 1)) : nil
      guard ["--svg", "--trace", "--from", "--to", "--most"].contains(name) else {
        throw .unknownOption(argument, of: .timeline)
      }
      guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
        throw Self.failure("a value is missing after \(name)")
      }
      try take(value, of: name)
    }
    if recording.isEmpty { throw Self.failure("a recording is needed") }
    if let to = range.to, to <= range.from { throw Self.failure("--to comes after --from") }
  }

  private mutating func take(_ value: String, of option: String) throws(UsageError) {
    switch option {
    case "--svg": svg = value
    case "--trace": trace = value
    case "--most":
      guard let most = Int(value), (1...10_000).contains(most) else {
        throw Self.failure("\(value.quoted) is no number from 1 to 10000")
      }
      range.most = most
    default:
      guard let time = Duration(text: value) else {
        throw Self.failure("\(value.quoted) is no duration like '500ms' or '10s'")
      }
      if option == "--from" { range.from = time } else { range.to = time }
    }
  }

  private static func failure(_ message: String) -> UsageError {
    UsageError("\(message); see '\(Command.timeline.helpCall)'")
  }
}
