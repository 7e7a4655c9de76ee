import Signals
import SignalsMarbles

// Parameters that only one or two operators have.

@inline(never) func failure(_ label: String) -> Parameter<TestFailure> {
  Parameter(label, "x") { literal, _ throws(SyntaxError) in
    guard literal.kind == .word("x") else {
      throw SyntaxError("expected x, the failure", at: literal.position)
    }
    return (TestFailure(), "x")
  }
}

/// A success, or `x`.
@inline(never) func result(_ label: String) -> Parameter<Result<Marble, TestFailure>> {
  Parameter(label, "VALUE or x") { literal, _ throws(SyntaxError) in
    if literal.kind == .word("x") { return (.failure(TestFailure()), ".failure(x)") }
    let marble = try literal.marble()
    return (.success(marble), ".success(\(marble.name))")
  }
}

@inline(never) func timeoutScope() -> Parameter<TimeoutScope> {
  let known: KeyValuePairs<String, TimeoutScope> = [
    "total": .total, "betweenValues": .betweenValues, "firstValue": .firstValue,
  ]
  return Parameter(nil, "SCOPE") { literal, _ throws(SyntaxError) in
    if case .choice(let name, nil) = literal.kind, let scope = known.first(named: name) {
      return (scope, ".\(name)")
    }
    throw SyntaxError("expected .total, .betweenValues or .firstValue", at: literal.position)
  }
}

/// A side effect that shows nothing: a picture has no room for it.
@inline(never) func effect(_ label: String) -> Parameter<@Sendable (Marble) -> Void> {
  Parameter(label, "print", count: 0...1) { literals, _ throws(SyntaxError) in
    if let literal = literals.first, literal.kind != .word("print") {
      throw SyntaxError("expected print", at: literal.position)
    }
    return ({ _ in }, literals.isEmpty ? nil : "print")
  }
}

/// How to explain a failure, of which there is only one kind in pictures.
@inline(never) func explanation() -> Parameter<@Sendable (TestFailure) -> TestFailure> {
  Parameter(nil, "explain") { literal, _ throws(SyntaxError) in
    guard literal.kind == .word("explain") else {
      throw SyntaxError("expected explain", at: literal.position)
    }
    return ({ $0 }, "explain")
  }
}

/// A type, which can be left out. What it is has only a name: Embedded Swift keeps no types as values.
@inline(never) func type(_ label: String, _ name: String) -> Parameter<String> {
  Parameter(label, "TYPE", count: 0...0) { _, _ in (name, "\(name).self") }
}

/// Numbers values: the state is the next number.
@inline(never) func numbering() -> Parameter<@Sendable (Marble, Marble) -> (Marble, Marble)> {
  Parameter(nil, "number") { literal, _ throws(SyntaxError) in
    guard literal.kind == .word("number") else {
      throw SyntaxError("expected number", at: literal.position)
    }
    return ({ ($0 + Marble("1"), $1 + $0) }, "number")
  }
}

/// A stream for each failure.
@inline(never) func trigger(_ label: String) -> Parameter<
  @Sendable (TestFailure) -> SignalProducer<Marble, Never>
> {
  Parameter(label, "DIAGRAM") { literal, runner throws(SyntaxError) in
    let name = runner.unusedName("trigger")
    let make = try runner.template(name, literal)
    return ({ _ in make(Marble("")).completeOnError() }, "{ _ in \(name) }")
  }
}

/// What is done with a stream that can be used several times.
@inline(never) func uses() -> Parameter<@Sendable (MarbleProducer) -> MarbleProducer> {
  Parameter(nil, nil, count: 0...0) { _, _ in
    ({ shared in shared.merge(with: shared.map { $0 + $0 }) }, "{ $0.merge(with: $0.map(double)) }")
  }
}

/// A lifetime that ends at some time of the run.
@inline(never) func lifetime(_ label: String) -> Parameter<Lifetime> {
  Parameter<Lifetime>(label, "SECONDS") { literal, runner throws(SyntaxError) in
    let number = try literal.number("a number of seconds", atLeast: 0)
    let lifetime = Subscription()
    runner.clock.schedule(after: .seconds(number)) { lifetime.dispose() }
    return (lifetime, "lifetime")
  }
}

/// A limiter of so many runs at once, which all starts in a picture share.
@inline(never) func limiter(_ label: String, waiting: Int) -> Parameter<Limiter> {
  Parameter(label, "COUNT") { literal, _ throws(SyntaxError) in
    let number = try literal.number("a count", atLeast: 1)
    return (
      Limiter(atOnce: number, waiting: waiting),
      waiting == 0 ? "Limiter(atOnce: \(number), waiting: 0)" : "Limiter(atOnce: \(number))"
    )
  }
}

/// How long after a failure to start over, once.
@inline(never) func policy() -> Parameter<RetryPolicy<TestFailure>> {
  Parameter(nil, "POLICY") { literal, _ throws(SyntaxError) in
    let number = try literal.number("a number of seconds", atLeast: 0)
    let delay = ".constant(.seconds(\(number)))"
    return (
      RetryPolicy(limit: 1, delay: .constant(.seconds(number))), "RetryPolicy(limit: 1, delay: \(delay))"
    )
  }
}

/// The stream that takes over after a failure.
@inline(never) func replacement() -> Parameter<MarbleProducer> {
  Parameter(nil, "DIAGRAM") { literal, runner throws(SyntaxError) in
    let name = runner.unusedName("other")
    return (try runner.source(name, literal), "{ _ in \(name) }")
  }
}

/// A function that makes a stream.
@inline(never) func maker(_ code: String) -> Parameter<@Sendable () -> MarbleProducer> {
  Parameter(nil, "DIAGRAM") { literal, runner throws(SyntaxError) in
    let stream = try runner.source("source", literal)
    return ({ stream }, code)
  }
}

/// A function that opens something that has to be closed.
@inline(never) func resource() -> Parameter<@Sendable () -> AnyDisposable> {
  Parameter(nil, nil, count: 0...0) { _, _ in ({ AnyDisposable {} }, "open") }
}

/// A generator, for which the clock is enough.
@inline(never) func generator() -> Parameter<TestScheduler> {
  Parameter(nil, nil, count: 0...0) { _, runner in (runner.clock, "{ observer, lifetime in … }") }
}

/// A signal into which a diagram is sent, with or without observers.
@inline(never) func pipe() -> Parameter<MarbleProducer> {
  Parameter<MarbleProducer>(nil, "DIAGRAM") { literal, runner throws(SyntaxError) in
    (try runner.source("input", literal).hot.producer, nil)
  }.forPicture
}

/// Does something at some time of the run.
typealias Moment = @Sendable (_ action: @escaping @Sendable () -> Void) -> Void

/// When something is to be done.
@inline(never) func moment() -> Parameter<Moment> {
  Parameter<Moment>(nil, "SECONDS") { literal, runner throws(SyntaxError) in
    let number = try literal.number("a number of seconds", atLeast: 0)
    return ({ runner.clock.schedule(after: .seconds(number), $0) }, nil)
  }.forPicture
}

extension Parameter {
  /// The same, but it can be left out.
  var optional: Parameter<Value?> {
    Parameter<Value?>(label, placeholder, count: 0...1) { [read] literals, runner throws(SyntaxError) in
      literals.isEmpty ? (nil, nil) : (try read(literals, runner).value, nil)
    }
  }
}

extension EventStream where D == Pull, Value == Marble, Failure == TestFailure {
  /// A signal with the events of one start, now.
  var hot: Signal<Marble, TestFailure> {
    let (signal, input) = Signal<Marble, TestFailure>.pipe()
    start(input)
    return signal
  }
}
