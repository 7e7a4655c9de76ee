import Signals
import SignalsFoundation

/// A stream of the values here, with either drive.
typealias Items<D: Drive> = EventStream<D, Item, Oops>
typealias Producer = Items<Pull>

/// What random pipelines are made of: the choices, and the streams, clocks and switches that operators take.
struct Supplies {
  var random: Random
  /// A second pipe, which threads send into, for joins. Its values belong to no sender.
  let second: Signal<Item, Oops>
  /// True when the round is over.
  let isOver: MutableProperty<Bool>
  /// Threads flip it.
  let isHeld: MutableProperty<Bool>
  let clock: ClockScheduler
  let queue: QueueScheduler

  /// A scheduler with a clock that moves.
  mutating func scheduler() -> any Scheduler { random.pick([clock, queue, MainActorScheduler.shared]) }

  /// Any scheduler, also the one that waits for nothing.
  mutating func anyScheduler() -> any Scheduler { random.oneIn(3) ? ImmediateScheduler() : scheduler() }

  mutating func interval() -> Duration { .microseconds(500 + random.below(3000)) }

  /// Another stream for a join.
  mutating func other() -> Producer {
    switch random.below(8) {
    case 0: .empty
    case 1: Producer(value: .extra())
    case 2: Producer((0..<5).map(Item.extra))
    case 3:
      SignalProducer<Void, Never>.timer(after: interval(), on: clock).map(to: .extra()).setFailureType(
        to: Oops.self)
    case 4: Producer(error: Oops()).delay(interval(), on: queue)
    default: second.producer
    }
  }

  /// What happens now and then, for operators that take a trigger.
  mutating func trigger() -> SignalProducer<Item, Never> {
    switch random.below(3) {
    case 0: SignalProducer<Int, Never>.interval(every: interval(), on: clock).map { Item.extra($0) }
    default: second.producer.completeOnError()
    }
  }

  /// What a flattening operator makes of values, with few values of its own: pipelines multiply them.
  mutating func inner() -> @Sendable (Item) -> Producer {
    let (second, clock, wait) = (second, clock, interval())
    return switch random.below(5) {
    case 0: { Producer(value: $0) }
    case 1: { Producer([.extra(), $0, .extra()]) }
    case 2: { _ in second.producer.prefix(2) }
    case 3: { Producer(value: $0).delay(wait, on: clock) }
    default: { item in item.number % 50 == 49 ? Producer(error: Oops()) : Producer(value: item) }
    }
  }

  /// For what repeats for ever: it must end with the round.
  var over: SignalProducer<Bool, Never> { isOver.producer.filter { $0 } }
}
