import Foundation
import TestSupport
import Testing

/// A mistake of one line, and words of what the compiler has to say about it.
typealias Hint = (mistake: String, words: String)

/// Compiles each mistake as a line of a function that `declarations` end with the head of.
func expectHints(_ hints: [Hint], in declarations: String, closing end: String = "}") throws {
  let beginning = """
    import Signals
    struct Oops: Error {}
    func later(_ number: Int) async -> Int { number }

    """ + declarations
  let lines = beginning.split(separator: "\n") + hints.map { "  \($0.mistake)"[...] } + [end[...]]
  let errors = try CompiledProgram.errors(in: lines.joined(separator: "\n"))
  let first = lines.count - hints.count
  for (index, hint) in hints.enumerated() {
    let error = errors[first + index]
    #expect(error?.contains(hint.words) == true, "\(hint.mistake): \(error ?? "is accepted")")
  }
}

/// Compares the number of unavailable declarations in a file with that of the mistakes that are tried.
func expectEachHint(of file: String, toBeIn hints: [Hint]) throws {
  let text = try SourceFile(path: "Sources/Signals/Migration/\(file).swift").text
  #expect(text.matches(of: /@available\(\s*\*, unavailable/).count == hints.count)
}
