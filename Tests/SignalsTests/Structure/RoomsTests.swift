import TestSupport
import Testing

/// The rooms of the core, from the lowest to the highest: each uses what is declared in those that it names, and no
/// other. The index of the compiler says who uses what: a name in the text may be that of any type.
@Suite(.enabled(if: SymbolIndex.exists, "a debug build has an index")) struct RoomsTests {
  private static let allowed: [(room: String, uses: Set<String>)] = [
    ("Events", []),
    ("Primitives", []),
    ("PropertyGraph", ["Primitives"]),
    ("Runtime", ["PropertyGraph", "Events", "Primitives"]),
    ("Schedulers", ["Runtime", "Primitives"]),
    ("Diagnostics", ["Schedulers", "Runtime", "Events", "Primitives"]),
    ("Stream", ["Diagnostics", "Runtime", "Events", "Primitives"]),
    ("Stages", ["Stream", "Diagnostics", "Runtime", "Events", "Primitives"]),
    ("State", ["Stages", "Stream", "Diagnostics", "Runtime", "PropertyGraph", "Events", "Primitives"]),
    ("Sharing", ["State", "Stream", "Diagnostics", "Runtime", "Events", "Primitives"]),
    (
      "Joins",
      [
        "Sharing", "State", "Stages", "Stream", "Diagnostics", "Schedulers", "Runtime", "Events",
        "Primitives",
      ]
    ),
    (
      "Timed",
      [
        "Joins", "Sharing", "State", "Stages", "Stream", "Diagnostics", "Schedulers", "Runtime", "Events",
        "Primitives",
      ]
    ),
    (
      "Terminals",
      ["Timed", "Sharing", "Stream", "Diagnostics", "Schedulers", "Runtime", "Events", "Primitives"]
    ),
    (
      "Actions",
      [
        "Terminals", "Timed", "Joins", "State", "Stages", "Stream", "Diagnostics", "Schedulers", "Runtime",
        "PropertyGraph", "Events", "Primitives",
      ]
    ),
    (
      "Async",
      [
        "Actions", "Joins", "Sharing", "State", "Stages", "Stream", "Diagnostics", "Runtime", "Events",
        "Primitives",
      ]
    ),
    (
      "Migration",
      ["Actions", "Timed", "Joins", "Sharing", "State", "Stream", "Schedulers", "Runtime", "Events"]
    ),
  ]

  @Test("No room of the core uses a room above it")
  func arrows() throws {
    let rooms = Self.allowed.map(\.room)
    for (index, entry) in Self.allowed.enumerated() { #expect(entry.uses.isSubset(of: rooms[..<index])) }
    for file in try SourceFile.all(in: "Sources/Signals") {
      #expect(rooms.contains(Self.room(of: file.path.dropFirst("Sources/Signals/".count))), "\(file.path)")
    }

    let allowed = Dictionary(uniqueKeysWithValues: Self.allowed)
    var used: [String: Set<String>] = [:]
    for use in try SymbolIndex.uses(in: "Sources/Signals", module: "Signals") {
      let (room, other) = (Self.room(of: use.file), Self.room(of: use.declaredIn))
      if room == other { continue }
      used[room, default: []].insert(other)
      #expect(allowed[room]?.contains(other) == true, "\(use.file) uses \(use.name) of \(use.declaredIn)")
    }
    for (room, uses) in Self.allowed {
      let unused = uses.subtracting(used[room] ?? []).sorted()
      #expect(unused == [], "\(room) need not use them")
    }
  }

  private static func room(of path: some StringProtocol) -> String { String(path.prefix { $0 != "/" }) }
}
