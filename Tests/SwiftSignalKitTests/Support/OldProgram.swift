import Foundation
import TestSupport

/// What a program prints that was written for SwiftSignalKit, in the language mode of its time: the compiler says
/// nothing about variables that change although closures have captured them. In mode 6 it may warn.
func printed(by program: String, _ arguments: String..., languageMode: Int = 5) throws -> String {
  let folder = try TemporaryFolder()
  let compiled = try CompiledProgram(
    program, using: ["Signals", "SignalsFoundation", "SystemCalls", "SwiftSignalKit"],
    languageMode: languageMode, allowsWarnings: languageMode > 5, in: folder.url.appending(path: "program"))
  return try compiled.run(arguments)
}
