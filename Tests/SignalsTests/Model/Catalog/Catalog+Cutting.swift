import Signals
import SignalsTesting

extension Catalog {
  static let cutting: [ModelledOperator] = [
    ModelledOperator(
      "prefix(_:)", code: "prefix(#0)", needs: .init(numbers: [0...4]),
      real: { stream, choice, _ in stream.prefix(choice.numbers[0]) },
      model: { stream, choice in stream.prefix(choice.numbers[0]) }),
    ModelledOperator(
      "prefix(while:)", code: "prefix(while: { $0 % 6 != #0 })", needs: .init(numbers: [0...5]),
      real: { stream, choice, _ in stream.prefix(while: { $0 % 6 != choice.numbers[0] }) },
      model: { stream, choice in stream.prefix(while: { $0 % 6 != choice.numbers[0] }) }),
    ModelledOperator(
      "prefix(through:)", code: "prefix(through: { $0 % 5 == #0 })", needs: .init(numbers: [0...4]),
      real: { stream, choice, _ in stream.prefix(through: { $0 % 5 == choice.numbers[0] }) },
      model: { stream, choice in stream.prefix(through: { $0 % 5 == choice.numbers[0] }) }),
    ModelledOperator(
      "first()", code: "first()", real: { stream, _, _ in stream.first() },
      model: { stream, _ in stream.first() }),
    ModelledOperator(
      "first(where:)", code: "first(where: { $0 % 3 == #0 })", needs: .init(numbers: [0...2]),
      real: { stream, choice, _ in stream.first(where: { $0 % 3 == choice.numbers[0] }) },
      model: { stream, choice in stream.first(where: { $0 % 3 == choice.numbers[0] }) }),
    ModelledOperator(
      "last()", code: "last()", real: { stream, _, _ in stream.last() },
      model: { stream, _ in stream.last() }),
    ModelledOperator(
      "last(where:)", code: "last(where: { $0 % 3 == #0 })", needs: .init(numbers: [0...2]),
      real: { stream, choice, _ in stream.last(where: { $0 % 3 == choice.numbers[0] }) },
      model: { stream, choice in stream.last(where: { $0 % 3 == choice.numbers[0] }) }),
    ModelledOperator(
      "element(at:)", code: "element(at: #0)", needs: .init(numbers: [0...3]),
      real: { stream, choice, _ in stream.element(at: choice.numbers[0]) },
      model: { stream, choice in stream.element(at: choice.numbers[0]) }),
    ModelledOperator(
      "suffix(_:)", code: "suffix(#0)", needs: .init(numbers: [0...3]),
      real: { stream, choice, _ in stream.suffix(choice.numbers[0]) },
      model: { stream, choice in stream.suffix(choice.numbers[0]) }),
    ModelledOperator(
      "dropFirst(_:)", code: "dropFirst(#0)", needs: .init(numbers: [0...2]),
      real: { stream, choice, _ in stream.dropFirst(choice.numbers[0]) },
      model: { stream, choice in stream.dropFirst(choice.numbers[0]) }),
    ModelledOperator(
      "dropLast(_:)", code: "dropLast(#0)", needs: .init(numbers: [0...2]),
      real: { stream, choice, _ in stream.dropLast(choice.numbers[0]) },
      model: { stream, choice in stream.dropLast(choice.numbers[0]) }),
    ModelledOperator(
      "drop(while:)", code: "drop(while: { $0 % 4 != #0 })", needs: .init(numbers: [0...3]),
      real: { stream, choice, _ in stream.drop(while: { $0 % 4 != choice.numbers[0] }) },
      model: { stream, choice in stream.drop(while: { $0 % 4 != choice.numbers[0] }) }),
    ModelledOperator(
      "prefix(for:on:)", code: "prefix(for: @0, on: time)", needs: .init(durations: 1),
      real: { stream, choice, time in stream.prefix(for: choice.durations[0], on: time) },
      model: { stream, choice in stream.prefix(for: choice.durations[0]) }),
    ModelledOperator(
      "drop(for:on:)", code: "drop(for: @0, on: time)", needs: .init(durations: 1),
      real: { stream, choice, time in stream.drop(for: choice.durations[0], on: time) },
      model: { stream, choice in stream.drop(for: choice.durations[0]) }),
    ModelledOperator(
      "prefix(until:)", code: "prefix(until: §0.completeOnError())", needs: .init(others: 1),
      real: { stream, choice, _ in stream.prefix(until: choice.others[0].trigger) },
      model: { stream, choice in stream.prefix(until: choice.others[0].trigger) }),
    ModelledOperator(
      "prefix(untilEndOf:)", code: "prefix(untilEndOf: §0.completeOnError())", needs: .init(others: 1),
      real: { stream, choice, _ in stream.prefix(untilEndOf: choice.others[0].trigger) },
      model: { stream, choice in stream.prefix(untilEndOf: choice.others[0].trigger) }),
    ModelledOperator(
      "drop(until:)", code: "drop(until: §0.completeOnError())", needs: .init(others: 1),
      real: { stream, choice, _ in stream.drop(until: choice.others[0].trigger) },
      model: { stream, choice in stream.drop(until: choice.others[0].trigger) }),
    ModelledOperator(
      "prefix(untilReplacedBy:)", code: "prefix(untilReplacedBy: §0)", needs: .init(others: 1),
      real: { stream, choice, _ in stream.prefix(untilReplacedBy: choice.others[0].stream) },
      model: { stream, choice in stream.prefix(untilReplacedBy: choice.others[0]) }),
  ]
}
