import Signals
import SignalsTesting

extension Catalog {
  static let successions: [ModelledOperator] = [
    ModelledOperator(
      "append(_:)", code: "append(§0)", needs: .init(others: 1),
      real: { stream, choice, _ in stream.append(choice.others[0].stream) },
      model: { stream, choice in stream.append(choice.others[0]) }),
    ModelledOperator(
      "andThen(_:)", code: "andThen(§0)", needs: .init(others: 1),
      real: { stream, choice, _ in stream.andThen(choice.others[0].stream) },
      model: { stream, choice in stream.andThen(choice.others[0]) }),
    ModelledOperator(
      "ifEmpty(switchTo:)", code: "ifEmpty(switchTo: §0)", needs: .init(others: 1),
      real: { stream, choice, _ in stream.ifEmpty(switchTo: choice.others[0].stream) },
      model: { stream, choice in stream.ifEmpty(switchTo: choice.others[0]) }),
    ModelledOperator(
      "catch(_:)", code: "catch { _ in §0 }", needs: .init(others: 1),
      real: { stream, choice, _ in stream.catch { _ in choice.others[0].stream } },
      model: { stream, choice in stream.catch { _ in choice.others[0] } }),
    .pulled(
      "prepend(_:)", code: "prepend(§0)", needs: .init(others: 1),
      real: { stream, choice, _ in stream.prepend(choice.others[0].stream) },
      model: { stream, choice in stream.prepend(choice.others[0]) }),
    .pulled(
      "retry(_:)", code: "retry(#0)", needs: .init(numbers: [0...2]),
      real: { stream, choice, _ in stream.retry(choice.numbers[0]) },
      model: { stream, choice in stream.retry(choice.numbers[0]) }),
    .pulled(
      "retry(_:on:)", code: "retry(RetryPolicy(limit: #0, delay: .linear(first: @0, step: @1)), on: time)",
      needs: .init(numbers: [0...2], durations: 2),
      real: { stream, choice, time in
        stream.retry(
          RetryPolicy(
            limit: choice.numbers[0], delay: .linear(first: choice.durations[0], step: choice.durations[1])),
          on: time)
      },
      model: { stream, choice in
        stream.retry(choice.numbers[0]) { choice.durations[0] + choice.durations[1] * ($0 - 1) }
      }),
    .pulled(
      "retry(_:on:)",
      code: "retry(RetryPolicy(limit: #0, delay: .constant(@0), resetsOnValue: true), on: time)",
      needs: .init(numbers: [0...1], durations: 1),
      real: { stream, choice, time in
        stream.retry(
          RetryPolicy(limit: choice.numbers[0], delay: .constant(choice.durations[0]), resetsOnValue: true),
          on: time)
      },
      model: { stream, choice in
        stream.retry(choice.numbers[0], resetsOnValue: true) { _ in choice.durations[0] }
      }),
    .pulled(
      "retry(when:)", code: "delayStart(@0, on: time).retry(when: { _ in §0 }).prefix(4)",
      needs: .init(durations: 1, others: 1, perValue: true),
      real: { stream, choice, time in
        stream.delayStart(choice.durations[0], on: time).retry(when: { _ in choice.others[0].stream })
          .prefix(4)
      },
      model: { stream, choice in
        stream.delayStart(choice.durations[0]).retry(when: { _ in choice.others[0] }).prefix(4)
      }),
    .pulled(
      "multicast(_:)", code: "multicast { $0.zip(with: $0.map { $0 + 1 }).map(mixed) }",
      real: { stream, _, _ in stream.multicast { $0.zip(with: $0.map { $0 + 1 }).map(mixed) } },
      // Both uses have an event before the next one comes.
      model: { stream, _ in stream.derived(stream.map { mixed($0, $0 + 1) }.timeline) }),
    .pulled(
      "repeat(_:)", code: "repeat(#0)", needs: .init(numbers: [0...2]),
      real: { stream, choice, _ in stream.repeat(choice.numbers[0]) },
      model: { stream, choice in stream.repeat(choice.numbers[0]) }),
    .pulled(
      "repeatForever()", code: "delayStart(@0, on: time).repeatForever().prefix(4)",
      needs: .init(durations: 1),
      real: { stream, choice, time in
        stream.delayStart(choice.durations[0], on: time).repeatForever().prefix(4)
      },
      model: { stream, choice in stream.delayStart(choice.durations[0]).repeatForever().prefix(4) }),
  ]
}
