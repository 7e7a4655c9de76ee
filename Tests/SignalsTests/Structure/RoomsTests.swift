import Foundation
import Testing

/// The rooms of the core, from the lowest to the highest: each uses what is declared in those that it names, and no
/// other.
@Suite struct RoomsTests {
  private static let allowed: [(room: String, uses: Set<String>)] = [
    ("Events", []),
    ("Primitives", []),
    ("PropertyGraph", ["Primitives"]),
    ("Runtime", ["Events", "Primitives"]),
    ("Schedulers", ["Runtime", "Primitives"]),
    ("Diagnostics", ["Schedulers", "Events", "Runtime", "Primitives"]),
    ("Stream", ["Diagnostics", "Events", "Runtime", "Primitives"]),
    ("Stages", ["Diagnostics", "Stream", "Events", "Primitives"]),
    ("State", ["PropertyGraph", "Stream", "Schedulers", "Diagnostics", "Events", "Runtime", "Primitives"]),
    ("Sharing", ["State", "Diagnostics", "Stream", "Events", "Runtime", "Primitives"]),
    ("Joins", ["Sharing", "Schedulers", "Diagnostics", "Stream", "Events", "Runtime", "Primitives"]),
    (
      "Timed",
      ["Joins", "Sharing", "State", "Schedulers", "Diagnostics", "Stream", "Events", "Runtime", "Primitives"]
    ),
    ("Terminals", ["State", "Diagnostics", "Stream", "Events", "Runtime", "Primitives"]),
    ("Async", ["Joins", "Sharing", "State", "Diagnostics", "Stream", "Events", "Runtime", "Primitives"]),
    ("Migration", ["Joins", "State", "Sharing", "Schedulers", "Stream", "Events", "Runtime"]),
  ]

  @Test("No room of the core uses a room above it")
  func arrows() throws {
    let rooms = Self.allowed.map(\.room)
    for (index, entry) in Self.allowed.enumerated() { #expect(entry.uses.isSubset(of: rooms[..<index])) }

    var files: [String: [SourceFile]] = [:]
    var home: [String: String] = [:]
    for room in rooms {
      files[room] = try SourceFile.all(in: "Sources/Signals/\(room)")
      for file in files[room]! { for name in file.declaredTypes { home[name] = room } }
    }
    let count = files.values.reduce(0) { $0 + $1.count }
    #expect(try count == SourceFile.all(in: "Sources/Signals").count, "each file is in a room of the list")

    for (room, uses) in Self.allowed {
      var used: Set<String> = []
      for file in files[room]! {
        for name in file.namedTypes {
          guard let other = home[name], other != room else { continue }
          used.insert(other)
          #expect(uses.contains(other), "\(file.path) uses \(name) of \(other)")
        }
      }
      #expect(used == uses, "\(room) need not use \(uses.subtracting(used).sorted())")
    }
  }
}

extension SourceFile {
  /// The types that it declares outside of any other declaration.
  fileprivate var declaredTypes: [String] {
    code.matches(of: #/(?m)^(?:[@\w()]+ +)*(?:class|struct|enum|protocol|actor|typealias) +(\w+)/#)
      .map { String($0.1) }
  }

  /// What it names with a capital letter.
  fileprivate var namedTypes: Set<String> {
    Set(code.matches(of: #/\b[A-Z]\w*/#).map { String($0.output) })
  }
}
