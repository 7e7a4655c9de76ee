import Foundation
import TestSupport
import Testing

@testable import SignalBox

/// The catalogue holds every operator of the library, and all of its pictures can be drawn.
@Suite struct CatalogueTests {
  @Test func holdsEveryOperatorOfTheLibrary() throws {
    let declared = try DeclaredOperator.all()
    #expect(declared.count > 110)
    let known = Set(Catalogue.operators.map(\.requiredName).map(withoutArity))
    #expect(
      Set(declared.map(\.name).map(withoutArity)).subtracting(known) == [], "add these to the catalogue")
    #expect(known.subtracting(declared.map(\.name).map(withoutArity)) == [], "these are not in the library")
  }

  @Test func saysWhatTheDocumentationSays() throws {
    let summaries = Dictionary(grouping: try DeclaredOperator.all(), by: { withoutArity($0.name) })
    for entry in Catalogue.operators {
      let known = summaries[withoutArity(entry.requiredName), default: []].map(\.summary)
      #expect(known.contains(entry.summary), "\(entry.fullName)")
    }
  }

  @Test(arguments: Catalogue.operators.indices)
  func drawsEveryExample(index: Int) throws {
    let entry = Catalogue.operators[index]
    try #require(!entry.examples.isEmpty)
    for example in entry.examples {
      let picture = try entry.picture(of: example)
      #expect(picture.outputs.count >= example.observers.count, "\(entry.fullName)")
      #expect(picture.code.contains(entry.name), "\(entry.fullName)")
      #expect(try entry.picture(of: example) == picture, "two runs are the same")
    }
  }

  @Test func namesEveryFileDifferently() throws {
    let names = Catalogue.operators.flatMap { entry in
      entry.examples.map { entry.fileName(of: $0).lowercased() }
    }
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.wholeMatch(of: /[a-z0-9-]+/) != nil })
  }

  @Test func namesOperatorsThatExistInTheTaskIndex() {
    let known = Set(Catalogue.operators.map(\.shortName))
    let named = TaskIndex.groups.flatMap(\.wishes).flatMap(\.operators)
    #expect(Set(named).subtracting(known) == [])
    #expect(
      known.subtracting(named).subtracting([
        "SignalProducer(error:)", "SignalProducer(result:)", "Signal.never", "Signal.empty",
      ]) == [], "no task lists these")
  }

  /// The two to six streams of a join count as one operator.
  private func withoutArity(_ name: String) -> String {
    name.replacing(/^(zip|combineLatest|merge|race)\((_:)+\)$/, with: { "\($0.1)(_:)" })
  }
}
