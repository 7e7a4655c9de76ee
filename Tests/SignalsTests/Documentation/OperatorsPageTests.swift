import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// The list of operators names everything that is public, and nothing that is not.
  @Suite("Operators.md")
  struct OperatorsPageTests {
    private static let modules = ["Signals", "SignalsFoundation"]

    /// The code of the page, or of the part of it below a heading.
    private func code(below heading: String = "# Operators") throws -> [Substring] {
      let text = try String(
        contentsOf: DeclaredOperator.package.appending(path: "Documentation/Operators.md"), encoding: .utf8)
      let start = try #require(text.range(of: "\n\(heading)\n") ?? text.range(of: "\(heading)\n")).upperBound
      return text[start...].matches(of: /`([^`\n]+)`/).map(\.1)
    }

    /// What programs use without its name.
    private static let unnamed: Set = [
      "AsyncValues.Element", "AsyncValues.Iterator", "AsyncValues.makeAsyncIterator", "FilePath.<",
      "FilePlace.encode",
      "TextLine.==", "TextLine.hash",
    ]

    @Test func namesEveryFunctionAndType() throws {
      let words = Set(try code().flatMap { $0.matches(of: /\w+|[<>~+=]+/).map { String($0.output) } })
      let declared = try PublicDeclaration.all(in: Self.modules).filter { declaration in
        let kinds = ["method", "func", "op", "class", "struct", "enum", "protocol", "typealias"]
        return kinds.contains { declaration.kind.hasSuffix($0) } || declaration.kind == "type.property"
      }
      #expect(declared.count > 200)
      let missing = declared.filter { declaration in
        !words.contains(declaration.name)
          && !Self.unnamed.contains { declaration.path == $0 || declaration.path.hasPrefix("\($0).") }
      }
      #expect(missing.map(\.path).sorted() == [])
    }

    /// Labels are left out: `for:` is not a declaration.
    @Test func namesNothingElseBesidesOperators() throws {
      let declared = try PublicDeclaration.all(in: Self.modules)
      let names = Set(declared.flatMap { $0.path.split(separator: ".").map(String.init) })
      let others: Set = [
        "NotificationCenter", "URLSession", "Observable", "SignalsFoundation", "await", "for",
      ]
      let words = try code(below: "## Everything else").flatMap { code in
        code.matches(of: /\b([A-Za-z]\w+)\b(?!:)/).map { String($0.1) }
      }
      #expect(words.count > 150)
      #expect(Set(words).subtracting(names).subtracting(others).sorted() == [])
    }
  }
#endif
