import Foundation
import Testing

/// The list of versions.
package enum Changelog {
  /// The newest version that has a number.
  package static func version() throws -> String {
    let text = try String(
      contentsOf: DeclaredOperator.package.appending(path: "CHANGELOG.md"), encoding: .utf8)
    let heading = #/^## (\d+\.\d+\.\d+) – \d{4}-\d{2}-\d{2}$/#.anchorsMatchLineEndings()
    return String(try #require(text.firstMatch(of: heading)).1)
  }
}
