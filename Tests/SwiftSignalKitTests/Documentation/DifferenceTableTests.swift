import Foundation
import TestSupport
import Testing

/// The table "What is different" in the README is true: each row has its tests, and each test of a mended defect has its
/// row.
@Suite("Differences", .mayBlock) struct DifferenceTableTests {
  /// The first cell of each row, with the tests that show it.
  private static let rows: [(what: String, tests: [String])] = [
    (
      "Events of a start come one at a time, whatever the number of threads that send.",
      ["SignalTests.eventsAreSerial"]
    ),
    (
      "A value or an end that is sent from inside a callback of the same signal is delivered after the callback has returned.",
      [
        "SignalTests.sendingFromInsideIsQueued", "SignalTests.endingFromInsideIsQueued",
        "ValuePipeTests.whatIsSentFromInsideIsQueued",
      ]
    ),
    (
      "No value comes after `dispose` has returned on the thread that delivers.",
      ["SignalTests.disposalIsPrompt"]
    ),
    (
      "`catch` and `then` start the next signal when the generator of the one before has returned, and an error of the "
        + "signal of signals of `switchToLatest` or `queue` disposes of the inner one at once.",
      ["DisposalTests.generatorReturnsBeforeTheNextSignal", "DisposalTests.outerErrorDisposesOfTheInner"]
    ),
    (
      "`afterCompleted` runs before the source is disposed of.",
      ["SideEffectsTests.afterCompletedRunsBeforeTheDisposal"]
    ),
    (
      "A promise never shows a value that is older than one that was shown.",
      [
        "PromiseTests.nothingStaleOnThreads", "PromiseTests.replacedSourcesAreNotHeard",
        "ValuePromiseTests.nothingStaleOnThreads",
      ]
    ),
    (
      "`Promise.set(_:initial:)` shows a default until the new signal speaks.",
      ["PromiseTests.setCanShowADefaultUntilTheSourceSpeaks"]
    ),
    (
      "`combineLatest` delivers combinations in the order in which they came about.",
      ["CombineLatestTests.deliversInOrder"]
    ),
    (
      "`restart`, `restartIfError`, `restartOrMapError`, `catch`, `then` and `feedbackLoop` use constant stack.",
      [
        "RestartTests.usesConstantStack", "RestartTests.restartIfErrorRunsAgainAfterErrors",
        "RestartTests.restartOrMapErrorUsesConstantStack",
        "ThenTests.usesConstantStack", "ThenTests.nestedOnesUseConstantStack",
        "FeedbackLoopTests.usesConstantStack",
      ]
    ),
    (
      "`Multicast` shares one run per key, ends it with its last subscriber, and forwards its completion. "
        + "A late start gets the last value, if there is one.",
      [
        "MulticastTests.sharesARun", "MulticastTests.endsWithTheLast", "MulticastTests.forwardsCompletion",
        "CombinationTests.multicastReplays", "InFlightTests.lateMulticastSubscribers",
      ]
    ),
    (
      "`DisposableSet` forgets members that are over, if they are started signals or disposables of this module, "
        + "when it has 32 members and whenever it has doubled; `DisposableDict.set(nil, forKey:)` removes the entry.",
      [
        "DisposableSetTests.forgetsTheFinished", "DisposableSetTests.theNewestIsNotForgotten",
        "DisposableDictTests.removes",
      ]
    ),
    (
      "Of two threads that dispose of one container, neither gets a value of the signals in it that is sent after "
        + "its `dispose` has returned.",
      [
        "DisposalTests.aSecondThreadGetsNoValue", "DisposalTests.containersLetGoAfterDisposal",
        "DisposalTests.foreignDisposablesOnce",
      ]
    ),
    (
      "`deliverOn` the queue that one is on keeps the order: an event waits for those on their way.",
      ["DeliverOnTests.nothingOvertakes"]
    ),
    (
      "`timeout` counts a value that comes at once as in time.",
      ["TimeoutTests.aValueThatComesAtOnceIsInTime"]
    ),
    ("`feedbackLoop` does what its parameters say.", ["FeedbackLoopTests.feedsBack"]),
    (
      "The threads of a `ThreadPool` end with it.",
      ["ThreadPoolTests.theThreadsEndWithThePool", "ThreadPoolTests.whatWasAddedRunsBeforeTheThreadsEnd"]
    ),
    (
      "A function of an `Atomic` or a `Lock` that asks it again stops the program with a message.",
      ["AtomicTests.waitingForOneselfStopsTheProgram", "AtomicTests.lockingTwiceStopsTheProgram"]
    ),
    (
      "`get()` stops the program with a message when the signal completes without a value, when the task is cancelled "
        + "and no value came at once, or when a signal of the core is interrupted.",
      [
        "SignalGetTests.returnsAValueThatIsThere", "SignalGetTests.startsNothingWhenItWasCancelledBefore",
        "SignalGetTests.stopsOnEmptyCompletion", "SignalGetTests.stopsOnCancellation",
        "SignalGetTests.throwsOnEmptyCompletion", "SignalGetTests.throwsOnCancellation",
        "SignalGetTests.stopsOnInterruption",
      ]
    ),
    (
      "In debug builds a leaked strict disposable is reported on standard error, and the program goes on.",
      ["StrictDisposableTests.saysWhereItWasMadeWhenItIsReleasedUndisposed"]
    ),
    (
      "A signal of the core that is interrupted says nothing here.",
      ["SignalKitOfProducerTests.anInterruptionIsSilent"]
    ),
    (
      "`take(0)` completes at once; a negative count stops the program with a message.",
      ["TakeTests.completesWithTheLastOne", "TakeTests.aNegativeCountStopsTheProgram"]
    ),
    (
      "`deliverOn` takes all values that wait in one turn of the queue.",
      ["DeliverOnTests.oneTurnTakesAll", "DeliverOnTests.sentWhileAHandlerRuns"]
    ),
    (
      "What the old signal of `switchToLatest`, `mapToSignal` or `Promise.set` sends while the new one begins is dropped.",
      ["CombinationTests.oldValuesAreDropped", "PromiseRuleTests.oldValuesAreDropped"]
    ),
    (
      "`restart`, `restartIfError`, `restartOrMapError`, `recurse` and `timeout` dispose of the old run before they "
        + "start the next.",
      ["RestartTests.runsDoNotOverlap", "TimeoutTests.disposesBeforeItStarts"]
    ),
    (
      "After the end, operators above see nothing more of what a generator still sends.",
      ["DisposalTests.nothingIsSeenAfterTheEnd"]
    ),
    (
      "The second signal of `then` is disposed of before `completed` is delivered, if it completes inside its generator.",
      ["ThenTests.theLastIsDisposedOfBeforeTheEnd"]
    ),
    (
      "In a `combineLatest` one signal of which has failed at once, a later one that sends a value at once is disposed of "
        + "before the next one is started.",
      ["CombinationTests.disposesOfThoseThatSendAfterAFailure"]
    ),
    (
      "What the disposable of a generator sends while it is disposed of is dropped.",
      ["DisposalTests.whatADisposalSendsIsNotDelivered"]
    ),
    (
      "`Queue(queue:)` knows whether the caller is on it.",
      ["QueueTests.knowsWhoIsOnAQueueThatItDidNotMake"]
    ),
    (
      "A `ThreadPoolTask` runs once, and a `ThreadPool` has at most 1,024 threads.",
      ["ThreadPoolTests.aTaskRunsOnce", "ThreadPoolTests.needsFewThreads"]
    ),
    (
      "A one-shot `Timer` may be started again in its completion, and a repeated one waits a millisecond at least.",
      ["TimerTests.canStartItselfAgain", "TimerTests.repeatingWithoutAPauseIsNoTrap"]
    ),
    (
      "Of two `Promise.set`, one of them inside the generator of the signal that the other one sets, the inner one stays.",
      ["PromiseRuleTests.setInsideTheGenerator"]
    ),
    (
      "The last wait of `suspendAwareDelay` takes half a second at least, also where the delay is an hour or more.",
      ["DelayTests.theLastWaitTakesHalfASecond"]
    ),
    (
      "`Subscriber.keepAlive` after the end releases at once.",
      ["SubscriberTests.keepsAlive"]
    ),
    (
      "Language mode 6 warns where a closure changes what it captured, or captures what is not sendable.",
      ["DifferenceTableTests.modeSixWarns"]
    ),
    (
      "A file that also imports the core qualifies `Signal` and `Disposable`.",
      [
        "DifferenceTableTests.bothModulesHaveTheNamesThatAreToBeQualified",
        "MigrationGuideTests.printsWhatIsShown",
      ]
    ),
  ]

  private static func readme() throws -> String { try Guide("Sources/SwiftSignalKit/README.md").text }

  /// The first cells of the table, in order.
  private static func table() throws -> [String] {
    let text = try readme()
    let table = try #require(text.firstMatch(of: #/## What is different\n\n((?:\|.*\n)+)/#))
    return try table.1.split(separator: "\n").dropFirst(2).map { row in
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      try #require(cells.count == 4 && cells.allSatisfy { !$0.isEmpty }, "\(row)")
      return cells[0]
    }
  }

  /// The files with the tests of the module.
  private static func files() throws -> [String] {
    let folder = DeclaredOperator.package.appending(path: "Tests/SwiftSignalKitTests")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
  }

  @Test func eachRowOfTheTableHasTests() throws {
    #expect(try Self.table() == Self.rows.map(\.what))
    #expect(Self.rows.allSatisfy { !$0.tests.isEmpty })
  }

  @Test func eachTestThatIsNamedExists() throws {
    let files = try Self.files()
    for test in Self.rows.flatMap(\.tests) {
      let parts = test.split(separator: ".")
      let isThere = files.contains { file in
        file.contains("struct \(parts[0]) ")
          && file.contains(try! Regex("@Test(\\([^@]*?\\))?\\s+func \(parts[1])\\("))
      }
      #expect(isThere, "\(test)")
    }
  }

  @Test func eachTestOfAMendedDefectBelongsToARow() throws {
    let named = Set(Self.rows.flatMap(\.tests))
    var mended: [String] = []
    for file in try Self.files() {
      let suites = file.matches(of: #/struct (\w+Tests) /#)
      for test in file.matches(of: #/@Test\(\s*"mend: [^\n]*\s+func (\w+)\(/#) {
        let suite = suites.last { $0.range.lowerBound < test.range.lowerBound }
        mended.append("\(suite?.1 ?? "").\(test.1)")
      }
    }
    #expect(mended.count > 20)
    #expect(mended.filter { !named.contains($0) } == [])
  }

  // MARK: The source

  @Test func allClassesAreFinal() throws {
    let folder = DeclaredOperator.package.appending(path: "Sources/SwiftSignalKit")
    var classes = 0
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where path.hasSuffix(".swift") {
      let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      for declaration in text.matches(of: #/^.*\bclass [A-Z].*/#.anchorsMatchLineEndings()) {
        if declaration.0.contains("///") { continue }
        classes += 1
        #expect(declaration.0.contains("final class"), "\(path): \(declaration.0)")
      }
    }
    #expect(classes > 25)
  }

  @Test func modeSixWarns() throws {
    let program = """
      import SwiftSignalKit

      func run() {
        var count = 0
        Signal<Int, NoError>.single(1).start(next: { count += $0 })
      }
      """
    let folder = try TemporaryFolder()
    let error = #expect(throws: (any Error).self) {
      // Where warnings are errors.
      try CompiledProgram.check(
        program, using: ["Signals", "SignalsFoundation", "SystemCalls", "SwiftSignalKit"], in: folder.url)
    }
    #expect("\(error!)".contains("mutation of captured var"))
  }

  #if os(Linux)
    @Test func bothModulesHaveTheNamesThatAreToBeQualified() throws {
      let folder = try TemporaryFolder()
      let dialect = try PublicNames(of: "SwiftSignalKit", in: folder.url).all
      let core = try PublicNames(of: "Signals", "SignalsFoundation", in: folder.url)
      // Types have names with a capital; functions of both are told apart by what they take.
      let types = dialect.filter { $0.first!.isUppercase && !$0.contains(".") }
      #expect(types.filter { core.contain($0) }.sorted() == ["Disposable", "Signal"])
    }
  #endif
}
