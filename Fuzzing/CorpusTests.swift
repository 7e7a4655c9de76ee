import Foundation
import Testing

/// The inputs that the fuzzer begins with, and those that it has found, as ordinary tests.
@Suite struct CorpusTests {
  @Test(arguments: Property.all.map(\.name))
  func holds(name: String) throws {
    let property = try #require(Property.all.first { $0.name == name })
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus/\(name)")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(!files.isEmpty)
    for file in files {
      let violation = property.violation(Array(try Data(contentsOf: folder.appending(path: file))))
      #expect(violation == nil, "\(name)/\(file)")
    }
  }

  @Test func hasAFolderForEachProperty() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(names) == Set(Property.all.map(\.name)))
  }
}
