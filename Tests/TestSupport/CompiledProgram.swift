import Foundation
import Signals

/// A small program that is compiled against the modules next to the tests, and run.
package struct CompiledProgram {
  package let executable: URL

  enum Trouble: Error { case doesNotCompile(String), doesNotEnd }

  /// What every module of the package needs.
  private static let core = "CSignals"
  /// What this module needs, and so programs that import the tests do.
  private static let support = "CTestSupport"

  /// Compiles `source` as `main.swift`, in a folder that the caller removes.
  ///
  /// - Parameters:
  ///   - modules: Those of the package that it needs, with what they need themselves.
  ///   - languageMode: 6, or 5 for code from before.
  package init(
    _ source: String, using modules: [String] = ["Signals"], languageMode: Int = 6,
    allowsWarnings: Bool = false, in folder: URL
  ) throws {
    executable = folder.appending(path: "program")
    var arguments = ["-o", executable.path, "-swift-version", "\(languageMode)"]
    if allowsWarnings { arguments.append("-no-warnings-as-errors") }
    for module in [Self.core] + modules { arguments += try Self.objects(of: module) }
    for module in modules { arguments += Self.map(of: module) }
    // What is linked was made for the sanitizer that the tests run under.
    if isUnderThreadSanitizer { arguments.append("-sanitize=thread") }
    if isUnderAddressSanitizer { arguments.append("-sanitize=address") }
    try Self.compile(source, in: folder, arguments)
  }

  /// Checks the types of `source`.
  ///
  /// - Parameters:
  ///   - modules: Those of the package that it needs, with what they need themselves.
  ///   - limit: How much the compiler may try for one expression, in its own count, which no other work on the machine
  ///     changes. It gives up by itself at 1,000,000.
  package static func check(
    _ source: String, using modules: [String] = ["Signals"], in folder: URL,
    scopesPerExpression limit: Int = 1_000_000
  ) throws {
    try compile(
      source, in: folder,
      ["-typecheck", "-swift-version", "6", "-Xfrontend", "-solver-scope-threshold=\(limit)"]
        + modules.flatMap(map))
  }

  /// The first error of each line of `source`, by the number of the line.
  ///
  /// - Parameters:
  ///   - used: The modules of the package that it needs, with what they need themselves.
  ///   - modules: Other modules that it may import.
  ///   - limit: As for ``check(_:using:in:scopesPerExpression:)``.
  package static func errors(
    in source: String, languageMode: Int = 6, using used: [String] = ["Signals"],
    beside modules: [(name: String, source: String)] = [], scopesPerExpression limit: Int = 1_000_000
  ) throws -> [Int: String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "errors-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }  // Files left there are harmless.
    for module in modules {
      let file = folder.appending(path: "\(module.name).swiftmodule")
      try compile(
        module.source, in: folder,
        ["-emit-module", "-parse-as-library", "-module-name", module.name, "-o", file.path])
    }
    do {
      try compile(
        source, in: folder,
        [
          "-typecheck", "-swift-version", "\(languageMode)", "-diagnostic-style", "llvm",
          "-no-warnings-as-errors", "-I", folder.path, "-Xfrontend", "-solver-scope-threshold=\(limit)",
        ] + used.flatMap(map))
      return [:]
    } catch Trouble.doesNotCompile(let text) {
      return Dictionary(
        text.matches(of: /main\.swift:(\d+):\d+: error: (.*)/).map { (Int($0.1)!, String($0.2)) },
        uniquingKeysWith: { first, _ in first })
    }
  }

  private static func compile(_ source: String, in folder: URL, _ arguments: [String]) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let main = folder.appending(path: "main.swift")
    try Data(source.utf8).write(to: main)
    let modules = products.appending(path: "Modules").path
    let common =
      ["swiftc", main.path, "-warnings-as-errors", "-I", modules] + map(of: core) + map(of: support)
    let answer = try run(URL(filePath: "/usr/bin/env"), common + arguments, seconds: 300)
    if answer.status != 0 { throw Trouble.doesNotCompile(answer.errors) }
  }

  /// What the program prints.
  package func run(_ arguments: [String] = []) throws -> String {
    try Self.run(executable, arguments, seconds: 30).output
  }

  /// Files in which the compiler lists the public symbols of a module.
  static func symbolGraphs(of module: String, in folder: URL) throws -> [URL] {
    let folder = folder.appending(path: module)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let built = try FileManager.default.contentsOfDirectory(atPath: products.path)
      .filter { $0.hasSuffix(".build") }.map { String($0.dropLast(6)) }
    let sources = try FileManager.default.contentsOfDirectory(
      atPath: DeclaredOperator.package.appending(path: "Sources").path)
    let maps = Set(built + sources).flatMap(map)
    let answer = try run(
      URL(filePath: "/usr/bin/env"),
      [
        "swift", "symbolgraph-extract", "-module-name", module, "-I",
        products.appending(path: "Modules").path,
        "-target", try target(), "-output-dir", folder.path, "-skip-synthesized-members",
      ] + maps, seconds: 300)
    if answer.status != 0 { throw Trouble.doesNotCompile(answer.errors) }
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).map { folder.appending(path: $0) }
  }

  /// What the compiler compiles for.
  private static func target() throws -> String { try CompilerInfo.read().target.triple }

  /// Where the toolchain has its own libraries.
  static func libraries() throws -> URL {
    try URL(filePath: CompilerInfo.read().paths.runtimeResourcePath).deletingLastPathComponent()
  }

  private struct CompilerInfo: Decodable {
    struct Target: Decodable { let triple: String }
    struct Paths: Decodable { let runtimeResourcePath: String }

    let target: Target
    let paths: Paths

    static func read() throws -> CompilerInfo {
      let answer = try run(URL(filePath: "/usr/bin/env"), ["swiftc", "-print-target-info"], seconds: 60)
      return try JSONDecoder().decode(CompilerInfo.self, from: Data(answer.output.utf8))
    }
  }

  static var products: URL {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    return (bundles.first ?? Bundle.main.executableURL!).deletingLastPathComponent()
  }

  /// The object files of a module, as the build lists them; those of C lie next to each other.
  private static func objects(of module: String) throws -> [String] {
    struct Outputs: Decodable { let object: String? }
    let folder = products.appending(path: "\(module).build")
    let list = folder.appending(path: "output-file-map.json")
    guard FileManager.default.fileExists(atPath: list.path) else {
      return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".o") }.map { folder.appending(path: $0).path }
    }
    let outputs = try JSONDecoder().decode([String: Outputs].self, from: Data(contentsOf: list))
    return outputs.values.compactMap(\.object).filter { FileManager.default.fileExists(atPath: $0) }
  }

  /// Where the compiler finds the headers of a module in C: where it is built, or in the sources for a system library.
  private static func map(of module: String) -> [String] {
    let maps = [
      products.appending(path: "\(module).build/module.modulemap"),
      DeclaredOperator.package.appending(path: "Sources/\(module)/module.modulemap"),
    ]
    let map = maps.first { FileManager.default.fileExists(atPath: $0.path) }
    return map.map { ["-Xcc", "-fmodule-map-file=\($0.path)"] } ?? []
  }

  package static func run(
    _ executable: URL, _ arguments: [String], seconds: Double
  ) throws -> (status: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.runWithoutBlockedSignals()
    let watchdog = DispatchWorkItem { process.terminate() }
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: watchdog)
    // Both pipes at once: the compiler waits when one of them is full, and a program may print much before its end.
    let read = Guarded(Data())
    let reading = DispatchGroup()
    DispatchQueue.global().async(group: reading) {
      let complaints = errors.fileHandleForReading.readDataToEndOfFile()
      read.withLock { $0 = complaints }
    }
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    reading.wait()
    let complaints = read.withLock { $0 }
    process.waitUntilExit()
    watchdog.cancel()
    if process.terminationReason == .uncaughtSignal { throw Trouble.doesNotEnd }
    return (
      process.terminationStatus, String(decoding: printed, as: UTF8.self),
      String(decoding: complaints, as: UTF8.self)
    )
  }
}
