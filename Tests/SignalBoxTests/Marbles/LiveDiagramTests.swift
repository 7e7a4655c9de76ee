import SignalsMarbles
import Testing

@testable import SignalBox

/// Diagrams that are changed by hand, and what can be taken hold of in them.
@Suite struct LiveDiagramTests {
  @Test func drawsWhatTheProgramDraws() throws {
    let live = LiveDiagram(source: "--a-b|", expression: "delay(2)")
    let picture = try Expression("delay(2)").picture(of: try MarbleDiagram("--a-b|"))
    #expect(try live.drawing(as: nil).svg == Drawing(picture).svg)
  }

  @Test(arguments: Catalogue.examples.indices)
  func drawsAnExampleAsTheCatalogueDoes(number: Int) throws {
    let shown = Catalogue.examples[number]
    let live = LiveDiagram(source: shown.example.input, expression: shown.example.expression)
    let drawing = try live.drawing(as: (shown.entry, shown.example))
    #expect(drawing.svg == (try Drawing(shown.entry, shown.example)).svg)
    #expect(
      try number == Catalogue.examples.firstIndex { try Drawing($0.entry, $0.example).svg == drawing.svg })
    let found = try #require(Catalogue.example(shown.number))
    #expect(try Drawing(found.entry, found.example).svg == drawing.svg)
  }

  @Test func hasAHandleForEveryMarkOfTheInputs() throws {
    let live = LiveDiagram(source: "-a-(bc|)", expression: "merge(with: '--1--x')")
    let handles = try live.drawing(as: nil).handles
    #expect(handles.map { $0.mark.name ?? "" } == ["a", "b", "c", "", "1", ""])
    #expect(handles.map(\.row.place) == [nil, nil, nil, nil, 12, 12])
    #expect(handles.map(\.step) == [1, 3, 3, 3, 2, 5])
    #expect(handles.map(\.index) == [0, 0, 1, 2, 0, 0])
    #expect(handles[1].y < handles[2].y)
    #expect(handles[3].x > handles[2].x)
  }

  @Test func hasHandlesOnTheStreamOfEachValue() throws {
    let live = LiveDiagram(source: "-a--b--|", expression: "flatMap(.latest, '-1-2|')")
    let rows = try live.drawing(as: nil).handles.filter { $0.row.place != nil }
    // The first stream is left when the second value comes.
    #expect(rows.map(\.row.begin) == [1, 4, 4, 4])
    #expect(rows.map(\.step) == [1, 1, 3, 4])
  }

  @Test(
    arguments: [
      ("--a--b|", 2, 0, LiveEdit.Change.move(to: 4), "----ab|", 4, 0),
      ("--a--b|", 2, 0, .move(to: 5), "-----(ba)|", 5, 1),
      ("--a--b|", 2, 0, .move(to: 99), "-----b(a|)", 6, 0),
      ("--a--b|", 6, 0, .move(to: 8), "--a--b--|", 8, 0),
      ("--a--b|", 6, 0, .move(to: 1), "--a--(b|)", 5, 1),
      ("--a--b", 5, 0, .move(to: 99), "--a--\(String(repeating: "-", count: 54))b", 59, 0),
      ("--a--b|", 2, 0, .move(to: -3), "a----b|", 0, 0),
      ("--a--b|", 2, 0, .rename("z"), "--z--b|", 2, 0),
      ("--a--b|", 2, 0, .rename("long'"), "--'long'--b|", 2, 0),
      ("--a--b|", 2, 0, .rename("'"), "--a--b|", 2, 0),
      ("--a--b|", 6, 0, .rename("x"), "--a--bx", 6, 0),
      ("--a--b|", 6, 0, .rename("z"), "--a--b|", 6, 0),
      ("--a--b|", 3, 0, .add, "--ac-b|", 3, 0),
      ("--1--7|", 9, 0, .add, "--1--7(8|)", 6, 0),
    ])
  func changesADiagram(
    source: String, step: Int, index: Int, change: LiveEdit.Change, result: String, newStep: Int,
    newIndex: Int
  ) throws {
    let live = LiveDiagram(source: source, expression: "first")
    let (changed, mark) = live.changed(by: LiveEdit(place: nil, step: step, index: index, change: change))
    #expect(changed == LiveDiagram(source: result, expression: "first"))
    let place = try #require(mark)
    #expect(place == (newStep, newIndex))
  }

  @Test func removesAMark() {
    let live = LiveDiagram(source: "--a--b|", expression: "first")
    let value = live.changed(by: LiveEdit(place: nil, step: 2, index: 0, change: .remove))
    #expect(value.live.source == "-----b|")
    #expect(value.mark == nil)
    let end = live.changed(by: LiveEdit(place: nil, step: 6, index: 0, change: .remove))
    #expect(end.live.source == "--a--b-")
  }

  @Test func changesADiagramInTheExpression() {
    let live = LiveDiagram(
      source: "-a|", expression: "replaceError(with: 'ab').merge(with: '-1-2|', \"-3|\").first")
    let place = 37
    let moved = live.changed(by: LiveEdit(place: place, step: 1, index: 0, change: .move(to: 2)))
    #expect(moved.live.expression == "replaceError(with: 'ab').merge(with: '--12|', \"-3|\").first")
    #expect(moved.live.source == "-a|")
    // A longer name has quotes of its own.
    let renamed = live.changed(by: LiveEdit(place: place, step: 1, index: 0, change: .rename("one")))
    #expect(renamed.live.expression == "replaceError(with: 'ab').merge(with: \"-'one'-2|\", \"-3|\").first")
  }

  @Test func changesNothingWhereNothingIs() {
    let live = LiveDiagram(source: "-a|", expression: "first")
    for edit in [
      LiveEdit(place: nil, step: 7, index: 0, change: .remove),
      LiveEdit(place: nil, step: 1, index: 3, change: .remove),
      LiveEdit(place: 2, step: 1, index: 0, change: .remove),
      LiveEdit(place: 99, step: 1, index: 0, change: .add),
    ] {
      let (changed, mark) = live.changed(by: edit)
      #expect(changed.expression == live.expression)
      #expect(changed.source == live.source)
      #expect(mark == nil)
    }
  }

  @Test func saysInWhichLineAMistakeIs() {
    #expect { try LiveDiagram(source: "-a|b", expression: "first").drawing(as: nil) } throws: { error in
      (error as? LiveDiagram.Mistake)?.line == .source
    }
    #expect { try LiveDiagram(source: "-a|", expression: "frst").drawing(as: nil) } throws: { error in
      (error as? LiveDiagram.Mistake)?.line == .expression
    }
  }

  /// Where `Int` has 32 bits, these would be other numbers.
  @Test func reckonsWithNumbersOfSixtyFourBits() throws {
    let live = LiveDiagram(source: "-'3000000000'-'4000000001'|", expression: "scan(0, +)")
    #expect(try live.drawing(as: nil).lines.last?.contains("7000000001") == true)
  }

  @Test func escapesWhatIsNoTextInJSON() {
    #expect("a\"b\\c\n\u{1}é".escapedForJSON == "a\\\"b\\\\c\\n\\u0001é")
    let live = LiveDiagram(source: "-a|", expression: "first('\"')")
    let mistake = LiveDiagram.Mistake(line: .expression, error: SyntaxError("\"", at: 8))
    #expect(
      LiveAnswer.text(of: mistake, in: live)
        == #"{"mistake":"\"","line":"expression","before":"first('\""}"#)
  }

  @Test(
    arguments: [
      ("--a--b--|", "repeat(2)", ["out  --a--b--!"]),
      ("--a--x", "retry(1)", ["out  --a--!"]),
      ("--a--b--|", "append('-1-2---------3|')", ["out    --a--b-------3|"]),
      ("--a--b--|", "delay(2)", nil),
      ("--a--b--|", "repeatForever", ["out  --a--b--!"]),
    ] as [(String, String, [String]?)])
  func drawsWhatComesOfPushedSources(source: String, expression: String, outputs: [String]?) throws {
    let drawing = try LiveDiagram(source: source, expression: expression).drawing(as: nil)
    let lines = drawing.pushed.map { svg in
      svg.split(separator: "\n").map(String.init).filter { $0.hasPrefix("out") }
    }
    #expect(lines == outputs)
  }

  @Test func showsWhenANumberIsTaken() throws {
    let lesson = try #require(Catalogue.lessons.first { $0.name == "numbers" })
    let live = LiveDiagram(source: nil, expression: "numbers(taken: 2)")
    let drawing = try live.drawing(as: (lesson, lesson.examples[0]))
    #expect(drawing.lines.first == "made  1-2-3-4-5-6-7-8-|")
    // Its words mean nothing elsewhere.
    #expect(throws: LiveDiagram.Mistake.self) { try live.drawing(as: nil) }
  }

  @Test func holdsWhatComesDuringAPause() throws {
    let lesson = try #require(Catalogue.lessons.first { $0.name == "takenFromBuffer" })
    let live = LiveDiagram(source: "12345|", expression: "takenFromBuffer(every: 4)")
    let drawing = try live.drawing(as: (lesson, lesson.examples[0]))
    #expect(drawing.lines.last == "out  1---4---5---|")
  }

  @Test func showsPropertiesWithoutGlitches() throws {
    let lines = try ["diamondOfStreams", "diamondOfProperties"].map(outputOfLesson)
    #expect(lines == ["out  -5---(7,10)|", "out  0-5---10-|"])
  }

  @Test func showsATransactionAsOneMoment() throws {
    let lines = try ["setOneByOne", "setInOneTransaction"].map(outputOfLesson)
    #expect(lines == ["out  0(13)--(46)|", "out  03--6|"])
  }

  private func outputOfLesson(_ name: String) throws -> String? {
    let lesson = try #require(Catalogue.lessons.first { $0.name == name })
    return try LiveDiagram(source: "-1--2|", expression: name).drawing(as: (lesson, lesson.examples[0]))
      .lines.last
  }
}
