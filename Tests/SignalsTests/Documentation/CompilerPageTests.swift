import Foundation
import TestSupport
import Testing

/// The page of messages shows what the compiler prints, and what compiles instead.
@Suite("When the compiler complains", .serialized, .mayBlock)
struct CompilerPageTests {
  /// A program, and what the compiler says about it.
  struct Mistake: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let code: String
    let message: String
  }

  static let page = Result { try Guide("Documentation/When the compiler complains.md") }

  static func mistakes() throws -> [Mistake] {
    let blocks = try page.get().blocks
    return zip(blocks, blocks.dropFirst()).compactMap { code, message in
      guard code.language == "swift", message.language.isEmpty else { return nil }
      return Mistake(
        testDescription: code.heading, code: code.content,
        message: message.content.trimmingCharacters(in: .newlines))
    }
  }

  static func mends() throws -> [Guide.Block] {
    let mistakes = try Set(mistakes().map(\.code))
    return try page.get().blocks.filter { $0.language == "swift" && !mistakes.contains($0.content) }
  }

  @Test(arguments: try mistakes())
  func theCompilerSaysSo(mistake: Mistake) throws {
    // It gives up by itself after ten times as many steps, which take half a minute.
    let errors = try CompiledProgram.errors(in: mistake.code, scopesPerExpression: 100_000)
    // Behind it the compiler names a group of its own documentation.
    #expect(errors.values.contains { $0.hasPrefix(mistake.message) }, "\(errors)")
  }

  /// Also without many steps: what is recommended is no puzzle for the compiler.
  @Test(arguments: try mends())
  func eachMendCompiles(mend: Guide.Block) throws {
    let folder = try TemporaryFolder()
    try CompiledProgram.check(
      mend.content, in: folder.url.appending(path: "mend"), scopesPerExpression: 5_000)
  }

  @Test(arguments: ["ClosuresOfActors", "IgnoredFailures", "OtherDrive"])
  func eachHintNamesThePage(file: String) throws {
    let text = try SourceFile(path: "Sources/Signals/Migration/\(file).swift").text
    let hints = text.matches(of: /message:\s*"(.*)"/).map { String($0.1) }
    #expect(hints.count == text.matches(of: /@available\(\s*\*, unavailable/).count)
    #expect(hints.filter { !$0.hasSuffix("; see 'When the compiler complains'") } == [])
  }

  @Test func eachHeadingHasAMistakeAndAMend() throws {
    let headings = try Self.page.get().text.matches(of: /(?m)^## (.*)$/).map { String($0.1) }
    let (mistakes, mends) = (try Self.mistakes().map(\.testDescription), try Self.mends().map(\.heading))
    #expect(headings.filter { !mistakes.contains($0) } == [])
    #expect(headings.filter { !mends.contains($0) } == [])
    #expect(headings.count > 10)
  }
}
