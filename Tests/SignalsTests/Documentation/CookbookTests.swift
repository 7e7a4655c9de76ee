import TestSupport
import Testing

/// The programs of the cookbook are what they say: they compile without a warning, and print what is shown.
@Suite("Cookbook", .serialized, .mayBlock)
struct CookbookTests {
  private static let cookbook = Result { try Guide(named: "Cookbook") }

  @Test func thereAreNineteenShortOnes() throws {
    let cookbook = try Self.cookbook.get()
    #expect(cookbook.programs.count == 19)
    #expect(cookbook.unchecked.isEmpty)
    for program in cookbook.programs {
      #expect(program.code.split(separator: "\n").count <= 25, "\(program.heading)")
    }
  }

  @Test(arguments: try cookbook.get().programs)
  func printsWhatIsShown(program: Guide.Program) throws { try program.expectOutput() }
}

/// Larger programs, which are compiled and run as those of the cookbook are.
@Suite("Five programs", .serialized, .mayBlock)
struct FiveProgramsTests {
  private static let guide = Result { try Guide(named: "Five programs") }

  @Test func noneIsLong() throws {
    let guide = try Self.guide.get()
    #expect(guide.programs.count == 5)
    #expect(guide.unchecked.isEmpty)
    for program in guide.programs {
      #expect(program.code.split(separator: "\n").count < 90, "\(program.heading)")
    }
  }

  @Test(arguments: try guide.get().programs)
  func printsWhatIsShown(program: Guide.Program) throws { try program.expectOutput() }
}
