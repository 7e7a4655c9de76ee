import Foundation
import TestSupport
import Testing

/// A file of the package.
struct SourceFile {
  let path: String
  let text: String

  private static let root = DeclaredOperator.package

  init(path: String) throws {
    self.path = path
    text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }

  /// Those of a folder and all folders in it; "." stands for the root of the package alone.
  static func all(in folder: String, types: [String] = ["swift"]) throws -> [SourceFile] {
    let names =
      folder == "."
      ? try FileManager.default.contentsOfDirectory(atPath: root.path)
      : try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
    let files = try names.filter { name in
      !name.contains(".build/") && types.contains { name.hasSuffix(".\($0)") }
    }.sorted()
      .map { try SourceFile(path: "\(folder)/\($0)") }
    try #require(!files.isEmpty, "no files in \(folder)")
    return files
  }

  /// The name without the folder and the extension.
  var name: String { URL(filePath: path).deletingPathExtension().lastPathComponent }

  var lines: [Substring] { text.split(separator: "\n") }

  /// What the code names, each name as often as it stands there: words outside of comments and texts.
  var names: [Substring] {
    text.replacing(#/"{3}[\s\S]*?"{3}|"(\\.|[^"\\\n])*"|\/\/.*/#, with: "").matches(of: #/[A-Za-z_]\w*/#).map
    { $0.0 }
  }

  /// Without comments.
  var code: String {
    lines.filter { !$0.contains(#/^\s*\/\//#) }.joined(separator: "\n")
  }
}
