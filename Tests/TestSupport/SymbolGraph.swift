import Foundation

/// The part of a symbol graph that is read here: what the compiler knows about the public declarations of a module.
struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Kind: Decodable { let identifier: String }
    struct Fragment: Decodable { let spelling: String }
    struct Availability: Decodable { let isUnconditionallyUnavailable: Bool? }
    struct Identifier: Decodable { let precise: String }
    struct Extension: Decodable { let constraints: [Constraint]? }

    let kind: Kind
    let identifier: Identifier
    let pathComponents: [String]
    let declarationFragments: [Fragment]
    let availability: [Availability]?
    /// Of a member that is declared in an extension.
    let swiftExtension: Extension?

    var name: String { pathComponents.joined(separator: ".").withoutPlace }

    /// With the types around it and without arguments: `Property.map`.
    var path: String { pathComponents.map { $0.replacing(/\(.*/, with: "") }.joined(separator: ".") }

    var text: String { declarationFragments.map(\.spelling).joined() }

    var isTypealias: Bool { kind.identifier.contains("typealias") }

    var isUnavailable: Bool { availability?.contains { $0.isUnconditionallyUnavailable == true } ?? false }
  }

  struct Constraint: Decodable { let kind: String, lhs: String, rhs: String }

  struct Relationship: Decodable {
    let kind: String
    let source: String
    let target: String
    /// The name of a target in another module.
    let targetFallback: String?
    let swiftConstraints: [Constraint]?
  }

  let symbols: [Symbol]
  let relationships: [Relationship]

  /// All public declarations of a module, in it and in its extensions of other modules.
  static func symbols(of module: String, in folder: URL) throws -> [Symbol] {
    try all(of: module, in: folder).flatMap(\.symbols)
  }

  /// Of the module, and of its extensions of other modules.
  static func all(of module: String, in folder: URL) throws -> [SymbolGraph] {
    try CompiledProgram.symbolGraphs(of: module, in: folder).sorted { $0.path < $1.path }.map { file in
      try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: file))
    }
  }
}
