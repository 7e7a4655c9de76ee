import SignalsFoundation

@testable import SignalBox

extension Property {
  /// Arguments, one per line, are understood or refused with a message. Nothing is run that has side effects.
  static let commands = Property(name: "commands") { input in
    let arguments = input.split(omittingEmptySubsequences: false) { $0 == 0 || $0 == UInt8(ascii: "\n") }
      .map { Array($0).text }
    do throws(UsageError) {
      try read(arguments)
      return nil
    } catch {
      return violation(of: error)
    }
  }

  private static func read(_ arguments: [String]) throws(UsageError) {
    let rest = Array(arguments.dropFirst())
    switch arguments.first {
    case "marbles": _ = try MarblesRequest(rest)
    case "watch": if !rest.requestHelp { _ = try WatchOptions(rest) }
    case "tour": if !rest.requestHelp { _ = try TourOptions(rest) }
    // Help, the version, and what is none of the commands.
    default: _ = try Program.dispatch(arguments, on: .silent)
    }
  }
}
