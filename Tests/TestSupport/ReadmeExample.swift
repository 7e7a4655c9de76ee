import Foundation
import Testing

/// A program in the README or in another document, and what it prints there.
package struct ReadmeExample {
  package let program: String
  package let output: String

  /// The first example that follows `heading`.
  package init(after heading: String, in document: String = "README.md") throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let readme = try String(contentsOf: root.appending(path: document), encoding: .utf8)
    let start = try #require(readme.range(of: heading)).upperBound
    let match = try #require(
      readme[start...].firstMatch(of: #/```swift\n(.+?)```\s+prints\s+```\n(.+?)```/#.dotMatchesNewlines()))
    (program, output) = (String(match.1), String(match.2))
  }
}
