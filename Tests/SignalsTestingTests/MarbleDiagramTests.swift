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

  @Test(arguments: [
    "", "--a--b--|", "-'ab'-(c'de'x)", "''-('''ab')|", "^-a-$", "(ab|)--", "-!", "'x'-x", "'a b'|",
  ])
  func writesWhatItReads(_ text: String) throws {
    #expect(try MarbleDiagram(text).description == text)
  }

  /// Consonant and vowel of a Hangul syllable, and two consonants of a Devanagari one, are values of their own.
  @Test(arguments: ["\u{1100} \u{1161}|", "-(\u{1100} \u{1161}|)", "\u{915}\u{94D} \u{937}", "e\u{301}e"])
  func keepsNamesApart(_ text: String) throws {
    #expect(try MarbleDiagram(text).description == text)
  }

  @Test(arguments: [
    ("--a--(b-|)", 7, #"a group is one instant, "-" cannot stand in it"#),
    ("-(a(b))", 3, "a group cannot stand in a group"),
    ("-a)", 2, "no group is open here"),
    ("-()", 2, "a group needs something in it"),
    ("-(ab", 1, "the group that begins here is not closed"),
    ("-'ab", 1, "the name that begins here has no closing quote"),
    ("-'''", 3, "the name that begins here has no closing quote"),
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

  @Test("X1: a diagram that cannot be drawn stops the program") func misuse() async {
    let far = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let time = TestScheduler()
      let recorder = Recorder<Int, Never>(on: time)
      SignalProducer(value: 1).delay(.seconds(1e15), on: time).start(recorder.observer)
      time.run()
      _ = MarbleDiagram(recorder.entries)
    }
    #expect(
      far?.standardError.contains(
        "MarbleDiagram(_:from:step:): a diagram has at most 1,000,000 steps, got 1000000000000000.0 seconds")
        == true)
    let early = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let recorder = Recorder<Int, Never>()
      recorder.observer.send(1)
      _ = MarbleDiagram(recorder.entries, from: .seconds(1))
    }
    #expect(
      early?.standardError.contains(
        "MarbleDiagram(_:from:step:): no event comes before the first step, got 0.0 seconds") == true)
    let flat = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = MarbleDiagram([Recorder<Int, Never>.Entry](), step: .zero)
    }
    #expect(
      flat?.standardError.contains(
        "MarbleDiagram(_:from:step:): a step must be longer than zero, got 0.0 seconds") == true)
    let negative = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var diagram = MarbleDiagram(steps: [])
      diagram.add(.completed, at: -1)
    }
    #expect(
      negative?.standardError.contains("MarbleDiagram.add(_:at:): the step must not be negative, got -1")
        == true)
    let huge = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var diagram = MarbleDiagram(steps: [])
      diagram.add(.completed, at: .max)
    }
    #expect(
      huge?.standardError.contains("MarbleDiagram.add(_:at:): a diagram has at most 1,000,000 steps, got")
        == true)
  }

  @Test func playsIntoWhatCannotFail() throws {
    let time = TestScheduler()
    let (played, started) = (Recorder<String, Never>(on: time), Recorder<Int, Never>(on: time))
    try MarbleDiagram("-a-b|").play(into: played.observer, on: time)
    let numbers: SignalProducer<Int, Never> = try MarbleDiagram("-a-b|").producer(on: time) {
      $0 == "a" ? 1 : 2
    }
    numbers.start(started.observer)
    let names: SignalProducer<String, Never> = try MarbleDiagram("-a-b|").producer(on: time)
    names.prefix(1).start(Observer())
    time.run()
    #expect("\(MarbleDiagram(played.entries))" == "-a-b|")
    #expect("\(MarbleDiagram(started.entries))" == "-1-2|")
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

  /// An observed signal refers to its observers, which may refer to it.
  @Test func doesNotLookIntoLiveStreams() {
    let recorder = Recorder<any Sendable, Never>()
    let (signal, input) = Signal<Int, Never>.pipe()
    let derived = signal.map { $0 + 1 }
    derived.observe { _ in }
    recorder.observer.send(derived)
    recorder.observer.send((1, signal))
    recorder.observer.send(["a": 1])
    recorder.observer.send(MutableProperty(7))
    #expect(MarbleDiagram(recorder.entries).description == #"('stream''1stream''["a": 1]''stream')"#)
    input.complete()
  }
}
