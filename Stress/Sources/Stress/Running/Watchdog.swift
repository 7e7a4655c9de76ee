import Foundation
import Signals

/// Looks at all calls and at the memory while a scenario runs.
final class Watchdog: Sendable {
  private struct State {
    var slots: [ObjectIdentifier: CallSlot] = [:]
    var worst: Call?
    var calls = 0
    var peak = 0
  }

  private let patience: Double
  private let state = Guarded(State())

  init(patience: Double) { self.patience = patience }

  /// Looks every 20 milliseconds; calls `onDefect` when the program cannot go on.
  func start(onDefect: @escaping @Sendable (String) -> Void) {
    let thread = Thread { [self] in
      while true {
        if let defect = defect(at: nanoseconds(), megabytes: Memory.resident) { onDefect(defect) }
        usleep(20_000)
      }
    }
    thread.name = "watchdog"
    thread.start()
  }

  /// What makes it useless to go on.
  func defect(at now: Int, megabytes: Int) -> String? {
    let current = state.withLock { state in
      state.peak = max(state.peak, megabytes)
      return state.slots.values.compactMap { $0.current(at: now) }
    }
    let stuck = current.filter { $0.seconds > patience }.sorted { $0.nanoseconds > $1.nanoseconds }
    if !stuck.isEmpty {
      return "E6a: has not returned: " + stuck.map(\.description).joined(separator: "; ")
    }
    if megabytes > Memory.hardLimit {
      let calls = current.filter { $0.seconds > 0.5 }.map(\.description).joined(separator: "; ")
      return "E6a: \(megabytes) MB are resident, the program stops itself at \(Memory.hardLimit)"
        + (calls.isEmpty ? "" : "; calls under way: " + calls)
    }
    return nil
  }

  /// Runs `body` with a slot that is watched meanwhile.
  func watching<Result>(_ body: (CallSlot) -> Result) -> Result {
    let slot = CallSlot()
    state.withLock { $0.slots[ObjectIdentifier(slot)] = slot }
    defer {
      state.withLock { state in
        state.slots[ObjectIdentifier(slot)] = nil
        state.calls += slot.count
        if let call = slot.worstCall, call.nanoseconds > state.worst?.nanoseconds ?? 0 { state.worst = call }
      }
    }
    return body(slot)
  }

  var findings: (calls: Int, worst: Call?, peak: Int) {
    state.withLock { state in
      let slots = state.slots.values
      let worst = (slots.compactMap(\.worstCall) + [state.worst].compactMap { $0 }).max {
        $0.nanoseconds < $1.nanoseconds
      }
      return (state.calls + slots.reduce(0) { $0 + $1.count }, worst, state.peak)
    }
  }
}
