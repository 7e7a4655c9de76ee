import Foundation

/// The part of a symbol graph that is read here: what the compiler knows about the public declarations of a module.
struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Kind: Decodable { let identifier: String }
    struct Fragment: Decodable { let spelling: String }
    struct Availability: Decodable { let isUnconditionallyUnavailable: Bool? }

    let kind: Kind
    let pathComponents: [String]
    let declarationFragments: [Fragment]
    let availability: [Availability]?

    var name: String { pathComponents.joined(separator: ".").withoutPlace }

    /// With the types around it and without arguments: `Property.map`.
    var path: String { pathComponents.map { $0.replacing(/\(.*/, with: "") }.joined(separator: ".") }

    var text: String { declarationFragments.map(\.spelling).joined() }

    var isTypealias: Bool { kind.identifier.contains("typealias") }

    var isUnavailable: Bool { availability?.contains { $0.isUnconditionallyUnavailable == true } ?? false }
  }
  let symbols: [Symbol]

  /// All public declarations of a module, in it and in its extensions of other modules.
  static func symbols(of module: String, in folder: URL) throws -> [Symbol] {
    try CompiledProgram.symbolGraphs(of: module, in: folder).sorted { $0.path < $1.path }.flatMap { file in
      try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: file)).symbols
    }
  }
}
