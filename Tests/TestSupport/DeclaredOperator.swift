import Foundation

/// A public operator as it is declared in the core, with the first sentence of its documentation.
package struct DeclaredOperator: Hashable, CustomStringConvertible {
  /// With the labels of the arguments that have to be written: `debounce(for:on:)`.
  package let name: String
  /// With all labels: `debounce(for:on:onCompletion:)`.
  package let fullName: String
  package let summary: String

  package var description: String { name }

  /// The operators that are declared in a file of one of the rooms, and the beginnings of streams in others.
  package static func all() throws -> [DeclaredOperator] {
    var declared: [DeclaredOperator] = []
    for room in ["Stages", "Joins", "Timed", "Sharing"] {
      // Overloads that leave out the scheduler of an operator of another file.
      for file in try files(in: "Sources/Signals/\(room)") where file.name != "RealTime.swift" {
        declared += operators(in: file.text, /public (?:static )?(?<kind>func) `?(?<name>\w+)`?/, owner: "")
      }
    }
    for file in try files(in: "Sources/Signals/Stream") {
      let owner = String(file.name.prefix { $0 != "+" && $0 != "." })
      if file.name.contains("+Creation") {
        declared += operators(
          in: file.text, /public (?:static )?(?<kind>func|var|init)\b ?`?(?<name>\w*)`?/, owner: owner)
      } else if owner == "EventStream" {
        declared += operators(in: file.text, /public (?<kind>init)\b(?<name>)/, owner: owner)
      }
    }
    return declared
  }

  private typealias Pattern = Regex<(Substring, kind: Substring, name: Substring)>

  private static func operators(in text: String, _ pattern: Pattern, owner: String) -> [DeclaredOperator] {
    text.matches(of: pattern).map { match in
      let parameters = parameters(in: text[match.range.upperBound...])
      let isPulled =
        text[..<match.range.lowerBound].matches(of: /extension .*/).last?.output.contains("D == Pull")
        ?? false
      let isStatic = text[match.range].contains("static")
      let owner = owner.isEmpty && isPulled && isStatic ? "SignalProducer" : owner
      let name = match.kind == "init" ? owner : (owner.isEmpty ? "" : owner + ".") + match.name
      func call(_ parameters: [String]) -> String {
        match.kind == "var" ? name : "\(name)(\(labels(of: parameters)))".withoutPlace
      }
      // What looks like a default value of `map(to:)` is none.
      let required = parameters.filter { !$0.contains(" = ") || $0.contains("valueLeftOut") }
      return DeclaredOperator(
        name: call(required), fullName: call(parameters),
        summary: summary(above: text[..<match.range.lowerBound]))
    }
  }

  /// From what follows the name of a function.
  static func parameters(in text: Substring) -> [String] {
    var parameters = [""]
    var depth = 0
    var angles = 0
    var previous: Character = " "
    for character in text {
      // An arrow closes nothing.
      let closesAngle = character == ">" && previous != "-"
      if character == "<" { angles += 1 }
      if closesAngle { angles -= 1 }
      previous = character
      if angles > 0 || closesAngle || (depth == 0 && character != "(") { continue }
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth -= 1 }
      if depth == 0 { break }
      if character == ",", depth == 1 {
        parameters.append("")
      } else {
        parameters[parameters.count - 1].append(character)
      }
    }
    return parameters
  }

  private static func labels(of parameters: [String]) -> String {
    parameters.compactMap { $0.dropFirst($0.hasPrefix("(") ? 1 : 0).firstMatch(of: /\w+/)?.output }
      .map { $0 + ":" }.joined()
  }

  private static func summary(above text: Substring) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    while lines.last?.contains(/^\s*@/) == true { lines.removeLast() }
    let comment = lines.reversed().prefix { $0.contains(/^\s*\/\/\//) }.reversed()
      .map { $0.replacing(/^\s*\/\/\/ ?/, with: "") }
    let paragraph = comment.prefix { !$0.isEmpty }.joined(separator: " ")
    return paragraph.firstMatch(of: /.*?[.](?=\s|$)/).map { String($0.output) } ?? paragraph
  }

  private static func files(in folder: String) throws -> [(name: String, text: String)] {
    let url = package.appending(path: folder)
    return try FileManager.default.contentsOfDirectory(atPath: url.path).sorted().map { name in
      (name, try String(contentsOf: url.appending(path: name), encoding: .utf8))
    }
  }

  /// The root of the package.
  package static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent()
}

extension String {
  /// The name of a declaration without the parameters for the place where it is used, which say nothing about it.
  var withoutPlace: String { replacing(/fileID:(filePath:)?line:(column:)?/, with: "") }
}
