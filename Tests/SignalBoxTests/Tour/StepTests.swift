import Testing

@testable import SignalBox

/// What each step shows.
@Suite struct StepTests {
  /// Runs a step on a screen, and expects that everything it announced came true.
  private func show(_ step: some Step) -> [String] {
    let screen = Screen()
    let checks = step.run(on: screen.terminal())
    #expect(!checks.isEmpty)
    for check in checks { #expect(check.holds, "\(check)") }
    return screen.lines.map { $0.trimmingEnd }
  }

  @Test func chainRunsDownAndIsAskedUpwards() {
    let down = [
      "      → 1", "                    → 10", "                                  → 11",
      "                                                → 22",
    ]
    let up = [
      "                                                ← asks", "                                  ← asks",
      "                    ← asks", "      ← asks",
    ]
    let lines = show(ChainStep())
    #expect(lines.suffix(from: "    push  input.send(1)", count: 5).dropFirst() == down[...])
    #expect(
      lines.suffix(from: "    pull  let results = chain(producer)", count: 2).last
        == "      no call: it is only a recipe")
    #expect(lines.suffix(from: "    pull  results.start()", count: 9).dropFirst() == (up + down)[...])
  }

  @Test func coldRunsTwiceHotOnce() {
    let lines = show(HotAndColdStep())
    #expect(lines.contains("      Ben  sees performance 2, act 2"))
    #expect(lines.filter { $0 == "      Ben  sees performance 1, act 2" }.count == 1)
  }

  @Test func lateObserversMissWhatWasBefore() {
    let lines = show(LateObserverStep())
    #expect(lines.contains("      late                        3      completed"))
    #expect(lines.contains("      too late                           interrupted"))
    #expect(lines.contains("      any time      1      2      3      completed"))
  }

  @Test func disposalReleasesNewestFirst() {
    let lines = show(DisposalStep())
    #expect(
      lines.suffix(from: "      dispose()", count: 4)
        == ["      dispose()", "      interrupted", "      close socket", "      close file"])
  }

  @Test func aPropertyOfADiamondIsAlwaysTrue() {
    let lines = show(DiamondStep())
    #expect(
      lines.suffix(from: "      20 °C is 68 °F                      20 °C is 68 °F", count: 5) == [
        "      20 °C is 68 °F                      20 °C is 68 °F",
        "      25 °C is 68 °F  never true",
        "      25 °C is 77 °F                      25 °C is 77 °F",
        "      30 °C is 77 °F  never true",
        "      30 °C is 86 °F                      30 °C is 86 °F",
      ])
  }

  @Test func threeVocabulariesSayTheSameButForWhatIsAnEvent() {
    #expect(
      show(VocabulariesStep()) == [
        "                    Signals             SwiftSignalKit      PushPull",
        "    state           MutableProperty(0)  ValuePromise(0)     Signal(value: 0)",
        "    derived         .map { … }          |> map { … }        .map { … }",
        "    to listen       .startWithValues    .start(next:)       .subscription",
        "    to say          .value = 2          .set(2)             .sendNext(2)",
        "",
        "    Anna listens    Anna: 0 unread      Anna: 0 unread      Anna: 0 unread",
        "    say 2           Anna: 2 unread      Anna: 2 unread      Anna: 2 unread",
        "    say 2 again                                             Anna: 2 unread",
        "    Ben comes late  Ben: 2 unread       Ben: 2 unread       Ben: 2 unread",
        "    say 3           Anna: 3 unread      Anna: 3 unread      Anna: 3 unread",
        "                    Ben: 3 unread       Ben: 3 unread       Ben: 3 unread",
        "    Anna leaves",
        "    say 5           Ben: 5 unread       Ben: 5 unread       Ben: 5 unread",
        "", "",
      ])
  }

  @Test func answersNestOnlyWithoutTheGate() {
    let lines = show(ReentrancyStep())
    #expect(lines.contains("      Anna sees 2                         │ │ Anna sees 3"))
    #expect(lines.contains("      Ben  sees 3                         Ben  sees 1"))
  }

  @Test func typingIsDrawnFromTheRun() {
    #expect(
      show(TypingStep()).prefix(5) == [
        "    keys          -s--w-------i-f-t------------|",
        "    queries       --------sw----------swift----|",
        "    search sw     --------^-----------!",
        "    search swift  --------------------^------------(2|)",
        "    hits          ---------------------------------(2|)",
      ])
  }

  @Test func aPageIsAskedForAndLeft() {
    #expect(
      show(NetworkPageStep()).prefix(11) == [
        "    stored: milk, bread", "      next(milk, bread)", "      next(milk, bread, eggs)",
        "      completed", "    stored: milk, bread, eggs", "      next(milk, bread, eggs)",
        "      completed", "    left before there is an answer", "      next(milk)", "      leaving",
        "      interrupted",
      ])
  }

  #if os(Linux)
    /// Where the kernel reports each step.
    @Test func aFileIsReadOncePerSave() {
      let save = [
        "        created list.txt.new", "        changed list.txt.new",
        "        renamed list.txt.new to list.txt",
      ]
      #expect(
        show(WatchedFileStep())
          == ["    save: milk"] + save + ["      next(milk)", "    save: milk, bread"] + save
          + ["      next(milk, bread)", "    save: eggs"] + save
          + [
            "      next(eggs)", "    remove the folder", "        removed list.txt",
            "        removed desk", "      completed", "", "",
          ])
    }
  #endif
}

extension [String] {
  /// So many lines, beginning with a certain one; none if it is missing.
  fileprivate func suffix(from line: String, count: Int) -> ArraySlice<String> {
    firstIndex(of: line).map { self[$0...].prefix(count) } ?? []
  }
}

extension String {
  fileprivate var trimmingEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
