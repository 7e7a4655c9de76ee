import Foundation
import TestSupport
import Testing

/// The programs of the cookbook are what they say: they compile without a warning, and print what is shown.
@Suite("Cookbook", .serialized)
struct CookbookTests {
  struct Recipe: CustomTestStringConvertible, Sendable {
    let title: String
    let code: String
    let output: String

    var testDescription: String { title }

    static func all() throws -> [Recipe] {
      let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      let text = try String(
        contentsOf: root.appending(path: "Documentation/Guides/Cookbook.md"), encoding: .utf8)
      let recipe = #/## \d+\. ([^\n]+)\n.*?```swift\n(.*?)```\n\n```\n(.*?)```/#.dotMatchesNewlines()
      return text.matches(of: recipe).map {
        Recipe(title: String($0.1), code: String($0.2), output: String($0.3))
      }
    }
  }

  @Test func thereAreTwelveShortOnes() throws {
    let recipes = try Recipe.all()
    #expect(recipes.count == 12)
    for recipe in recipes {
      #expect(recipe.code.split(separator: "\n").count <= 25, "\(recipe.title)")
    }
  }

  @Test(arguments: try Recipe.all())
  func printsWhatIsShown(recipe: Recipe) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cookbook-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }  // Files left there are harmless.
    let program = try CompiledProgram(recipe.code, in: folder)
    // The programs run by the clock. On a busy machine a sleep of milliseconds may take ten times as long, which
    // changes what falls into one interval; that is not what is tested here.
    var printed = try program.run()
    for _ in 0..<4 where printed != recipe.output { printed = try program.run() }
    #expect(printed == recipe.output)
  }
}
