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

  /// Whether it is called on the main actor only.
  package var staysOnTheMainActor: Bool {
    parameter.contains("@MainActor") || declaration.hasPrefix("MainActorScheduler.")
  }

  /// All closures that the public declarations of `modules` take, in those modules and in extensions of other ones.
  package static func all(in modules: [String]) throws -> [DeclaredClosure] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "symbols-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }  // Files left there are harmless.
    let symbols = try modules.flatMap { try SymbolGraph.symbols(of: $0, in: folder) }
    let types = symbols.filter { $0.isTypealias && $0.text.contains("->") }
    return symbols.flatMap { closures(of: $0, types) }
  }

  /// - Parameter types: A parameter of one of these does not show that it is a closure.
  private static func closures(
    of symbol: SymbolGraph.Symbol, _ types: [SymbolGraph.Symbol]
  ) -> [DeclaredClosure] {
    if symbol.isUnavailable { return [] }
    let taken =
      if symbol.kind.identifier.contains("property") {
        symbol.text.contains("{ get }") || symbol.text.contains("let ") ? [] : [symbol.text]
      } else if symbol.isTypealias {
        [symbol.text]
      } else {
        DeclaredOperator.parameters(in: symbol.text[...])
      }
    return taken.compactMap { parameter in
      if parameter.contains("->") { return DeclaredClosure(declaration: symbol.name, parameter: parameter) }
      let words = parameter.split { !$0.isLetter }
      return types.first { words.contains($0.name[...]) }.map {
        DeclaredClosure(declaration: symbol.name, parameter: "\(parameter), \($0.text)")
      }
    }
  }
}
