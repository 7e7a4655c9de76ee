extension Pipeline {
  /// The same with times that are easier to read: whole seconds, and some microseconds so that they still do
  /// not coincide, also not after having been added to each other a few times. Nil if all times are
  /// whole microseconds already, or if there are too many times.
  var withPlainTimes: Pipeline? {
    if times.allSatisfy({ $0 % 1000 == 0 }) { return nil }
    let distinct = times.reduce(into: [Nanoseconds]()) { if !$0.contains($1) { $0.append($1) } }
    if distinct.count > 8 { return nil }
    var microseconds: Nanoseconds = 1
    var plain: [Nanoseconds: Nanoseconds] = [:]
    for time in distinct {
      plain[time] = time / 1_000_000_000 * 1_000_000_000 + microseconds * 1000
      microseconds *= 7
    }
    var copy = self
    copy.changeTimes { $0 = plain[$0]! }
    return copy
  }

  /// All times and durations.
  var times: [Nanoseconds] {
    var all: [Nanoseconds] = []
    var copy = self
    copy.changeTimes { all.append($0) }
    return all
  }

  private mutating func changeTimes(_ change: (inout Nanoseconds) -> Void) {
    source.changeTimes(change)
    for step in steps.indices {
      for index in steps[step].durations.indices { change(&steps[step].durations[index]) }
      for index in steps[step].others.indices { steps[step].others[index].changeTimes(change) }
    }
  }
}

extension Source {
  fileprivate mutating func changeTimes(_ change: (inout Nanoseconds) -> Void) {
    switch self {
    case .script(var script):
      for index in script.values.indices { change(&script.values[index].time) }
      if script.end != nil { change(&script.end!.time) }
      self = .script(script)
    case .creation(let creation, let numbers, var durations):
      for index in durations.indices { change(&durations[index]) }
      self = .creation(creation, numbers: numbers, durations: durations)
    }
  }
}
