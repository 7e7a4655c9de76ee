import Foundation

/// A closure that a public declaration takes, as the compiler lists it in the symbol graph of the module.
package struct DeclaredClosure: CustomStringConvertible {
  /// `EventStream.map(_:)`
  package let declaration: String
  /// The parameter with its type, the property, or the name for a type of closures.
  package let parameter: String

  package var description: String { "\(declaration): \(parameter)" }

  /// Whether the compiler sees to it that it may be called on any thread, or on its actor only.
  package var isIsolated: Bool {
    ["@Sendable", "@MainActor", "sending "].contains { parameter.contains($0) }
  }

  /// All closures that the public declarations of `modules` take, in those modules and in extensions of other ones.
  package static func all(in modules: [String]) throws -> [DeclaredClosure] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "symbols-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }  // What is left there harms nobody.
    return try modules.flatMap { module in
      try CompiledProgram.symbolGraphs(of: module, in: folder).sorted { $0.path < $1.path }.flatMap { file in
        try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: file)).symbols.flatMap(closures)
      }
    }
  }

  private static func closures(of symbol: SymbolGraph.Symbol) -> [DeclaredClosure] {
    if symbol.isUnavailable { return [] }
    let text = symbol.declarationFragments.map(\.spelling).joined()
    let taken =
      if symbol.kind.identifier.contains("property") {
        text.contains("{ get }") || text.contains("let ") ? [] : [text]
      } else if symbol.kind.identifier.contains("typealias") {
        // A parameter of this type does not show that it is a closure.
        [text]
      } else {
        DeclaredOperator.parameters(in: text[...])
      }
    return taken.filter { $0.contains("->") }.map {
      DeclaredClosure(declaration: symbol.name, parameter: $0)
    }
  }
}

/// The part of a symbol graph that is read here.
private struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Kind: Decodable { let identifier: String }
    struct Fragment: Decodable { let spelling: String }
    struct Availability: Decodable { let isUnconditionallyUnavailable: Bool? }

    let kind: Kind
    let pathComponents: [String]
    let declarationFragments: [Fragment]
    let availability: [Availability]?

    var name: String { pathComponents.joined(separator: ".").withoutPlace }

    var isUnavailable: Bool { availability?.contains { $0.isUnconditionallyUnavailable == true } ?? false }
  }
  let symbols: [Symbol]
}
