import SignalsMarbles
import Testing

@testable import SignalBox

/// Expressions without end are reported, with the operator that does not come to an end.
@Suite struct BudgetTests {
  @Test(
    arguments: [
      // Without any event.
      ("empty.repeatForever", "repeatForever", 6),
      ("empty.ignoreValues.repeatForever.first", "repeatForever", 19),
      ("SignalProducer(error: x).retry(99).retry(99).retry(99)", "retry", 25),
      ("never.timeout(.total, 0, failingWith: x).completeOnError.repeatForever", "repeatForever", 57),
      // Through the clock, at one instant.
      ("timer(after: 0).repeatForever", "repeatForever", 16),
      ("empty.delayStart(0).repeatForever", "repeatForever", 20),
      // With values.
      ("SignalProducer(a).repeatForever", "repeatForever", 18),
      ("SignalProducer(a).repeatForever.ignoreValues", "repeatForever", 18),
      ("repeating(a)", "repeating", 0),
      ("unfold(1, next: uppercase).collect", "unfold", 0),
      // A bounded number of values that is too large.
      ("SignalProducer(a).repeat(99).repeat(99).repeat(99).count", "repeat", 18),
      // The interruption of the source becomes a value, and an end that is not an interruption.
      ("empty.materialize.repeatForever", "repeatForever", 18),
    ])
  func namesTheOperatorOfAnEndlessExpression(text: String, culprit: String, position: Int) throws {
    let sentence = "\(culprit) uses up the 20,000 starts and values that a picture may take"
    #expect(throws: SyntaxError(sentence, at: position)) { try Expression(text).picture(of: nil) }
  }

  @Test func paysForStartsOfADiagramThatIsNeverPlayed() throws {
    let sentence = "repeatForever uses up the 20,000 starts and values that a picture may take"
    let diagram = try MarbleDiagram("a|")
    #expect(throws: SyntaxError(sentence, at: 10)) {
      try Expression("prefix(0).repeatForever()").picture(of: diagram)
    }
  }

  @Test(
    arguments: [
      ("|", "repeatForever", "repeatForever", 0),
      ("x", "uppercase.retry(99).retry(99)", "retry", 10),
      ("(12345678|)", "flatMap('(12345678|)').flatMap('(12345678|)').flatMap('(12345678|)')", "flatMap", 46),
      ("(1234567|)", "flatMap(.merge, '(1234567|)').repeat(99).windows(ofCount: 1).delay(0)", "windows", 41),
    ])
  func namesTheOperatorThatNeedsTooManyRows(diagram: String, text: String, culprit: String, position: Int)
    throws
  {
    let sentence = "\(culprit) starts or makes more streams than the 500 that a picture has room for"
    let diagram = try MarbleDiagram(diagram)
    #expect(throws: SyntaxError(sentence, at: position)) { try Expression(text).picture(of: diagram) }
  }

  @Test func paysForLongNames() throws {
    // 2^60 letters.
    let text = Array(repeating: "double", count: 60).joined(separator: ".")
    let mistake = #expect(throws: SyntaxError.self) {
      try Expression(text).picture(of: try MarbleDiagram("a|"))
    }
    #expect(mistake?.sentence == "double uses up the 20,000 starts and values that a picture may take")
  }

  @Test(arguments: ["repeating(a).prefix(3)", "SignalProducer(a).repeatForever.prefix(3)"])
  func letsAnEndlessStreamBeEndedFromBelow(text: String) throws {
    #expect(try Expression(text).picture(of: nil).outputs[0].diagram == MarbleDiagram("(aaa|)"))
  }

  @Test func changesNothingForTheOthers() throws {
    // 60 rows of one second each.
    let picture = try Expression("repeatForever").picture(of: try MarbleDiagram("a|"))
    #expect(picture.inputs.count == ExpressionRunner.limit)
    #expect(
      picture.outputs[0].diagram
        == MarbleDiagram(steps: Array(repeating: [.value("a")], count: ExpressionRunner.limit)))
  }

  @Test func isEnoughForTheLongestExpression() throws {
    for operation in ["first", "flatMap(.concat, 'a|')", "merge(with: '-|')", "repeat(1)"] {
      let text = Array(repeating: operation, count: Expression.mostCalls).joined(separator: ".")
      #expect(try Expression(text).picture(of: try MarbleDiagram("a|")).outputs[0].isOpen == false)
    }
  }
}
