import TestSupport
import Testing

/// The programs of the cookbook are what they say: they compile without a warning, and print what is shown.
@Suite("Cookbook", .serialized, .mayBlock)
struct CookbookTests {
  private static let cookbook = Result { try Guide(named: "Cookbook") }

  @Test func thereAreSeventeenShortOnes() throws {
    let cookbook = try Self.cookbook.get()
    #expect(cookbook.programs.count == 17)
    #expect(cookbook.unchecked.isEmpty)
    for program in cookbook.programs {
      #expect(program.code.split(separator: "\n").count <= 25, "\(program.heading)")
    }
  }

  @Test(arguments: try cookbook.get().programs)
  func printsWhatIsShown(program: Guide.Program) throws { try program.expectOutput() }
}
