import Foundation
import TestSupport
import Testing

/// Long chains in one expression are no trouble for the compiler.
///
/// An operator whose name and labels fit several declarations makes it try all combinations along a chain. What it
/// cannot do with arrays either, above all `scan(0) { $0 + $1 }` among many closures, is not in these chains.
@Suite(.mayBlock) struct TypeCheckingTests {
  @Test(arguments: [stages, joins, pushed])
  func twentyOperatorsAreNoPuzzle(chain: String) throws {
    let operators = chain.matches(of: /(?m)^  \.\w+/).count
    #expect(operators == 20)
    try check(beginning + chain)
  }

  /// One operator many times: whatever else has its name and takes a closure is tried at each of them.
  @Test func tenTimesTheSameOperatorIsNoPuzzle() throws {
    let maps = String(repeating: ".map { $0 &+ 1 }", count: 10)
    try check(
      """
      import Signals
      func tenTimes<D>(_ source: EventStream<D, Int, Never>) -> EventStream<D, Int, Never> { source\(maps) }
      """)
  }

  /// The type of such a chain is known from the values of the result, if the operator around it takes a stream.
  @Test(arguments: [
    "lines.grouped(by: { $0.service }).flatMap { group in let lines = group.values; return CHAIN }",
    "names.flatMap(.latest) { _ in CHAIN }",
    "names.flatMap { _ in names.flatMap(.concat) { _ in names.flatMap { _ in CHAIN } } }",
    "failing.catch { _ in CHAIN }",
    "SignalProducer.deferred { CHAIN }",
  ])
  func aChainInAClosureIsNoPuzzle(call: String) throws {
    try check(nestedBeginning + call.replacing("CHAIN", with: nested) + "\n}")
  }

  /// Where it is written what the outer closures return, as the page "When the compiler complains" recommends.
  @Test func nestedClosuresAreNoPuzzle() throws { try check(nestedPrograms, scopesPerExpression: 5_000) }

  /// Declarations that differ in the shape of a closure alone are all tried, with all that is in the closure.
  ///
  /// A label distinguishes them, also that of an argument that can be left out.
  @Test func closuresAreToldApartByLabels() throws {
    let closures = try DeclaredClosure.all(in: ["Signals"]).map { closure in
      let names = closure.parameter.prefix { $0 != ":" }.split { !$0.isLetter && $0 != "_" }
      return "\(closure.declaration) \(names.joined(separator: " "))"
    }
    let repeated = Dictionary(grouping: closures, by: \.self).filter { $0.value.count > 1 }.keys
    #expect(Set(repeated) == Set(exceptions.keys))
  }

  private let exceptions = [
    "EventStream.flatMap(_:_:) _ transform":
      "failures of both streams, and other sources: tried after streams of the same failure",
    "EventStream.catch(_:) _ handler": "other sources: tried after streams",
    "EventStream.attemptMap(_:) _ transform":
      "a stream that could not fail, and closures that throw: tried last",
    "EventStream.retry(when:) when trigger": "a trigger that can fail: tried last",
    "Future.flatMap(_:) _ transform": "failures of both: tried after futures of the same failure",
    "Property.init(name:onCycle:computing:) computing compute": "values that can be compared",
    "PropertyProtocol.map(_:) _ transform": "values that can be compared",
    "PropertyProtocol.flatMap(_:) _ transform": "values that can be compared",
    "PropertyProtocol.filter(initial:name:_:) _ isIncluded": "values that can be compared",
    "ValidatingProperty.init(_:name:_:) _ validator": "values and errors that can be compared",
    "ValidatingProperty.init(_:with:name:_:) _ validator": "values and errors that can be compared",
    "BindingTarget.init(on:lifetime:_:) _ action": "a scheduler, or the main actor",
    "Disposable.whenSettled(_:) _ action": "a requirement, and what is done by default",
    "Action.init(state:enabledIf:execute:) enabledIf isAllowed": "actions without input, and work without it",
    "Action.init(state:enabledIf:execute:) execute": "actions without input, and work without it",
    "Action.init(unwrapping:execute:) execute": "actions without input, and work without it",
  ].merging(
    Self.terminalsOfActors.map { ("\($0) _ action", "the main actor, or any actor, which the closure gets") },
    uniquingKeysWith: { first, _ in first })

  private static let terminalsOfActors =
    ["", "WithValues", "WithCompleted", "WithFailed", "WithInterrupted", "WithResult"]
    .map { "EventStream.start\($0)(on:_:)" }
    + [
      "observe", "observeValues", "observeCompleted", "observeFailed", "observeInterrupted", "observeResult",
    ]
    .map { "EventStream.\($0)(on:_:)" }
    + ["EventStream.observe(during:on:_:)", "Future.start(on:_:)", "Future.startWithValue(on:_:)"]

  private func check(_ source: String, scopesPerExpression limit: Int = 20_000) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "chain-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }  // Files left there are harmless.
    try CompiledProgram.check(source, in: folder, scopesPerExpression: limit)
  }
}

private let beginning = """
  import Signals

  struct Trouble: Error {}
  let numbers = SignalProducer<Int, Never>(0..<100)
  let others = SignalProducer<Int, Never>([1, 2, 3])
  let (signal, input) = Signal<Int, Never>.pipe()

  """

private let stages = """
  let chain = numbers
    .map { $0 + 1 }
    .filter { $0 % 2 == 0 }
    .compactMap { $0 > 3 ? $0 * 2 : nil }
    .filter { $0 != 7 }
    .removeDuplicates()
    .dropFirst(2)
    .map { "\\($0)" }
    .filter { !$0.isEmpty }
    .map { $0.count }
    .pairwise()
    .map { $0.current }
    .chunks(ofCount: 3)
    .map { $0.count }
    .drop(while: { $0 < 0 })
    .prefix(while: { $0 < 1_000_000 })
    .unique()
    .reductions(1) { $0 &* 31 &+ $1 }
    .suffix(20)
    .collect()
    .map { $0.count }
  """

private let joins = """
  let chain = numbers
    .combineLatest(with: others)
    .map { $0 + $1 }
    .zip(with: others)
    .map { $0 * $1 }
    .merge(with: others)
    .withLatest(from: others)
    .map { $0.0 }
    .flatMap { value in others.map { $0 + value } }
    .flatMap(.latest) { SignalProducer<Int, Never>([$0, $0 + 1]) }
    .append(others)
    .prepend(others)
    .sample(on: others)
    .drop(until: others)
    .race(with: others)
    .ifEmpty(switchTo: others)
    .repeat(2)
    .grouped { $0 % 3 }
    .flatMap { $0.values }
    .windows(ofCount: 3)
    .flatMap(.concat) { $0.reduce(0, +) }
  """

private let pushed = """
  let chain = signal
    .map { $0 * 2 }
    .filter { $0 > 1 }
    .merge(with: signal)
    .scan(into: [Int]()) { $0.append($1) }
    .map { $0.count }
    .enumerated()
    .map { $0.offset + $0.element }
    .prefix(until: signal)
    .map { number in
      let half = number / 2
      return half + 1
    }
    .setFailureType(to: Trouble.self)
    .attemptMap { $0 > 100 ? .failure(Trouble()) : .success($0) }
    .catch { _ in SignalProducer<Int, Trouble>(value: 0) }
    .materialize()
    .map { $0.value }
    .compacted()
    .chunked { $0 < $1 }
    .map { $0.max() ?? 0 }
    .unique { $0 % 7 }
    .contains { $0 == 5 }
    .collect()
  """

private let nestedBeginning = """
  import Signals

  struct Oops: Error {}
  struct Line: Sendable { let service: String, isError: Bool }
  struct Window: Sendable { var events: [(time: Duration, isError: Bool)] = []; var rate: Double { 0 } }
  struct Alert: Sendable { let service: String, isFiring: Bool, rate: Double }
  enum Input: Sendable { case line(Line), tick }

  func alerts(
    _ lines: SignalProducer<Line, Never>, _ names: SignalProducer<String, Never>,
    _ failing: SignalProducer<Alert, Oops>, _ clock: ClockScheduler
  ) -> SignalProducer<Alert, Never> {

  """

private let nested = """
  lines.map(Input.line)
    .merge(with: SignalProducer.interval(every: .milliseconds(200), on: clock).map(to: .tick))
    .timestamped(on: clock)
    .scan(into: Window()) { window, input in
      if case .line(let line) = input.value { window.events.append((input.time, line.isError)) }
      window.events.removeAll { $0.time < input.time - .seconds(2) }
    }
    .map { Alert(service: "a", isFiring: $0.rate > 0.5, rate: $0.rate) }
    .removeDuplicates { $0.isFiring == $1.isFiring }
    .debounce(for: .milliseconds(300), on: clock)
    .removeDuplicates { $0.isFiring == $1.isFiring }
    .drop(while: { !$0.isFiring })
  """
