import Foundation
import TestSupport
import Testing

/// Long chains in one expression are no trouble for the compiler.
///
/// An operator whose name and labels fit several declarations makes it try all combinations along a chain. What it
/// cannot do with arrays either, above all `scan(0) { $0 + $1 }` among many closures, is not in these chains.
@Suite struct TypeCheckingTests {
  @Test(arguments: [stages, joins, pushed])
  func twentyOperatorsAreNoPuzzle(chain: String) throws {
    let operators = chain.matches(of: /(?m)^  \.\w+/).count
    #expect(operators == 20)
    let folder = FileManager.default.temporaryDirectory.appending(path: "chain-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }  // Files left there are harmless.
    try CompiledProgram.check(beginning + chain, in: folder, scopesPerExpression: 20_000)
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
