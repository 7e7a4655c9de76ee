import Signals
import SignalsTesting

extension Catalog {
  static let timed: [ModelledOperator] =
    [
      ModelledOperator(
        "delay(_:on:)", code: "delay(@0, on: SlowScheduler(time: time, latency: @1))",
        needs: .init(durations: 2),
        real: { stream, choice, time in stream.delay(choice.durations[0], on: time.slow(choice)) },
        model: { stream, choice in stream.delay(choice.durations[0], latency: choice.durations[1]) }),
      .pulled(
        "delayStart(_:on:)", code: "delayStart(@0, on: time)", needs: .init(durations: 1),
        real: { stream, choice, time in stream.delayStart(choice.durations[0], on: time) },
        model: { stream, choice in stream.delayStart(choice.durations[0]) }),
      .pulled(
        "start(on:)", code: "start(on: SlowScheduler(time: time, latency: @0))", needs: .init(durations: 1),
        real: { stream, choice, time in
          stream.start(on: SlowScheduler(time: time, latency: choice.durations[0]))
        },
        model: { stream, choice in stream.start(latency: choice.durations[0]) }),
      ModelledOperator(
        "receive(on:buffering:drops:)", code: "receive(on: SlowScheduler(time: time, latency: @0))",
        needs: .init(durations: 1),
        real: { stream, choice, time in
          stream.receive(on: SlowScheduler(time: time, latency: choice.durations[0]))
        },
        model: { stream, choice in stream.receive(latency: choice.durations[0]) }),
      ModelledOperator(
        "debounce(for:on:onCompletion:)",
        code: "debounce(for: @0, on: SlowScheduler(time: time, latency: @1))", needs: .init(durations: 2),
        real: { stream, choice, time in stream.debounce(for: choice.durations[0], on: time.slow(choice)) },
        model: { stream, choice in stream.debounce(for: choice.durations[0], latency: choice.durations[1]) }),
      ModelledOperator(
        "debounce(for:on:onCompletion:)",
        code: "debounce(for: @0, on: SlowScheduler(time: time, latency: @1), onCompletion: .drop)",
        needs: .init(durations: 2),
        real: { stream, choice, time in
          stream.debounce(for: choice.durations[0], on: time.slow(choice), onCompletion: .drop)
        },
        model: { stream, choice in
          stream.debounce(for: choice.durations[0], onCompletion: .drop, latency: choice.durations[1])
        }),
      throttle("", leading: true, trailing: true),
      throttle(", leading: false", leading: false, trailing: true),
      throttle(", trailing: false", leading: true, trailing: false),
      ModelledOperator(
        "sample(every:on:)", code: "sample(every: @0, on: SlowScheduler(time: time, latency: @1))",
        needs: .init(durations: 2),
        real: { stream, choice, time in stream.sample(every: choice.durations[0], on: time.slow(choice)) },
        model: { stream, choice in stream.sample(every: choice.durations[0], latency: choice.durations[1]) }),
      ModelledOperator(
        "chunks(every:upTo:includesEmpty:on:)",
        code:
          "chunks(every: @0, includesEmpty: #0 == 1, on: SlowScheduler(time: time, latency: @1)).map(mixed)",
        needs: .init(numbers: [0...1], durations: 2),
        real: { stream, choice, time in
          stream.chunks(
            every: choice.durations[0], includesEmpty: choice.numbers[0] == 1, on: time.slow(choice)
          ).map(
            mixed)
        },
        model: { stream, choice in
          stream.chunks(
            every: choice.durations[0], includesEmpty: choice.numbers[0] == 1, latency: choice.durations[1]
          ).map(mixed)
        }),
      ModelledOperator(
        "chunks(ofCount:orEvery:on:)",
        code: "chunks(ofCount: #0, orEvery: @0, on: SlowScheduler(time: time, latency: @1)).map(mixed)",
        needs: .init(numbers: [1...3], durations: 2),
        real: { stream, choice, time in
          stream.chunks(ofCount: choice.numbers[0], orEvery: choice.durations[0], on: time.slow(choice)).map(
            mixed)
        },
        model: { stream, choice in
          stream.chunks(
            ofCount: choice.numbers[0], orEvery: choice.durations[0], latency: choice.durations[1]
          ).map(mixed)
        }),
    ]
    + [(".total", .total), (".betweenValues", .betweenValues), (".firstValue", .firstValue)].flatMap(timeouts)

  private static func throttle(_ arguments: String, leading: Bool, trailing: Bool) -> ModelledOperator {
    ModelledOperator(
      "throttle(for:leading:trailing:on:)",
      code: "throttle(for: @0\(arguments), on: SlowScheduler(time: time, latency: @1))",
      needs: .init(durations: 2),
      real: { stream, choice, time in
        stream.throttle(for: choice.durations[0], leading: leading, trailing: trailing, on: time.slow(choice))
      },
      model: { stream, choice in
        stream.throttle(
          for: choice.durations[0], leading: leading, trailing: trailing, latency: choice.durations[1])
      })
  }

  private static func timeouts(_ name: String, _ scope: TimeoutScope) -> [ModelledOperator] {
    [
      ModelledOperator(
        "timeout(_:_:failingWith:on:)",
        code:
          "timeout(\(name), @0, failingWith: TestFailure(), on: SlowScheduler(time: time, latency: @1))",
        needs: .init(durations: 2),
        real: { stream, choice, time in
          stream.timeout(scope, choice.durations[0], failingWith: TestFailure(), on: time.slow(choice))
        },
        model: { stream, choice in stream.timeout(scope, choice.durations[0], failingWith: TestFailure()) }),
      ModelledOperator(
        "timeout(_:_:switchingTo:on:)",
        code: "timeout(\(name), @0, switchingTo: §0, on: SlowScheduler(time: time, latency: @1))",
        needs: .init(durations: 2, others: 1),
        real: { stream, choice, time in
          stream.timeout(
            scope, choice.durations[0], switchingTo: choice.others[0].stream, on: time.slow(choice))
        },
        model: { stream, choice in
          stream.timeout(
            scope, choice.durations[0], switchingTo: choice.others[0], latency: choice.durations[1])
        }),
    ]
  }
}
