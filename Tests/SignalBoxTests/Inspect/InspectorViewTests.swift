import Foundation
import TestSupport
import Testing

@testable import SignalBox

@Suite struct InspectorViewTests {
  private func text(_ view: InspectorView, after samples: Int = 1, rows: Int = 24, columns: Int = 80)
    -> [String]
  {
    let model = Conversation.model(after: samples)
    let screen = Screen()
    let terminal = screen.terminal(width: columns)
    var lines = view.lines(of: model, columns: columns, rows: rows).map {
      $0.drawn(on: terminal, columns: columns)
    }
    while lines.last == "" { lines.removeLast() }
    return lines.map { String($0.reversed().drop { $0 == " " }.reversed()) }
  }

  @Test func listsSubscriptions() {
    var view = InspectorView()
    view.order = .waiting
    #expect(
      text(view, rows: 12) == [
        "feed 4711  5 live · 42 started · 1 failed · 90,210 values · -",
        "! paused for 7.0 s, receive(on:) holds 1,024: Feed/Log.swift:7",
        "  number state         rate values  waits  last  what",
        ">     41 paused 7.0s      - 90,128  1,024  7.0s  terminal  Feed/Log.swift:7",
        "       1 running          -     17      3  0.1s  search  Feed/Main.swift:12",
        "       2 running          -     64         0.1s  search  Feed/Search.swift:31",
        "      40 running          -      0               flatMap(.latest)  Main.swift:12",
        "      42 running          -      1          11s  terminal  Feed/Badge.swift:9",
        "", "", "", "by waiting · r w a t: order · /: filter · enter: open · ?: help · q: quit",
      ])
  }

  @Test(arguments: [
    InspectorView.Page.list, .tree, .help, .subscription(2), .subscription(41), .subscription(999),
  ])
  func fits(page: InspectorView.Page) {
    var view = InspectorView()
    view.page = page
    for (columns, rows) in [(80, 24), (40, 10), (200, 60), (20, 3), (1, 1)] {
      let lines = view.lines(of: Conversation.model(after: 2), columns: columns, rows: rows)
      #expect(lines.count <= max(rows, 1) + (rows < 4 ? 3 : 0), "\(lines.count) lines in \(rows) rows")
      let terminal = Screen().terminal()
      #expect(lines.allSatisfy { $0.drawn(on: terminal, columns: columns).columns <= columns })
    }
  }

  @Test func listsByRateWaitingAndAge() {
    var view = InspectorView()
    let model = Conversation.model(after: 1)
    view.order = .age
    #expect(view.rows(of: model).map(\.number) == [1, 2, 40, 41, 42])
    view.order = .waiting
    #expect(view.rows(of: model).map(\.number) == [41, 1, 2, 40, 42])
    var fast = InspectorModel()
    for (time, counts) in [(0.0, [0, 0, 0]), (1_000, [5, 50, 0])] {
      fast.take(.sample(InspectorLine.Sample(sample: 1, time: time)))
      fast.take(.subscriptions(counts.enumerated().map { SubscriptionRow(number: $0 + 1, values: $1) }))
      fast.take(.end)
    }
    view.order = .rate
    #expect(view.rows(of: fast).map(\.number) == [2, 1, 3])
  }

  @Test func listsAsATree() {
    var view = InspectorView()
    view.page = .tree
    let model = Conversation.model(after: 1)
    let rows = view.rows(of: model)
    #expect(rows.map(\.number) == [1, 2, 40, 41, 42])
    #expect(rows.map(\.depth) == [0, 1, 1, 0, 0])
    // What is found stands below its parents.
    view.filter = "flatmap"
    #expect(view.rows(of: model).map(\.number) == [1, 40])
  }

  @Test(arguments: [
    ("feed/log", [41]), ("SEARCH", [1, 2]), ("paused", [41]), ("Array<", [1, 40]), ("nothing", []),
  ])
  func filters(text: String, numbers: [Int]) {
    var view = InspectorView()
    view.order = .age
    view.filter = text
    #expect(view.rows(of: Conversation.model(after: 1)).map(\.number) == numbers)
  }

  @Test func showsOneSubscription() {
    var view = InspectorView()
    view.page = .subscription(2)
    let lines = text(view, after: 2)
    #expect(lines[2] == "subscription 2  search  Feed/Search.swift:31  String")
    #expect(lines[3].hasPrefix("named · pushed · running for 12.0 s · 66 values"))
    #expect(
      lines.contains("search  ----------------------------------------------------------(swift,swift)-"))
    #expect(lines.contains { $0.hasPrefix("chain     1 search  Feed/Main.swift:12  Array<Page>") })
    #expect(lines.contains { $0.hasPrefix("            2 search") })
    #expect(lines.contains { $0.hasSuffix("ago  swift") })
  }

  @Test func showsWhatWaitsAndWhatHasFailed() {
    var view = InspectorView()
    view.page = .subscription(41)
    #expect(text(view).contains("waiting   receive(on:)  1,024 of 1,024 wait, pauses its source"))
    view.page = .subscription(39)
    #expect(text(view).contains("subscription 39 has ended, some time ago"))
  }

  @Test func isAsTheDocumentationShows() throws {
    let page = DeclaredOperator.package.appending(path: "Documentation/Signalbox.md")
    let document = try String(contentsOf: page, encoding: .utf8)
    var view = InspectorView()
    view.order = .waiting
    view.hasCursor = false
    for (page, samples) in [(InspectorView.Page.list, 1), (.subscription(2), 2)] {
      view.page = page
      let shown = text(view, after: samples, rows: 19).filter { !$0.isEmpty }.dropLast().joined(
        separator: "\n")
      let block = document.split(separator: "```").contains { block in
        block.split(separator: "\n").joined(separator: "\n") == shown
      }
      #expect(block, "\(shown)")
    }
  }

  @Test func movesWithKeys() {
    var view = InspectorView()
    let numbers = Array(1...100)
    func press(_ keys: Key...) -> [InspectorView.Outcome] {
      keys.map { view.press($0, on: numbers, room: 10) }
    }
    _ = press(.down, .down, .character("j"))
    #expect(view.chosen == 4)
    _ = press(.pageDown)
    view.scroll(over: numbers, room: 10)
    #expect(view.chosen == 14 && view.top == 4)
    _ = press(.end, .down)
    view.scroll(over: numbers, room: 10)
    #expect(view.chosen == 100 && view.top == 90)
    _ = press(.home, .up)
    view.scroll(over: numbers, room: 10)
    #expect(view.chosen == 1 && view.top == 0)
    #expect(press(.down, .enter) == [.stays, .opens(2)])
    #expect(view.page == .subscription(2))
    #expect(press(.character("-"), .escape) == [.stays, .closes(2)])
    #expect(view.step == 50 && view.page == .list)
    _ = press(.character("t"))
    #expect(view.page == .tree)
    _ = press(.character("w"))
    #expect(view.page == .list && view.order == .waiting)
    _ = press(.character("?"))
    #expect(view.page == .help)
    _ = press(.character("x"))
    #expect(press(.character("q")) == [.leaves])
  }

  @Test func takesAFilter() {
    var view = InspectorView()
    func press(_ keys: Key...) { for key in keys { _ = view.press(key, on: [], room: 10) } }
    press(.character("/"), .character("q"), .character("t"), .backspace, .enter)
    #expect(view.filter == "q" && !view.isTypingFilter && view.page == .list)
    press(.escape)
    #expect(view.filter == "")
  }

  /// What a program sends may hold anything, and a terminal would do as it says.
  @Test func showsNoControlCharacters() {
    var model = Conversation.model(after: 1)
    model.take(
      .subscriptions([SubscriptionRow(number: 41, name: "\u{1B}[2J\u{7}evil\n", text: "\u{1B}]0;x\u{7}")]))
    for page in [InspectorView.Page.list, .subscription(41)] {
      var view = InspectorView()
      view.page = page
      let terminal = Screen().terminal()
      let text = view.lines(of: model, columns: 80, rows: 24).map { $0.drawn(on: terminal, columns: 80) }
        .joined()
      #expect(
        text.contains("evil") && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }
  }

  @Test(arguments: [
    (0, "0"), (999, "999"), (12_345, "12,345"), (123_456, "123k"), (1_234_567, "1.2M"),
    (Int.max, "9223372037G"),
  ])
  func namesCountsShortly(count: Int, text: String) { #expect(count.compact == text) }
}
