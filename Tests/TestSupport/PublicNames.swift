import Foundation

/// The public names of a module, without arguments: `map`, `Signal.start`, `Bag.init`.
package struct PublicNames {
  package let all: Set<String>

  /// Asks the compiler.
  package init(of modules: String..., in folder: URL) throws {
    var names: Set<String> = []
    for module in modules {
      for graph in try CompiledProgram.symbolGraphs(of: module, in: folder) {
        let graph = try JSONDecoder().decode(Graph.self, from: Data(contentsOf: graph))
        names.formUnion(graph.symbols.map { $0.pathComponents.map(Self.base).joined(separator: ".") })
      }
    }
    all = names
  }

  /// Whether something has this name, as it is or as a member of a type.
  package func contain(_ name: String) -> Bool {
    all.contains(name) || all.contains { $0.hasSuffix("." + name) }
  }

  private struct Graph: Decodable {
    struct Symbol: Decodable { let pathComponents: [String] }
    let symbols: [Symbol]
  }

  private static func base(_ component: String) -> String {
    component.firstIndex(of: "(").map { String(component[..<$0]) } ?? component
  }
}
