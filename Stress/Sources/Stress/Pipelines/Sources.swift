import Signals
import SignalsFoundation

/// How random pipelines begin.
struct PipelineSource {
  /// Its name in Documentation/Operators.md.
  let name: String
  let make: (Signal<Item, Oops>, inout Supplies) -> Producer

  init(_ name: String, _ make: @escaping (Signal<Item, Oops>, inout Supplies) -> Producer) {
    self.name = name
    self.make = make
  }

  /// The pipe that threads send into comes first: it is what a pipeline begins with in half of all cases.
  static var all: [Self] {
    [
      Self("Signal.pipe()") { pipe, _ in pipe.producer },
      Self("Signal.producer") { pipe, _ in pipe.map { $0 }.producer },
      Self("EventStream(_:)") { pipe, _ in
        Producer { observer, lifetime in
          let token = Token()
          lifetime.onEnd { withExtendedLifetime(token) {} }
          observer.send(.extra())
          lifetime += pipe.observe(observer)
        }
      },
      Self("SignalProducer(_:)") { _, supplies in
        Producer((0..<supplies.random.below(500)).map { Item(99, $0) })
      },
      Self("SignalProducer(value:)") { _, _ in Producer(value: .extra()) },
      Self("SignalProducer(error:)") { _, _ in Producer(error: Oops()) },
      Self("SignalProducer(result:)") { _, _ in Producer(result: .success(.extra())) },
      Self("SignalProducer.empty") { _, _ in .empty },
      Self("SignalProducer.never") { _, _ in .never },
      Self("SignalProducer.repeating(_:)") { _, supplies in
        Producer.repeating(.extra()).prefix(supplies.random.below(500))
      },
      Self("SignalProducer.unfold(_:next:)") { _, _ in
        Producer.unfold(0) { $0 < 300 ? (value: Item(99, $0), state: $0 + 1) : nil }
      },
      Self("SignalProducer.deferred(_:)") { pipe, _ in Producer.deferred { pipe.producer } },
      Self("SignalProducer.using(_:_:)") { pipe, _ in
        Producer.using({ ScopedDisposable(AnyDisposable {}) }, { _ in pipe })
      },
      Self("SignalProducer.interval(every:on:)") { _, supplies in
        SignalProducer<Int, Never>.interval(every: supplies.interval(), on: supplies.scheduler())
          .map { Item(99, $0) }.setFailureType(to: Oops.self)
      },
      Self("SignalProducer.interval(every:of:on:)") { _, supplies in
        SignalProducer<Int, Never>.interval(
          every: supplies.interval(), of: 0..<200, on: supplies.scheduler()
        ).map { Item(99, $0) }.setFailureType(to: Oops.self)
      },
      Self("SignalProducer.timer(after:on:)") { _, supplies in
        SignalProducer<Void, Never>.timer(after: supplies.interval(), on: supplies.anyScheduler())
          .map(to: .extra()).setFailureType(to: Oops.self)
      },
      Self("Signal.never") { _, _ in Signal.never.producer },
      Self("Signal.empty") { _, _ in Signal.empty.producer },
    ]
  }
}
