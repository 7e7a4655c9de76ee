import Signals
import SignalsTesting

extension Catalog {
  static let gathering: [ModelledOperator] = [
    ModelledOperator(
      "reduce(_:_:)", code: "reduce(#0, mixed)", needs: .init(numbers: [0...9]),
      real: { stream, choice, _ in stream.reduce(choice.numbers[0], mixed) },
      model: { stream, choice in stream.reduce(choice.numbers[0], mixed) }),
    ModelledOperator(
      "reduce(into:_:)", code: "reduce(into: #0) { $0 = mixed($0, $1) }", needs: .init(numbers: [0...9]),
      real: { stream, choice, _ in stream.reduce(into: choice.numbers[0]) { $0 = mixed($0, $1) } },
      model: { stream, choice in stream.reduce(choice.numbers[0], mixed) }),
    ModelledOperator(
      "collect()", code: "collect().map(mixed)", real: { stream, _, _ in stream.collect().map(mixed) },
      model: { stream, _ in stream.collect().map(mixed) }),
    ModelledOperator(
      "count()", code: "count()", real: { stream, _, _ in stream.count() },
      model: { stream, _ in stream.count() }),
    ModelledOperator(
      "min()", code: "min()", real: { stream, _, _ in stream.min() }, model: { stream, _ in stream.min() }),
    ModelledOperator(
      "max()", code: "max()", real: { stream, _, _ in stream.max() }, model: { stream, _ in stream.max() }),
    ModelledOperator(
      "contains(where:)", code: "contains(where: { $0 % 5 == #0 }).map { $0 ? 1 : 0 }",
      needs: .init(numbers: [0...4]),
      real: { stream, choice, _ in stream.contains(where: { $0 % 5 == choice.numbers[0] }).map { $0 ? 1 : 0 }
      },
      model: { stream, choice in stream.contains(where: { $0 % 5 == choice.numbers[0] }).map { $0 ? 1 : 0 } }),
    ModelledOperator(
      "allSatisfy(_:)", code: "allSatisfy { $0 % 5 != #0 }.map { $0 ? 1 : 0 }",
      needs: .init(numbers: [0...4]),
      real: { stream, choice, _ in stream.allSatisfy { $0 % 5 != choice.numbers[0] }.map { $0 ? 1 : 0 } },
      model: { stream, choice in stream.allSatisfy { $0 % 5 != choice.numbers[0] }.map { $0 ? 1 : 0 } }),
    ModelledOperator(
      "chunks(ofCount:)", code: "chunks(ofCount: #0).map(mixed)", needs: .init(numbers: [1...3]),
      real: { stream, choice, _ in stream.chunks(ofCount: choice.numbers[0]).map(mixed) },
      model: { stream, choice in stream.chunks(ofCount: choice.numbers[0]).map(mixed) }),
    ModelledOperator(
      "chunks(ofCount:step:)", code: "chunks(ofCount: #0, step: #1).map(mixed)",
      needs: .init(numbers: [1...3, 1...4]),
      real: { stream, choice, _ in
        stream.chunks(ofCount: choice.numbers[0], step: choice.numbers[1]).map(mixed)
      },
      model: { stream, choice in
        stream.chunks(ofCount: choice.numbers[0], step: choice.numbers[1]).map(mixed)
      }),
    ModelledOperator(
      "chunked(by:)", code: "chunked(by: { $0 < $1 }).map(mixed)",
      real: { stream, _, _ in stream.chunked(by: { $0 < $1 }).map(mixed) },
      model: { stream, _ in stream.chunked(by: { $0 < $1 }).map(mixed) }),
    ModelledOperator(
      "chunked(on:)", code: "chunked(on: { $0 % 2 }).map { mixed([$0.key] + $0.values) }",
      real: { stream, _, _ in stream.chunked(on: { $0 % 2 }).map { mixed([$0.key] + $0.values) } },
      model: { stream, _ in stream.chunked(on: { $0 % 2 }).map { mixed([$0.key] + $0.values) } }),
    ModelledOperator(
      "windows(ofCount:)", code: "windows(ofCount: #0).flatMap { $0.collect().map(mixed) }",
      needs: .init(numbers: [1...3]),
      real: { stream, choice, _ in
        stream.windows(ofCount: choice.numbers[0]).flatMap { $0.collect().map(mixed) }
      },
      model: { stream, choice in
        stream.windows(ofCount: choice.numbers[0]).flatMap { $0.collect().map(mixed) }
      }),
    ModelledOperator(
      "windows(every:on:)",
      code:
        "windows(every: @0, on: SlowScheduler(time: time, latency: @1)).flatMap { $0.collect().map(mixed) }",
      needs: .init(durations: 2),
      real: { stream, choice, time in
        stream.windows(every: choice.durations[0], on: time.slow(choice))
          .flatMap { $0.collect().map(mixed) }
      },
      model: { stream, choice in
        stream.windows(every: choice.durations[0], latency: choice.durations[1])
          .flatMap { $0.collect().map(mixed) }
      }),
    ModelledOperator(
      "windows(every:orCount:on:)",
      code:
        "windows(every: @0 + @1, orCount: #0, on: SlowScheduler(time: time, latency: @1)).flatMap { $0.collect().map(mixed) }",
      needs: .init(numbers: [1...3], durations: 2),
      real: { stream, choice, time in
        stream.windows(
          every: choice.durations[0] + choice.durations[1], orCount: choice.numbers[0], on: time.slow(choice)
        ).flatMap { $0.collect().map(mixed) }
      },
      model: { stream, choice in
        stream.windows(
          every: choice.durations[0] + choice.durations[1], orCount: choice.numbers[0],
          latency: choice.durations[1]
        ).flatMap { $0.collect().map(mixed) }
      }),
    ModelledOperator(
      "windows(lasting:every:on:)",
      code:
        "windows(lasting: @0, every: @2, on: SlowScheduler(time: time, latency: @1)).flatMap { $0.collect().map(mixed) }",
      needs: .init(durations: 3),
      real: { stream, choice, time in
        stream.windows(
          lasting: choice.durations[0], every: choice.durations[2], on: time.slow(choice)
        ).flatMap { $0.collect().map(mixed) }
      },
      model: { stream, choice in
        stream.windows(
          lasting: choice.durations[0], every: choice.durations[2], latency: choice.durations[1]
        ).flatMap { $0.collect().map(mixed) }
      }),
    ModelledOperator(
      "grouped(by:limit:)",
      code: "grouped(by: { $0 % 3 }, limit: #0).flatMap { $0.values.reduce($0.key, mixed) }",
      needs: .init(numbers: [1...3]),
      real: { stream, choice, _ in
        stream.grouped(by: { $0 % 3 }, limit: choice.numbers[0]).flatMap { $0.values.reduce($0.key, mixed) }
      },
      model: { stream, choice in
        stream.grouped(by: { $0 % 3 }, limit: choice.numbers[0]).flatMap { $0.values.reduce($0.key, mixed) }
      }),
  ]
}
