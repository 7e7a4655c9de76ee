import Signals
import SignalsTesting

extension Catalog {
  static let values: [ModelledOperator] = [
    ModelledOperator(
      "map(_:)", code: "map { $0 + 1 }", real: { stream, _, _ in stream.map { $0 + 1 } },
      model: { stream, _ in stream.map { $0 + 1 } }),
    ModelledOperator(
      "map(to:)", code: "map(to: #0)", needs: .init(numbers: [0...9]),
      real: { stream, choice, _ in stream.map(to: choice.numbers[0]) },
      model: { stream, choice in stream.map { _ in choice.numbers[0] } }),
    ModelledOperator(
      "filter(_:)", code: "filter { $0 % 3 != #0 }", needs: .init(numbers: [0...2]),
      real: { stream, choice, _ in stream.filter { $0 % 3 != choice.numbers[0] } },
      model: { stream, choice in stream.filter { $0 % 3 != choice.numbers[0] } }),
    ModelledOperator(
      "compactMap(_:)", code: "compactMap { $0 % 2 == #0 ? $0 / 2 : nil }", needs: .init(numbers: [0...1]),
      real: { stream, choice, _ in stream.compactMap { $0 % 2 == choice.numbers[0] ? $0 / 2 : nil } },
      model: { stream, choice in stream.compactMap { $0 % 2 == choice.numbers[0] ? $0 / 2 : nil } }),
    ModelledOperator(
      "compacted()", code: "map { $0 % 4 == #0 ? nil : $0 }.compacted()", needs: .init(numbers: [0...3]),
      real: { stream, choice, _ in stream.map { $0 % 4 == choice.numbers[0] ? nil : $0 }.compacted() },
      model: { stream, choice in stream.map { $0 % 4 == choice.numbers[0] ? nil : $0 }.compacted() }),
    ModelledOperator(
      "replaceNil(with:)", code: "map { $0 % 2 == 0 ? nil : $0 }.replaceNil(with: #0)",
      needs: .init(numbers: [0...9]),
      real: { stream, choice, _ in
        stream.map { $0 % 2 == 0 ? nil : $0 }.replaceNil(with: choice.numbers[0])
      },
      model: { stream, choice in
        stream.map { $0 % 2 == 0 ? nil : $0 }.replaceNil(with: choice.numbers[0])
      }),
    ModelledOperator(
      "scan(_:_:)", code: "scan(#0, mixed)", needs: .init(numbers: [0...9]),
      real: { stream, choice, _ in stream.scan(choice.numbers[0], mixed) },
      model: { stream, choice in stream.scan(choice.numbers[0], mixed) }),
    ModelledOperator(
      "scan(into:_:)", code: "scan(into: #0) { $0 = mixed($0, $1) }", needs: .init(numbers: [0...9]),
      real: { stream, choice, _ in stream.scan(into: choice.numbers[0]) { $0 = mixed($0, $1) } },
      model: { stream, choice in stream.scan(choice.numbers[0], mixed) }),
    ModelledOperator(
      "reductions(_:_:)", code: "reductions(#0, mixed)", needs: .init(numbers: [0...9]),
      real: { stream, choice, _ in stream.reductions(choice.numbers[0], mixed) },
      model: { stream, choice in stream.reductions(choice.numbers[0], mixed) }),
    ModelledOperator(
      "pairwise()", code: "pairwise().map(mixed)", real: { stream, _, _ in stream.pairwise().map(mixed) },
      model: { stream, _ in stream.pairwise().map(mixed) }),
    ModelledOperator(
      "pairwise(initial:)", code: "pairwise(initial: #0).map(mixed)", needs: .init(numbers: [0...9]),
      real: { stream, choice, _ in stream.pairwise(initial: choice.numbers[0]).map(mixed) },
      model: { stream, choice in stream.pairwise(initial: choice.numbers[0]).map(mixed) }),
    ModelledOperator(
      "scanMap(_:_:)", code: "scanMap(#0) { (mixed($0, $1), $0 + $1) }", needs: .init(numbers: [0...9]),
      real: { stream, choice, _ in stream.scanMap(choice.numbers[0]) { (mixed($0, $1), $0 + $1) } },
      model: { stream, choice in stream.scanMap(choice.numbers[0]) { (mixed($0, $1), $0 + $1) } }),
    ModelledOperator(
      "scanMap(into:_:)", code: "scanMap(into: #0) { sum, value in added(value, to: &sum) }",
      needs: .init(numbers: [0...9]),
      real: { stream, choice, _ in
        stream.scanMap(into: choice.numbers[0]) { sum, value in added(value, to: &sum) }
      },
      model: { stream, choice in stream.scanMap(choice.numbers[0]) { ($0 + $1, $0) } }),
    ModelledOperator(
      "negate()", code: "map { $0 % 2 == 0 }.negate().map { $0 ? 1 : 0 }",
      real: { stream, _, _ in stream.map { $0 % 2 == 0 }.negate().map { $0 ? 1 : 0 } },
      model: { stream, _ in stream.map { $0 % 2 == 0 ? 0 : 1 } }),
    ModelledOperator(
      "setValueType(to:)", code: "ignoreValues().setValueType(to: Int.self)",
      real: { stream, _, _ in stream.ignoreValues().setValueType(to: Int.self) },
      model: { stream, _ in stream.filter { _ in false } }),
    ModelledOperator(
      "enumerated()", code: "enumerated().map(mixed)",
      real: { stream, _, _ in stream.enumerated().map(mixed) },
      model: { stream, _ in stream.enumerated().map(mixed) }),
    ModelledOperator(
      "removeDuplicates()", code: "map { $0 / 3 }.removeDuplicates()",
      real: { stream, _, _ in stream.map { $0 / 3 }.removeDuplicates() },
      model: { stream, _ in stream.map { $0 / 3 }.removeDuplicates(by: ==) }),
    ModelledOperator(
      "removeDuplicates(by:)", code: "removeDuplicates { $0 % 2 == $1 % 2 }",
      real: { stream, _, _ in stream.removeDuplicates { $0 % 2 == $1 % 2 } },
      model: { stream, _ in stream.removeDuplicates { $0 % 2 == $1 % 2 } }),
    ModelledOperator(
      "unique()", code: "map { $0 / 3 }.unique()", real: { stream, _, _ in stream.map { $0 / 3 }.unique() },
      model: { stream, _ in stream.map { $0 / 3 }.unique(by: { $0 }) }),
    ModelledOperator(
      "unique(by:)", code: "unique(by: { $0 % 5 })",
      real: { stream, _, _ in stream.unique(by: { $0 % 5 }) },
      model: { stream, _ in stream.unique(by: { $0 % 5 }) }),
    ModelledOperator(
      "ignoreValues()", code: "ignoreValues().map { (never: Never) -> Int in never }",
      real: { stream, _, _ in stream.ignoreValues().map { (never: Never) -> Int in never } },
      model: { stream, _ in stream.ignoreValues().map { (never: Never) -> Int in never } }),
    ModelledOperator(
      "interspersed(with:)", code: "interspersed(with: #0)", needs: .init(numbers: [0...9]),
      real: { stream, choice, _ in stream.interspersed(with: choice.numbers[0]) },
      model: { stream, choice in stream.interspersed(with: choice.numbers[0]) }),
    ModelledOperator(
      "on(starting:started:event:next:failed:completed:interrupted:terminated:disposed:)",
      code: "on(starting: {}, started: {}, event: { _ in }, disposed: {})",
      real: { stream, _, _ in stream.on(starting: {}, started: {}, event: { _ in }, disposed: {}) },
      model: { stream, _ in stream }),
    ModelledOperator(
      "after(next:failed:completed:interrupted:terminated:)",
      code: "after(next: { _ in }, terminated: {})",
      real: { stream, _, _ in stream.after(next: { _ in }, terminated: {}) },
      model: { stream, _ in stream }),
    ModelledOperator(
      "log(_:to:)", code: "log(to: { _ in })",
      real: { stream, _, _ in logged(stream) }, model: { stream, _ in stream }),
    ModelledOperator(
      "named(_:)", code: "named(\"stream\")",
      real: { stream, _, _ in stream.named("stream") }, model: { stream, _ in stream }),
    ModelledOperator(
      "timestamped(on:)", code: "timestamped(on: time).map { Int($0.time / .seconds(1)) + $0.value }",
      real: { stream, _, time in
        stream.timestamped(on: time).map { Int($0.time / .seconds(1)) + $0.value }
      },
      model: { stream, _ in stream.timestamped().map { Int($0.time / .seconds(1)) + $0.value } }),
    ModelledOperator(
      "measureInterval(on:)",
      code: "measureInterval(on: time).map { Int($0.interval / .milliseconds(1)) % 1000 + $0.value }",
      real: { stream, _, time in
        stream.measureInterval(on: time).map { Int($0.interval / .milliseconds(1)) % 1000 + $0.value }
      },
      model: { stream, _ in
        stream.measureInterval().map { Int($0.interval / .milliseconds(1)) % 1000 + $0.value }
      }),
  ]
}

/// As it is where streams are not logged: Embedded Swift cannot describe a value.
@Sendable private func logged(_ stream: Real) -> Real {
  #if hasFeature(Embedded)
    stream
  #else
    stream.log(to: { _ in })
  #endif
}
