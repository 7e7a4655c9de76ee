import Foundation

/// The public names of a module, without arguments: `map`, `Signal.start`, `Bag.init`.
///
/// Names that are declared only to be answered by the compiler are left out.
package struct PublicNames {
  package let all: Set<String>
  /// The labels of arguments: `on`, `failingWith`.
  package let labels: Set<String>

  /// Asks the compiler.
  package init(of modules: String..., in folder: URL) throws {
    try self.init(of: modules, in: folder)
  }

  /// Asks the compiler.
  package init(of modules: [String], in folder: URL) throws {
    var names: Set<String> = []
    var labels: Set<String> = []
    for module in modules {
      let symbols = try SymbolGraph.symbols(of: module, in: folder).filter { !$0.isUnavailable }
      names.formUnion(symbols.map(\.path))
      labels.formUnion(symbols.flatMap { Self.labels($0.pathComponents.last ?? "") })
    }
    all = names
    self.labels = labels
  }

  /// Whether something has this name, as it is or as a member of a type.
  package func contain(_ name: String) -> Bool {
    all.contains(name) || all.contains { $0.hasSuffix("." + name) }
  }

  /// The words in `code` that are neither names nor labels of the modules.
  package func unknownWords(in code: String) -> [String] {
    let names = Set(all.flatMap { $0.split(separator: ".").map(String.init) })
    let words = code.replacing(/"[^"]*"/, with: "").matches(of: /[A-Za-z_]\w*:?/).map { String($0.0) }
    return words.filter { word in
      word.hasSuffix(":") ? !labels.contains(String(word.dropLast())) : !names.contains(word)
    }
  }

  private static func labels(_ component: String) -> [String] {
    guard let open = component.firstIndex(of: "(") else { return [] }
    return component[open...].dropFirst().dropLast().split(separator: ":").map(String.init)
  }
}
