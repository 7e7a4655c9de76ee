import Signals
import SignalsTesting

extension Catalog {
  typealias Numbers = SignalProducer<Int, TestFailure>

  /// Ways to make producers.
  static let creations: [ModelledCreation] = [
    ModelledCreation(
      "SignalProducer(_:)", "SignalProducer<Int, TestFailure>([#0, #1, #2])", numbers: [0...9, 0...9, 0...9],
      real: { choice, _ in Numbers(choice.numbers) }, model: { Model($0.numbers) }),
    ModelledCreation(
      "SignalProducer(value:)", "SignalProducer<Int, TestFailure>(value: #0)", numbers: [0...9],
      real: { choice, _ in Numbers(value: choice.numbers[0]) }, model: { Model([$0.numbers[0]]) }),
    ModelledCreation(
      "SignalProducer(error:)", "SignalProducer<Int, TestFailure>(error: TestFailure())",
      real: { _, _ in Numbers(error: TestFailure()) },
      model: { _ in Model(error: TestFailure()) }),
    ModelledCreation(
      "SignalProducer(result:)", "SignalProducer<Int, TestFailure>(result: .success(#0))", numbers: [0...9],
      real: { choice, _ in Numbers(result: .success(choice.numbers[0])) },
      model: { Model([$0.numbers[0]]) }),
    ModelledCreation(
      "SignalProducer.empty", "SignalProducer<Int, TestFailure>.empty", real: { _, _ in .empty },
      model: { _ in Model([]) }),
    ModelledCreation(
      "SignalProducer.never", "SignalProducer<Int, TestFailure>.never", real: { _, _ in .never },
      model: { _ in .never }),
    ModelledCreation(
      "SignalProducer.repeating(_:)", "SignalProducer<Int, TestFailure>.repeating(#0).prefix(#1)",
      numbers: [0...9, 0...3],
      real: { choice, _ in Numbers.repeating(choice.numbers[0]).prefix(choice.numbers[1]) },
      model: { Model(repeatElement($0.numbers[0], count: $0.numbers[1])) }),
    ModelledCreation(
      "SignalProducer.unfold(_:next:)",
      "SignalProducer<Int, TestFailure>.unfold(#0) { $0 < 8 ? ($0, $0 + 3) : nil }",
      numbers: [0...9],
      real: { choice, _ in Numbers.unfold(choice.numbers[0]) { $0 < 8 ? ($0, $0 + 3) : nil } },
      model: { Model(stride(from: $0.numbers[0], to: 8, by: 3)) }),
    ModelledCreation(
      "SignalProducer.using(_:_:)",
      "SignalProducer<Int, TestFailure>.using({ AnyDisposable {} }, { _ in SignalProducer<Int, TestFailure>([#0, #1]) })",
      numbers: [0...9, 0...9],
      real: { choice, _ in Numbers.using({ AnyDisposable {} }, { _ in Numbers(choice.numbers) }) },
      model: { Model($0.numbers) }),
    ModelledCreation(
      "SignalProducer.deferred(_:)",
      "SignalProducer<Int, TestFailure>.deferred { SignalProducer<Int, TestFailure>([#0, #1]) }",
      numbers: [0...9, 0...9],
      real: { choice, _ in Numbers.deferred { Numbers(choice.numbers) } },
      model: { choice in .deferred { Model(choice.numbers) } }),
    ModelledCreation(
      "SignalProducer.timer(after:on:)",
      "SignalProducer.timer(after: @0, on: time).map { 5 }.setFailureType(to: TestFailure.self)",
      durations: 1,
      real: { choice, time in
        SignalProducer.timer(after: choice.durations[0], on: time).map { 5 }.setFailureType(
          to: TestFailure.self)
      },
      model: { Model([5]).delayStart($0.durations[0]) }),
    ModelledCreation(
      "SignalProducer.interval(every:of:on:)",
      "SignalProducer.interval(every: @0, of: [#0, #1], on: time).setFailureType(to: TestFailure.self)",
      numbers: [0...9, 0...9], durations: 1,
      real: { choice, time in
        SignalProducer.interval(every: choice.durations[0], of: choice.numbers, on: time)
          .setFailureType(to: TestFailure.self)
      },
      model: { choice in
        Model.interval(every: choice.durations[0]).prefix(2).map { choice.numbers[$0] }
      }),
    ModelledCreation(
      "SignalProducer.interval(every:on:)",
      "SignalProducer.interval(every: @0, on: time).setFailureType(to: TestFailure.self).prefix(#0)",
      numbers: [1...4], durations: 1,
      real: { choice, time in
        SignalProducer.interval(every: choice.durations[0], on: time).setFailureType(to: TestFailure.self)
          .prefix(choice.numbers[0])
      },
      model: { Model.interval(every: $0.durations[0]).prefix($0.numbers[0]) }),
  ]
}
