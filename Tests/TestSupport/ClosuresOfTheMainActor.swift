/// Calls of public declarations that take closures, with closures that are written on the main actor (contract A3).
///
/// A function that calls such a closure off the main actor without declaring it stops the program at the call.
@MainActor package struct ClosuresOfTheMainActor {
  private var uses: [String: [@MainActor (OffMainProbe) -> Void]] = [:]

  package init() {}

  /// Lists a call.
  ///
  /// - Parameter declaration: Its name as the compiler gives it, without the arguments for a place in the program.
  package mutating func use(_ declaration: String, _ pass: @escaping @MainActor (OffMainProbe) -> Void) {
    uses[declaration, default: []].append(pass)
  }

  /// Passes all closures, and compares which of them are called, and where, with what the compiler knows to be public
  /// in `modules`.
  package func faults(in modules: [String]) async throws -> [String] {
    // It takes a while, waits for a process, and other tests wait for the main actor.
    let all = try await Task.detached(executorPreference: ThreadOfItsOwn()) {
      try DeclaredClosure.all(in: modules)
    }.value
    let declared = Dictionary(grouping: all, by: \.declaration)
    var faults: [String] = []
    for declaration in Set(declared.keys).union(uses.keys).sorted() {
      let passed = uses[declaration] ?? []
      faults += try await self.faults(of: passed, to: declared[declaration] ?? []).map {
        "\(declaration): \($0)"
      }
    }
    return faults
  }

  private func faults(
    of passed: [@MainActor (OffMainProbe) -> Void], to closures: [DeclaredClosure]
  ) async throws -> [String] {
    if passed.isEmpty { return ["is not in the list"] }
    let away = OffMainProbe()
    for pass in passed { pass(away) }
    await Task.detached { away.scheduler.run() }.value
    let bound = closures.filter(\.staysOnTheMainActor).count
    let free = closures.filter { $0.isIsolated && !$0.staysOnTheMainActor }.count
    _ = try await eventually { @Sendable in
      away.called >= closures.count && away.calledElsewhere >= free
    }
    var faults: [String] = []
    if away.called != closures.count {
      faults.append("takes \(closures.count) closures, calls \(away.called)")
    }
    if away.calledElsewhere < free {
      faults.append("calls \(away.calledElsewhere) of \(free) closures elsewhere")
    }
    if bound > 0, away.calledElsewhere > closures.count - bound {
      faults.append("calls a closure elsewhere that belongs to the main actor")
    }
    return faults
  }
}
