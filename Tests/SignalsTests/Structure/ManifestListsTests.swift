import Foundation
import TestSupport
import Testing

/// The builds of the manifest that take a part of the files, and name it.
@Suite("Lists of files in the manifest", .mayBlock) struct ManifestListsTests {
  private struct Manifest: Decodable {
    struct Target: Decodable {
      let name: String
      let type: String
      let path: String?
      let sources: [String]?
      let exclude: [String]

      /// Below the root of the package.
      func path(of file: String) -> String {
        "\(path ?? "\(type == "test" ? "Tests" : "Sources")/\(name)")/\(file)"
      }
    }
    let targets: [Target]

    /// As the package is described where the variables of `build` are set. Nothing is built, and no folder is used that another
    /// build may have locked.
    init(for build: [String]) throws {
      let folder = try TemporaryFolder()
      let places = ["scratch", "cache", "config", "security"].flatMap { place in
        ["--\(place)-path", folder.url.appending(path: place).path]
      }
      let answer = try CompiledProgram.run(
        URL(filePath: "/usr/bin/env"),
        build + ["swift", "package", "--package-path", DeclaredOperator.package.path] + places
          + ["dump-package"],
        seconds: 300)
      self = try JSONDecoder().decode(Self.self, from: Data(answer.output.utf8))
    }
  }

  /// SwiftPM only warns of a file that is left out and not there, which would then be built under its new name.
  @Test(
    "What is listed is there",
    arguments: [
      ["SIGNALS_ALL=1", "SIGNALS_RELEASE=1"], ["SIGNALS_THREADS=1"], ["SIGNALS_FUZZING=1"],
      ["SIGNALS_SMALL=uses"], ["SIGNALS_SMALL=page"],
    ])
  func isThere(build: [String]) throws {
    let targets = try Manifest(for: build).targets
    let listed = targets.flatMap { target in (target.exclude + (target.sources ?? [])).map(target.path(of:)) }
    try #require(!listed.isEmpty)
    for path in listed {
      let file = DeclaredOperator.package.appending(path: path)
      #expect(FileManager.default.fileExists(atPath: file.path), "\(path)")
    }
  }

  /// ThreadSanitizer does not see in release how tasks and actors hand values over. What gives nothing back may be
  /// there: detached tasks, and those of schedulers.
  @Test("The build for ThreadSanitizer has no suites of tasks") func threads() throws {
    let targets = try Manifest(for: ["SIGNALS_THREADS=1"]).targets
    let tests = try #require(targets.first { $0.name == "ThreadTests" })
    let sources = try #require(tests.sources)
    func isIn(_ list: [String], _ path: String) -> Bool {
      list.map(tests.path(of:)).contains { path == $0 || path.hasPrefix("\($0)/") }
    }
    let files = try SourceFile.all(in: tests.path(of: ".")).map { file in
      (path: file.path.replacing("/./", with: "/"), code: file.code)
    }
    let built = files.filter { isIn(sources, $0.path) && !isIn(tests.exclude, $0.path) }
    #expect(built.contains { $0.path.hasSuffix("/GraphThreadTests.swift") })
    for file in built {
      #expect(!file.code.contains(#/\bactor\ [A-Z]|@MainActor\b|\bTask\ ?[{(<]/#), "\(file.path)")
    }
  }
}
