import Testing

/// The terminals for actors say how their closure gets at the actor.
@Suite struct ClosuresOfActorsTests {
  @Test func theCompilerSaysThatTheActorComesFirst() throws {
    try expectHints(
      mistakes,
      in: """
        actor Meter {
          var total = 0
          func use(
            _ signal: Signal<Int, Never>, _ producer: SignalProducer<Int, Never>, _ failing: SignalProducer<Int, Oops>,
            _ dying: Signal<Int, Oops>, _ future: Future<Int, Never>, _ lifetime: Lifetime
          ) {
        """, closing: "}}")
  }

  @Test func everyDeclarationIsTried() throws {
    try expectEachHint(of: "ClosuresOfActors", toBeIn: mistakes)
  }
}

private let mistakes: [Hint] = [
  (
    "producer.start(on: self) { _ in self.total += 1 }",
    "the closure gets the actor first: { actor, event in … }"
  ),
  ("producer.startWithValues(on: self) { self.total += $0 }", "{ actor, value in … }"),
  ("producer.startWithCompleted(on: self) { self.total += 1 }", "{ actor in … }"),
  ("failing.startWithFailed(on: self) { _ in self.total += 1 }", "{ actor, failure in … }"),
  ("producer.startWithInterrupted(on: self) { self.total += 1 }", "{ actor in … }"),
  ("failing.startWithResult(on: self) { _ in self.total += 1 }", "{ actor, result in … }"),
  ("signal.observe(on: self) { _ in self.total += 1 }", "{ actor, event in … }"),
  ("signal.observeValues(on: self) { self.total += $0 }", "{ actor, value in … }"),
  ("signal.observeCompleted(on: self) { self.total += 1 }", "{ actor in … }"),
  ("dying.observeFailed(on: self) { _ in self.total += 1 }", "{ actor, failure in … }"),
  ("signal.observeInterrupted(on: self) { self.total += 1 }", "{ actor in … }"),
  ("dying.observeResult(on: self) { _ in self.total += 1 }", "{ actor, result in … }"),
  ("signal.observe(during: lifetime, on: self) { _ in self.total += 1 }", "{ actor, event in … }"),
  ("future.start(on: self) { _ in self.total += 1 }", "{ actor, result in … }"),
  ("future.startWithValue(on: self) { self.total += $0 }", "{ actor, value in … }"),
]
