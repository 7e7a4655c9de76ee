import Signals

/// A few operations on a few threads, and what has to hold however they interleave.
struct Scenario: Sendable {
  let name: String
  /// Makes fresh objects, what each thread does with them, and what is checked afterwards.
  let build: @Sendable (Run) -> Plan
  /// Whether what a thread stores may reach the others later, as processors do it. For what relies on fences.
  let keepsStores: Bool
  /// Why a rule is broken in some interleaving, if that is known and not mended.
  let knownIssue: String?

  init(
    _ name: String, keepsStores: Bool = false, knownIssue: String? = nil,
    _ build: @escaping @Sendable (Run) -> Plan
  ) {
    self.name = name
    self.keepsStores = keepsStores
    self.knownIssue = knownIssue
    self.build = build
  }
}

/// What the threads of a run do, and what is checked when all of them have ended.
struct Plan: Sendable {
  let threads: [@Sendable () -> Void]
  let check: @Sendable () -> Void

  init(threads: [@Sendable () -> Void], check: @escaping @Sendable () -> Void) {
    self.threads = threads
    self.check = check
  }

  init(
    _ a: @escaping @Sendable () -> Void, _ b: @escaping @Sendable () -> Void,
    check: @escaping @Sendable () -> Void
  ) {
    self.init(threads: [a, b], check: check)
  }

  init(
    _ a: @escaping @Sendable () -> Void, _ b: @escaping @Sendable () -> Void,
    _ c: @escaping @Sendable () -> Void, check: @escaping @Sendable () -> Void
  ) {
    self.init(threads: [a, b, c], check: check)
  }
}

/// The run that a scenario is part of.
struct Run: Sendable {
  private let explorer: Explorer

  init(_ explorer: Explorer) { self.explorer = explorer }

  /// The number of the thread that calls.
  var thread: Int { explorer.thread }

  func expect(_ holds: Bool, _ rule: @autoclosure () -> String) {
    if !holds { explorer.fail(rule()) }
  }

  /// A moment at which another thread may go on, in code that accesses nothing shared.
  func pass(_ line: UInt = #line, _ file: StaticString = #fileID) {
    Exploration.scheduler?.willAccess(ExploredAccess("passes", 0, file, line))
  }
}
