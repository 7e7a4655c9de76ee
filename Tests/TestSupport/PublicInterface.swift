import Foundation

/// The public declarations of a module as lines of text, compared with those that are committed: what a program that uses the
/// package depends on.
///
/// Names that exist only to be rejected with a hint are left out.
package struct PublicInterface {
  private let module: String
  private let lines: Set<String>

  /// Asks the compiler.
  package init(of module: String) throws {
    self.module = module
    let folder = try TemporaryFolder()
    let graphs = try SymbolGraph.all(of: module, in: folder.url)
    let declarations = graphs.flatMap(\.symbols).filter { !$0.isUnavailable }.map(\.line)
    lines = Set(declarations + graphs.flatMap(\.conformances))
  }

  private var file: URL { DeclaredOperator.package.appending(path: "Documentation/API/\(module).txt") }

  /// What differs from the committed file, first what breaks programs. With SIGNALS_RENEW_API set, the file is written instead.
  package func differences() throws -> [String] {
    if ProcessInfo.processInfo.environment["SIGNALS_RENEW_API"] != nil {
      try Data(lines.sorted().map { $0 + "\n" }.joined().utf8).write(to: file)
    }
    let committed = Set(try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init))
    return committed.subtracting(lines).sorted().map { "was there: \($0)" }
      + lines.subtracting(committed).sorted().map { "is new: \($0)" }
  }
}

extension SymbolGraph.Symbol {
  /// The declaration, behind the type that it is a member of.
  fileprivate var line: String {
    let outer = pathComponents.dropLast().joined(separator: ".")
    let constraints = swiftExtension?.constraints ?? []
    let place = outer.isEmpty ? "" : constraints.isEmpty ? "\(outer): " : "\(outer) (\(constraints.text)): "
    return place + text.split { $0.isWhitespace }.joined(separator: " ")
  }
}

extension SymbolGraph {
  /// Which type conforms to which protocol, without what follows from others.
  fileprivate var conformances: [String] {
    let names = Dictionary(
      symbols.map { ($0.identifier.precise, $0) }, uniquingKeysWith: { first, _ in first })
    return relationships.compactMap { relationship in
      guard relationship.kind == "conformsTo", let type = names[relationship.source], !type.isUnavailable
      else { return nil }
      let name = names[relationship.target]?.name ?? relationship.targetFallback ?? relationship.target
      if ["Copyable", "Escapable", "SendableMetatype"].contains(name.split(separator: ".").last) {
        return nil
      }
      let constraints = relationship.swiftConstraints ?? []
      return "\(type.pathComponents.joined(separator: ".")): \(name)"
        + (constraints.isEmpty ? "" : " where \(constraints.text)")
    }
  }
}

extension [SymbolGraph.Constraint] {
  fileprivate var text: String {
    map { "\($0.lhs) \($0.kind == "sameType" ? "==" : ":") \($0.rhs)" }.joined(separator: ", ")
  }
}
