import Foundation

/// A small program that is compiled against the modules next to the tests, and run.
struct CompiledProgram {
  private let executable: URL

  enum Trouble: Error { case doesNotCompile(String), doesNotEnd }

  /// Compiles `source` as `main.swift`, in a folder that the caller removes.
  init(_ source: String, in folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let main = folder.appending(path: "main.swift")
    try Data(source.utf8).write(to: main)
    executable = folder.appending(path: "program")
    let modules = Self.products.appending(path: "Modules").path
    var arguments = [main.path, "-swift-version", "6", "-warnings-as-errors", "-I", modules]
    arguments += try Self.objects(of: "Signals") + ["-o", executable.path]
    // What is linked was made for the sanitizer that the tests run under.
    if dlsym(nil, "__tsan_init") != nil { arguments.append("-sanitize=thread") }
    let answer = try Self.run(URL(filePath: "/usr/bin/env"), ["swiftc"] + arguments, seconds: 120)
    if answer.status != 0 { throw Trouble.doesNotCompile(answer.errors) }
  }

  /// What the program prints.
  func run() throws -> String { try Self.run(executable, [], seconds: 30).output }

  private static var products: URL {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    return (bundles.first ?? Bundle.main.executableURL!).deletingLastPathComponent()
  }

  /// The object files of a module, as the build lists them.
  private static func objects(of module: String) throws -> [String] {
    struct Outputs: Decodable { let object: String? }
    let map = products.appending(path: "\(module).build/output-file-map.json")
    let outputs = try JSONDecoder().decode([String: Outputs].self, from: Data(contentsOf: map))
    return outputs.values.compactMap(\.object).filter { FileManager.default.fileExists(atPath: $0) }
  }

  private static func run(
    _ executable: URL, _ arguments: [String], seconds: Double
  ) throws -> (status: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let watchdog = DispatchWorkItem { process.terminate() }
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: watchdog)
    // Programs print little, and the compiler complains last: one pipe after the other is enough.
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    let complaints = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    watchdog.cancel()
    if process.terminationReason == .uncaughtSignal { throw Trouble.doesNotEnd }
    return (
      process.terminationStatus, String(decoding: printed, as: UTF8.self),
      String(decoding: complaints, as: UTF8.self)
    )
  }
}
