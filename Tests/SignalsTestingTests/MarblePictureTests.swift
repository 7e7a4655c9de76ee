import SignalsTesting
import Testing

@Suite struct MarblePictureTests {
  @Test func alignsStepsInNotation() throws {
    let picture = MarblePicture([
      .diagram("in", try MarbleDiagram("--a--b--c--|")), .note("prefix(2)"),
      .diagram("out", try MarbleDiagram("--a--(b|)")),
    ])
    #expect(
      picture.description == """
        in   --a--b   --c--|
             prefix(2)
        out  --a--(b|)
        """)
  }

  @Test func alignedLinesCanBeReadBack() throws {
    let (wide, narrow) = (try MarbleDiagram("-'abc'(ab)-|"), try MarbleDiagram("-a-b-!"))
    let lines = MarblePicture([.diagram("", wide), .diagram("", narrow)]).lines
    #expect(try lines.map { try MarbleDiagram($0) } == [wide, narrow])
  }

  @Test func drawsPicturesWithoutQuotes() throws {
    let picture = MarblePicture(
      [
        .diagram("typed", try MarbleDiagram("-s'sw'-'swi'--")),
        .diagram("sent", try MarbleDiagram("----('swi'b|)")),
        .diagram("never", try MarbleDiagram("-")),
      ], style: .picture)
    #expect(
      picture.description == """
        typed  -s-sw--swi-------
        sent   -------(swi,b|)
        never  -----------------
        """)
  }

  @Test func drawsEmptyNamesInQuotes() throws {
    let picture = MarblePicture([.diagram("in", try MarbleDiagram("-''-b-|"))], style: .picture)
    #expect(picture.description == "in  -''-b-|")
  }

  @Test func showsNothingOfARowBeforeItsBeginning() throws {
    let picture = MarblePicture(
      [.diagram("in", try MarbleDiagram("-a-|")), .diagram("late", try MarbleDiagram("---b|"), from: 2)],
      style: .picture)
    #expect(picture.lines == ["in    -a-|", "late    -b|"])
  }

  @Test func breaksBetweenSteps() throws {
    let picture = MarblePicture(
      [.diagram("in", try MarbleDiagram("-'abc'-'def'-|")), .note("note")], style: .picture)
    #expect(
      picture.blocks(upTo: 11) == [["in  -abc--", "    note"], ["in  def--|", "    note"]])
    #expect(picture.blocks(upTo: 80) == [picture.lines])
  }

  @Test func drawsNothingForNothing() {
    #expect(MarblePicture([]).description.isEmpty)
  }
}
