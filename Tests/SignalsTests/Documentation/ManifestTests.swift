import Foundation
import TestSupport
import Testing

/// The manifest in the README resolves, next to a folder with this package.
@Suite("Manifest in the README", .mayBlock)
struct ManifestTests {
  private static func manifest() throws -> String {
    let readme = try String(
      contentsOf: DeclaredOperator.package.appending(path: "README.md"), encoding: .utf8)
    let block = #/```swift\n(// swift-tools-version.+?)```/#.dotMatchesNewlines()
    return String(try #require(readme.firstMatch(of: block)).1)
  }

  @Test func resolves() throws { #expect(try problems(of: Self.manifest()) == nil) }

  @Test func resolvesWithTheOtherProducts() throws {
    #expect(try problems(of: manifest(with: ["SignalsFoundation", "SignalsTesting"])) == nil)
  }

  /// Resolving finds wrong names, or the tests above would say nothing.
  @Test func doesNotResolveWithAnUnknownProduct() throws {
    #expect(try problems(of: manifest(with: ["Signal"]))?.contains("product 'Signal'") == true)
  }

  private func manifest(with products: [String]) throws -> String {
    let manifest = try Self.manifest()
    func product(_ name: String) -> String { #".product(name: "\#(name)", package: "swift-signals")"# }
    let place = try #require(manifest.range(of: product("Signals")))
    return manifest.replacingCharacters(in: place, with: products.map(product).joined(separator: ", "))
  }

  /// Makes a package of `manifest` and the ten lines, and has its dependencies resolved, which finds the products.
  /// Nothing is built, and no folder is used that another build may have locked.
  private func problems(of manifest: String) throws -> String? {
    let folder = try TemporaryFolder()
    try folder.link("swift-signals", to: DeclaredOperator.package.path)
    try folder.write("clicks/Package.swift", manifest)
    try folder.write(
      "clicks/Sources/clicks/main.swift", Guide("README.md").program(below: "Ten lines").code)
    let places = ["scratch", "cache", "config", "security"].flatMap { place in
      ["--\(place)-path", folder.url.appending(path: place).path]
    }
    let answer = try CompiledProgram.run(
      URL(filePath: "/usr/bin/env"),
      ["swift", "package", "--package-path", folder.url.appending(path: "clicks").path] + places
        + ["show-dependencies"],
      seconds: 300)
    if answer.status == 0, answer.output.contains("swift-signals") { return nil }
    return answer.output + answer.errors
  }
}
