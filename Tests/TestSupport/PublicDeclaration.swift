import Foundation

/// A public declaration that a program can use, as the compiler lists it.
package struct PublicDeclaration: Hashable {
  /// With the types around it: `Property.map`, `<~`.
  package let path: String
  /// Its kind in a symbol graph, without the language: `method`, `type.property`, `struct`.
  package let kind: String

  /// Without the types around it.
  package var name: String { String(path.split(separator: ".").last ?? "") }

  /// Those of a module. Names that exist only to be rejected with a hint are left out.
  package static func all(in modules: [String]) throws -> Set<PublicDeclaration> {
    let folder = try TemporaryFolder()
    let symbols = try modules.flatMap { try SymbolGraph.symbols(of: $0, in: folder.url) }
    return Set(
      symbols.filter { !$0.isUnavailable }.map { symbol in
        PublicDeclaration(path: symbol.path, kind: String(symbol.kind.identifier.trimmingPrefix("swift.")))
      })
  }
}
