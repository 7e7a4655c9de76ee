import PushPull
import Signals
import SwiftSignalKit

/// One problem in three vocabularies: the core, and the two dialects over it.
struct VocabulariesStep: Step {
  let title = "Three vocabularies, one core"
  let announcement = """
    A number of unread messages, and a title that follows it. Anna listens from the beginning, Ben comes late, Anna \
    leaves. Two of the three know state, where saying the same again is nothing new; in PushPull whatever is sent \
    is an event.
    """

  func run(on terminal: Terminal) -> [Check] {
    let vocabularies = [Vocabulary.signals(), .swiftSignalKit(), .pushPull()]
    terminal.line(terminal.paint(.title, row("", vocabularies.map(\.module))))
    for (index, what) in ["state", "derived", "to listen", "to say"].enumerated() {
      terminal.line(row(what, vocabularies.map { $0.words[index] }))
    }
    terminal.line()

    let stages = vocabularies.map(Stage.init)
    for act in Act.play {
      let received = stages.map { $0.receive(act) }
      for line in 0..<max(1, received.map(\.count).max() ?? 0) {
        terminal.line(row(line == 0 ? act.name : "", received.map { $0.dropFirst(line).first ?? "" }))
      }
    }
    terminal.line()

    let stateful = [
      "Anna: 0 unread", "Anna: 2 unread", "Ben: 2 unread", "Anna: 3 unread", "Ben: 3 unread", "Ben: 5 unread",
    ]
    var eventful = stateful
    eventful.insert("Anna: 2 unread", at: 2)
    return [
      Check(
        "Signals and SwiftSignalKit say the same, and nothing twice.", announced: [stateful, stateful],
        seen: stages.prefix(2).map(\.received)),
      Check(
        "PushPull says that too, and once more what is sent again.", announced: eventful,
        seen: stages[2].received),
    ]
  }

  private func row(_ name: String, _ cells: [String]) -> String {
    "    " + name.padded(to: 16) + cells.map { $0.padded(to: 20) }.joined()
  }
}

/// What happens in each vocabulary.
private struct Act: Sendable {
  let name: String
  let perform: @Sendable (Stage) -> Void

  static let play = [
    Act(name: "Anna listens") { $0.enter("Anna") },
    Act(name: "say 2") { $0.say(2) },
    Act(name: "say 2 again") { $0.say(2) },
    Act(name: "Ben comes late") { $0.enter("Ben") },
    Act(name: "say 3") { $0.say(3) },
    Act(name: "Anna leaves") { $0.leave("Anna") },
    Act(name: "say 5") { $0.say(5) },
  ]
}

/// One vocabulary in use: who listens, and what was received.
private final class Stage: Sendable {
  private let vocabulary: Vocabulary
  private let journal = Journal<String>()
  private let leaving = Guarded<[String: @Sendable () -> Void]>([:])

  init(_ vocabulary: Vocabulary) { self.vocabulary = vocabulary }

  var received: [String] { journal.entries }

  /// What is received in an act.
  func receive(_ act: Act) -> [String] {
    let before = received.count
    act.perform(self)
    return Array(received.dropFirst(before))
  }

  func say(_ number: Int) { vocabulary.say(number) }

  func enter(_ name: String) {
    let leave = vocabulary.listen { [journal] in journal.note("\(name): \($0)") }
    leaving.withLock { $0[name] = leave }
  }

  func leave(_ name: String) { leaving.withLock { $0.removeValue(forKey: name) }?() }
}

/// How one says it.
private struct Vocabulary: Sendable {
  let module: String
  /// For state, what is derived from it, listening and saying.
  let words: [String]
  let say: @Sendable (Int) -> Void
  /// Gives what ends the listening.
  let listen: @Sendable (@escaping @Sendable (String) -> Void) -> @Sendable () -> Void

  static func signals() -> Vocabulary {
    let unread = MutableProperty(0)
    let title = unread.map { "\($0) unread" }
    return Vocabulary(
      module: "Signals", words: ["MutableProperty(0)", ".map { … }", ".startWithValues", ".value = 2"],
      say: { unread.value = $0 },
      listen: { receive in
        let start = title.producer.startWithValues(receive)
        return { start.dispose() }
      })
  }

  static func swiftSignalKit() -> Vocabulary {
    let unread = ValuePromise(0, ignoreRepeated: true)
    let title = unread.get() |> SwiftSignalKit.map { "\($0) unread" }
    return Vocabulary(
      module: "SwiftSignalKit", words: ["ValuePromise(0)", "|> map { … }", ".start(next:)", ".set(2)"],
      say: { unread.set($0) },
      listen: { receive in
        let start = MetaDisposable()
        start.set(title.start(next: receive))
        return { start.dispose() }
      })
  }

  static func pushPull() -> Vocabulary {
    let unread = PushPull.Signal(value: 0)
    let title = unread.map { "\($0) unread" }
    return Vocabulary(
      module: "PushPull", words: ["Signal(value: 0)", ".map { … }", ".subscription", ".sendNext(2)"],
      say: { unread.sendNext($0) },
      listen: { receive in
        let subscription = title.subscription { if case .next(let title) = $0 { receive(title) } }
        return { subscription.dispose() }
      })
  }
}
