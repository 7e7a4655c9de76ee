import Foundation
import Signals
import SignalsFoundation
import TestSupport
import Testing

@testable import SignalBox

@Suite struct WalkTests {
  private func walk(_ roots: [String]) -> [Result<FilePath, FileError>] {
    let found = Journal<Result<FilePath, FileError>>()
    SignalProducer.walk(roots.map { FilePath($0) }).startWithValues(found.note)
    return found.entries
  }

  @Test func goesDownAsFarAsPathsReach() throws {
    let folder = try TemporaryFolder()
    let deep = Array(repeating: "d", count: 1000).joined(separator: "/")
    try folder.write("\(deep)/a.txt", "one\n")
    let found = walk([folder.url.path])
    #expect(try found.map { try $0.get().description } == ["\(folder.url.path)/\(deep)/a.txt"])
  }

  @Test func reportsAFolderThatIsGone() {
    let error = FileError(FilePath("/gone/for/good"), .look, .system(code: ENOENT))
    #expect(walk(["/gone/for/good"]) == [.failure(error)])
    #expect(error.description == "cannot look at '/gone/for/good': No such file or directory")
  }

  @Test func stopsWhenItIsDisposedOf() throws {
    let folder = try TemporaryFolder()
    for number in 0..<20 { try folder.write("\(number % 4)/\(number)", "one\n") }
    let visits = Counter()
    SignalProducer.walk([FilePath(folder.url.path)]).on(next: { _ in visits.next() }).prefix(3).start()
    #expect(visits.count == 3)
  }
}
