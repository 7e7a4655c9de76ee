import Signals
import SignalsMarbles

extension Catalogue {
  static let creation: [Operator] = [
    Operator(
      creating: "SignalProducer", values(), does: "Sends the elements of a sequence, then completes.",
      shown: .run("SignalProducer(a, b, c)"), make: { SignalProducer($0) }),
    Operator(
      creating: "SignalProducer", value("value"), does: "Sends one value, then completes.",
      shown: .run("SignalProducer(value: a)"), make: { MarbleProducer(value: $0) }),
    Operator(
      creating: "SignalProducer", failure("error"), does: "Fails at once.",
      shown: .run("SignalProducer(error: x)"), make: { MarbleProducer(error: $0) }),
    Operator(
      creating: "SignalProducer", result("result"), does: "Sends a success and completes, or fails.",
      shown: .run("SignalProducer(result: a)"), make: { MarbleProducer(result: $0) }),
    Operator(
      creating: "EventStream", generator(), isHidden: true,
      does: "A stream that sends what its generator sends.", shown: .run("EventStream"),
      make: { clock in
        MarbleProducer { observer, lifetime in
          observer.send(Marble("a"))
          lifetime += clock.schedule(after: .seconds(3)) { observer.send(Marble("b")) }
          lifetime += clock.schedule(after: .seconds(5)) { observer.complete() }
        }
      }),
    Operator(
      creating: "empty", in: "SignalProducer", isProperty: true, does: "Completes at once.",
      shown: .run("empty"), make: { MarbleProducer.empty }),
    Operator(
      creating: "never", in: "SignalProducer", isProperty: true,
      does: "Never sends anything and never ends; disposing of a start interrupts it.", shown: .run("never"),
      make: { MarbleProducer.never }),
    Operator(
      creating: "repeating", in: "SignalProducer", value(),
      does: "Sends the same value again and again, for ever; end it from below, as with `prefix`.",
      shown: .run("repeating(a).prefix(3)"), make: { MarbleProducer.repeating($0) }),
    Operator(
      creating: "unfold", in: "SignalProducer", value(), transform("next"),
      does: "Sends what `next` makes of a state, until that is nil, then completes.",
      shown: .run("unfold(1, next: double)"),
      make: { seed, next in
        MarbleProducer.unfold(seed) { $0 < Marble("10") ? (value: $0, state: next($0)) : nil }
      }),
    Operator(
      creating: "deferred", in: "SignalProducer", maker("{ source }"), isHidden: true,
      does: "Makes the producer when it is started, anew each time: for work that needs fresh state.",
      shown: .run("deferred('-a-b|')", observers: [("1st", 0), ("2nd", 4)]),
      make: { make in MarbleProducer.deferred { make() } }),
    Operator(
      creating: "using", in: "SignalProducer", resource(), maker("{ source(of: $0) }"), isHidden: true,
      does:
        "Acquires a resource at each start, makes a stream of it, and disposes of it when that has ended, "
        + "however it ends.",
      shown: .run("using('-a-b|')"),
      make: { acquire, make in MarbleProducer.using(acquire) { _ in make() } }),
    Operator(
      creating: "interval", in: "SignalProducer", seconds("every", atLeast: 1), clock(),
      does: "Counts from 0, one number at the end of each interval, for ever.",
      shown: .run("interval(every: 3)", limit: 14),
      make: { SignalProducer<Int, Never>.interval(every: $0, on: $1).canFail }),
    Operator(
      creating: "interval", in: "SignalProducer", seconds("every", atLeast: 1), elements("of"), clock(),
      does:
        "Sends the elements of a sequence, one at the end of each interval, and completes with the last one.",
      shown: .run("interval(every: 3, of: a, b, c)"),
      make: { SignalProducer<Marble, Never>.interval(every: $0, of: $1, on: $2).canFail }),
    Operator(
      creating: "timer", in: "SignalProducer", seconds("after"), clock(),
      does: "Sends one value after a while, then completes.", shown: .run("timer(after: 4)"),
      make: { SignalProducer<Void, Never>.timer(after: $0, on: $1).map(to: Marble("()")).canFail }),
    Operator(
      creating: "pipe", in: "Signal", pipe(), isHidden: true,
      does: "A signal together with its input, for events that come from outside.",
      shown: .run("pipe('--a--b--c--|')", observers: [("1st", 0), ("2nd", 4)]), make: { $0 }),
    Operator(
      creating: "never", in: "Signal", isProperty: true, isHidden: true,
      does: "A signal that never sends anything and never ends.", shown: .run("never"),
      make: { Signal<Marble, TestFailure>.never.producer }),
    Operator(
      creating: "empty", in: "Signal", isProperty: true, isHidden: true, does: "A signal that has completed.",
      shown: .run("empty"), make: { Signal<Marble, TestFailure>.empty.producer }),
    Operator(
      "producer", in: "Signal", isProperty: true, isHidden: true,
      does: "The events of the signal, from the moment of the start.",
      shown: .run("--a--b--c--|", "producer", observers: [("1st", 0), ("2nd", 4)]), apply: { $0.hot.producer }
    ),
  ]
}

extension EventStream where D == Pull, Failure == Never {
  /// The stream with the failure that all pictures have.
  var canFail: SignalProducer<Value, TestFailure> { setFailureType(to: TestFailure.self) }
}
