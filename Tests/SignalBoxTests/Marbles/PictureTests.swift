import SignalsMarbles
import Testing

@testable import SignalBox

/// What is seen of a run.
@Suite struct PictureTests {
  private func lines(_ diagram: String?, _ expression: String) throws -> [String] {
    try Expression(expression).picture(of: try diagram.map { try MarbleDiagram(input: $0) }).marbles.lines
  }

  @Test func showsSourceOperatorAndOutput() throws {
    #expect(
      try lines("a-b--c|", "uppercase.delay(2)") == [
        "in   a-b--c|",
        "     map(uppercase).delay(.seconds(2), on: clock)",
        "out  --A-B--C|",
      ])
  }

  @Test func showsAStreamFromItsStartOn() throws {
    #expect(
      try lines("--a|", "append('1-2|')") == [
        "in     --a|",
        "other     1-2|",
        "       append(other)",
        "out    --a1-2|",
      ])
  }

  @Test func showsEachStartOfASource() throws {
    #expect(
      try lines("-ax", "retry(1)") == [
        "in     -ax",
        "again    -ax",
        "       retry(1)",
        "out    -a-ax",
      ])
  }

  @Test func showsTheStreamsOfAFlatteningAndHowTheyAreInterrupted() throws {
    #expect(
      try lines("a--b|", "flatMap(.latest, '-1-2|')") == [
        "in       a-----b-|",
        "inner a  --a1--!",
        "inner b        --b1--b2-|",
        "         flatMap(.latest) { inner(of: $0) }",
        "out      --a1----b1--b2-|",
      ])
  }

  @Test func showsTheStreamsThatAnOperatorMakes() throws {
    #expect(
      try lines("1-2-3|", "grouped(by: parity)") == [
        "in    1----2-----3-|",
        "      grouped(by: parity)",
        "out   odd--even----|",
        "odd   1----------3-|",
        "even       2-------|",
      ])
  }

  @Test func showsStreamsThatGoOn() throws {
    #expect(
      try lines("8-", "grouped(by: parity)") == [
        "in    8-----------", "      grouped(by: parity)", "out   even--------", "even  8-----------",
      ])
    #expect(
      try lines("-8", "windows(ofCount: 2)") == [
        "in   -8---------", "     windows(ofCount: 2)", "out  -1st-------", "1st   8---------",
      ])
  }

  @Test func saysWhatIsNeverStarted() throws {
    #expect(
      try lines("-x", "append('1|')") == [
        "in       -x", "(other)  1|", "         append(other)", "out      -x",
      ])
  }

  @Test func remembersWhatWasNotListenedTo() throws {
    let picture = try Expression("prefix(1)").picture(of: try MarbleDiagram("-a-b|"))
    #expect(picture.inputs[0].letGo == 1)
    #expect(picture.inputs[0].events == (try MarbleDiagram("-a")))
    #expect(picture.inputs[0].rest.steps == [[], [], [], [.value("b")], [.completed]])
  }

  @Test func stopsWhereThereIsNoRoom() throws {
    let picture = try Expression("interval(every: 1)").picture(of: nil)
    #expect(picture.goesOn)
    #expect(picture.steps == ExpressionRunner.limit)
    #expect(picture.outputs[0].events.steps.count == ExpressionRunner.limit)
  }

  @Test func goesOnBelowWhereALineIsTooLong() throws {
    let screen = Screen()
    let picture = try Expression("delay(3)").picture(of: try MarbleDiagram("--------------------a|"))
    let lines = picture.lines(on: screen.terminal(width: 24))
    #expect(
      lines == [
        "in   ------------------", "     delay(.seconds(3), on: clock)", "out  ------------------", "",
        "in   --a|", "     delay(.seconds(3), on: clock)", "out  -----a|",
      ])
  }
}
