import Signals
import SignalsTesting
import Testing

@Suite struct MarbleDiagramTests {
  @Test func readsOneStepPerCharacter() throws {
    let diagram = try MarbleDiagram("-a-7-|")
    #expect(diagram.steps == [[], [.value("a")], [], [.value("7")], [], [.completed]])
    #expect(diagram.step(of: .value("7")) == 3)
    #expect(diagram.end == 5)
  }

  @Test func readsNamesGroupsEndsAndMarkers() throws {
    #expect(try MarbleDiagram("'ab'-x").steps == [[.value("ab")], [], [.failed]])
    #expect(try MarbleDiagram("(a'bc'|)").steps == [[.value("a"), .value("bc"), .completed]])
    #expect(try MarbleDiagram("^-!").steps == [[.attached], [], [.interrupted]])
    #expect(try MarbleDiagram("-(a$)").steps == [[], [.value("a"), .disposed]])
    #expect(try MarbleDiagram("'x'").steps == [[.value("x")]])
  }

  @Test func spacesMeanNothing() throws {
    #expect(try MarbleDiagram(" - a (b |)") == MarbleDiagram("-a(b|)"))
    #expect(try MarbleDiagram("").steps.isEmpty)
  }

  @Test(arguments: ["", "--a--b--|", "-'ab'-(c'de'x)", "^-a-$", "(ab|)--", "-!", "'x'-x", "'a b'|"])
  func writesWhatItReads(_ text: String) throws {
    #expect(try MarbleDiagram(text).description == text)
  }

  @Test(arguments: [
    ("--a--(b-|)", 7, #"a group is one instant, "-" cannot stand in it"#),
    ("-(a(b))", 3, "a group cannot stand in a group"),
    ("-a)", 2, "no group is open here"),
    ("-()", 2, "a group needs something in it"),
    ("-(ab", 1, "the group that begins here is not closed"),
    ("-'ab", 1, "the name that begins here has no closing quote"),
    ("-''", 1, "a name needs at least one character"),
    ("-a|-b", 4, "nothing follows the end of a stream"),
    ("-x|", 2, "nothing follows the end of a stream"),
    ("-^-^", 3, #""^" can stand here only once"#),
    ("-a?", 2, #""?" means nothing in a marble diagram"#),
  ])
  func saysWhatIsWrongAndWhere(_ text: String, _ position: Int, _ sentence: String) {
    let error = #expect(throws: MarbleSyntaxError.self) { try MarbleDiagram(text) }
    #expect(error?.sentence == sentence)
    #expect(error?.position == position)
    let pointer = error.map { $0.description.split(separator: "\n").map(String.init) }?.last
    #expect(pointer == String(repeating: " ", count: 2 + position) + "^")
  }

  @Test func pointsAtTheWrongCharacter() {
    let error = #expect(throws: MarbleSyntaxError.self) { try MarbleDiagram("--a--(b-|)") }
    #expect(
      error?.description == """
        a group is one instant, "-" cannot stand in it:
          --a--(b-|)
                 ^
        """)
  }

  @Test func drawsWhatWasRecorded() {
    let time = TestScheduler()
    let recorder = Recorder<(Int, String), TestFailure>(on: time)
    time.schedule(at: .seconds(1)) { recorder.observer.send((1, "a")) }
    time.schedule(at: .milliseconds(1_999)) { recorder.observer.send((2, "b")) }
    time.schedule(at: .seconds(3)) { recorder.observer.fail(TestFailure()) }
    time.run()
    #expect(MarbleDiagram(recorder.entries).description == "-('1a''2b')-x")
    let fine = MarbleDiagram(recorder.entries, step: .milliseconds(500))
    #expect(fine.description == "--'1a''2b'--x")
  }

  @Test func namesValuesShortly() {
    let recorder = Recorder<any Sendable, Never>()
    recorder.observer.send((1, "a"))
    recorder.observer.send(["a", "b"])
    recorder.observer.send(Int?.none)
    recorder.observer.send([Optional("a")])
    #expect(MarbleDiagram(recorder.entries).description == "('1a''[a, b]''nil''[a]')")
  }
}
