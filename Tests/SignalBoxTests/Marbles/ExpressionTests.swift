import SignalsMarbles
import Testing

@testable import SignalBox

/// What expressions mean, and where they are wrong.
@Suite struct ExpressionTests {
  @Test func readsAChain() throws {
    let expression = try Expression("uppercase.merge( with: '-1|' ).flatMap(.concurrent(limit: 2), \"'ab'\")")
    #expect(expression.calls.map(\.name) == ["uppercase", "merge", "flatMap"])
    #expect(expression.calls.map(\.position) == [0, 10, 31])
    #expect(
      expression.calls[1].arguments == [
        .init(label: "with", literal: Literal(kind: .quoted("-1|"), position: 23), position: 17)
      ])
    #expect(
      expression.calls[2].arguments.map(\.literal.kind) == [.choice("concurrent", limit: 2), .quoted("'ab'")])
  }

  @Test(
    arguments: [
      ("uppercase.delay(2)", "map(uppercase).delay(.seconds(2), on: clock)"),
      ("filter(!isVowel)", "filter { !isVowel($0) }"),
      ("debounce(2)", "debounce(for: .seconds(2), on: clock)"),
      ("debounce(for: 2, onCompletion: .drop)", "debounce(for: .seconds(2), on: clock, onCompletion: .drop)"),
      ("merge(with: '1').merge(with: '2')", "merge(with: other).merge(with: other2)"),
      ("flatMap(.latest, '1')", "flatMap(.latest) { inner(of: $0) }"),
      ("flatMap('1')", "flatMap { inner(of: $0) }"),
      ("prefix(2)", "prefix(2)"),
      ("prefix(for: 2)", "prefix(for: .seconds(2), on: clock)"),
      ("dropFirst", "dropFirst()"),
      ("scan(0, +)", "scan(0, +)"),
    ])
  func isWrittenInSwift(text: String, code: String) throws {
    #expect(try Expression(text).picture(of: try MarbleDiagram("a")).code == code)
  }

  @Test(
    arguments: [
      ("", "expected the name of an operator", 0),
      ("map(", "expected an argument", 4),
      ("first..last", "expected the name of an operator, not '.'", 6),
      ("first last", "expected a dot and the next operator, not 'l'", 6),
      ("delay(2", "the bracket that opens here is not closed", 5),
      ("delay(2 3)", "expected a comma or a closing bracket, not '3'", 8),
      ("merge('-1)", "the quote that opens here is not closed", 6),
      ("delay(99999999999999999999)", "expected a whole number of a few digits", 6),
      ("filter(!2)", "expected a condition after the !", 8),
      ("flatMap(.2, '1')", "expected a name after the dot", 9),
      ("flatMap(.concurrent(x), '1')", "expected one number in the brackets, not 'x'", 20),
      ("flatMap(.concurrent(), '1')", "expected one number in the brackets, not ')'", 20),
      ("flatMap(.concurrent(limit:", "expected one number in the brackets", 26),
      ("flatMap(.concurrent(2, '1')", "expected a closing bracket, not ','", 21),
      ("flatMap(.concurrent(-), '1')", "expected a whole number of a few digits", 20),
      ("timer(after: 1e300)", "expected a comma or a closing bracket, not 'e'", 14),
      ("chunks(ofCount: 99999999999999999999)", "expected a whole number of a few digits", 16),
      ("uppercas", "there is no operator 'uppercas'; did you mean uppercase?", 0),
      ("first.dealy(2)", "there is no operator 'dealy'; did you mean delay?", 6),
      ("first.xyzzy", "there is no operator 'xyzzy'", 6),
      ("isVowel", "isVowel is a condition; write filter(isVowel)", 0),
      ("filter(isVowl)", "'isVowl' is not a condition; did you mean isVowel?", 7),
      ("delay(two)", "expected a number of seconds, such as 2", 6),
      ("delay(-1)", "expected a number of seconds from 0 to 99", 6),
      ("chunks(ofCount: 0)", "expected a count from 1 to 99", 16),
      ("delay(1, 2)", "write delay(SECONDS)", 6),
      ("delay", "write delay(SECONDS)", 0),
      ("delay(by: 2)", "there is no argument 'by:' here; write delay(SECONDS)", 6),
      ("windows(2)", "this can be windows(ofCount: COUNT) or windows(every: SECONDS); write the label", 8),
      ("merge(with: '--1-(|')", "the group that begins here is not closed", 17),
      ("merge(with: '-1|2')", "nothing follows the end of a stream", 16),
      ("merge(with: '-^1')", "^ belongs to an observer, not to a source", 14),
      ("prefix(until: '-x')", "this stream cannot fail, so no x can stand in it", 16),
      ("prefix(until: '\"x\"')", "\"\"\" means nothing in a marble diagram", 15),
      (
        "flatMap(.newest, '1')",
        "expected .merge, .concat, .concurrent(limit: 2), .latest, .exhaust, .conflate or .race", 8
      ),
      ("flatten", "flatten needs streams as values, as windows and grouped make them", 0),
      ("interval(every: 2)", "interval begins a stream and cannot follow another", 0),
      ("assertNoFailure", "assertNoFailure() is in the catalogue only, not in expressions", 0),
      ("first.throttle(for: 2, leading: false, trailing: false)", "leading or trailing has to be true", 6),
    ])
  func pointsAtAMistake(text: String, sentence: String, position: Int) throws {
    let diagram = try MarbleDiagram("-a-b|")
    #expect(throws: SyntaxError(sentence, at: position)) { try Expression(text).picture(of: diagram) }
  }

  @Test(
    arguments: [
      ("a-b|c", "nothing follows the end of a stream", 4),
      ("--(a", "the group that begins here is not closed", 2),
      ("a%", "\"%\" means nothing in a marble diagram", 1),
      ("'^'-$", "$ belongs to an observer, not to a source", 4),
      (String(repeating: "-", count: 61), "a picture has room for 60 steps, not for 61", 60),
      (
        "(" + String(repeating: "a", count: 1_001) + ")",
        "a diagram has room for 1,000 events, not for 1,001",
        1_002
      ),
    ])
  func pointsAtAMistakeInADiagram(text: String, sentence: String, position: Int) {
    #expect(throws: SyntaxError(sentence, at: position)) { try MarbleDiagram(input: text) }
  }

  @Test func readsNestedBracketsWithoutRecursion() {
    for text in [
      String(repeating: "(", count: 100_000), "flatMap(" + String(repeating: ".a(", count: 100_000),
    ] {
      #expect(throws: SyntaxError.self) { try Expression(text) }
    }
  }

  @Test func limitsTheLengthOfAChain() throws {
    let longest = Array(repeating: "first", count: 100).joined(separator: ".")
    #expect(try Expression(longest).calls.count == 100)
    #expect(throws: SyntaxError("an expression has room for 100 operators", at: 600)) {
      try Expression(longest + ".first")
    }
  }
}
