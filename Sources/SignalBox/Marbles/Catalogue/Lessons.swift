import Signals
import SignalsMarbles

extension Catalogue {
  /// What the pages show that run something else than one operator. Their words mean something there only.
  static let lessons: [Operator] = [
    Operator(
      "pushedAndPulled", isProperty: true, does: "The source itself, observed twice.",
      shown: .run("--a--b--c--d--|", "pushedAndPulled", observers: [("1st", 0), ("2nd", 6)]), apply: { $0 }),
    Operator(
      "diamondOfStreams", isProperty: true, does: "Adds the double and the triple of a stream.",
      shown: .run("--1-----2-----3--|", "diamondOfStreams"),
      apply: { source in
        let numbers = source.share()
        let double = numbers.map { $0 + $0 }
        return double.combineLatest(with: numbers.map { $0 + $0 + $0 }).map { $0 + $1 }
      }),
    Operator(
      "diamondOfProperties", isProperty: true, does: "Adds the double and the triple of a property.",
      shown: .run("--1-----2-----3--|", "diamondOfProperties"),
      apply: { source in
        MarbleProducer { observer, lifetime in
          let number = MutableProperty(Marble("0"))
          let double = Property { number.value + number.value }
          let triple = Property { number.value + number.value + number.value }
          let sum = Property { double.value + triple.value }
          lifetime += sum.producer.startWithValues { observer.send($0) }
          lifetime += source.start(Observer(next: { number.value = $0 }, end: { observer.send(end: $0) }))
        }
      }),
    Operator(
      "setOneByOne", isProperty: true, does: "Sets a number and its double, and adds both.",
      shown: .run("--1-----2-----3--|", "setOneByOne"),
      apply: { source in
        source.setting { number, double, value in
          number.value = value
          double.value = value + value
        }
      }),
    Operator(
      "setInOneTransaction", isProperty: true, does: "Sets a number and its double at once, and adds both.",
      shown: .run("--1-----2-----3--|", "setInOneTransaction"),
      apply: { source in
        source.setting { number, double, value in
          transaction {
            number.value = value
            double.value = value + value
          }
        }
      }),
    Operator(
      creating: "numbers", numbers(), does: "Numbers that are made when they are taken.",
      shown: .run("numbers(taken: 3)", limit: 40), make: { $0 }),
    Operator(
      "taken", seconds("every"), clock(), does: "Takes a value, and requests a pause for some seconds.",
      shown: .run("12345678|", "taken(every: 3)", limit: 40), apply: { $0.taken(every: $1, on: $2) }),
    Operator(
      "takenFromBuffer", seconds("every"), clock(),
      does: "The same, with a buffer before it for two values, which drops the oldest one.",
      shown: .run("12345678|", "takenFromBuffer(every: 3)", limit: 40),
      apply: { $0.buffer(2, onOverflow: .dropOldest).taken(every: $1, on: $2) }),
  ]
}

/// Numbers that are made when they are taken, one in so many seconds.
private func numbers() -> Parameter<MarbleProducer> {
  Parameter("taken", "SECONDS") { literal, runner throws(SyntaxError) in
    let number = try literal.number("a number of seconds", atLeast: 0)
    let taken = runner.numbers(upTo: 8).taken(every: .seconds(number), on: runner.clock)
    return (taken, ".seconds(\(number))")
  }
}

extension EventStream where D == Pull, Value == Marble, Failure == TestFailure {
  /// The sum of two properties that `set` sets for each value.
  fileprivate func setting(
    _ set: @escaping @Sendable (MutableProperty<Marble>, MutableProperty<Marble>, Marble) -> Void
  ) -> MarbleProducer {
    MarbleProducer { observer, lifetime in
      let number = MutableProperty(Marble("0"))
      let double = MutableProperty(Marble("0"))
      let sum = Property { number.value + double.value }
      lifetime += sum.producer.startWithValues { observer.send($0) }
      lifetime += start(Observer(next: { set(number, double, $0) }, end: { observer.send(end: $0) }))
    }
  }

  /// Takes a value, and requests a pause for some time.
  fileprivate func taken(every interval: Duration, on clock: TestScheduler) -> MarbleProducer {
    .attaching { observer, subscription in
      attach(
        Observer(
          next: { marble in
            observer.send(marble)
            subscription.pause()
            clock.schedule(after: interval) { subscription.resume() }
          }, end: { observer.send(end: $0) }), subscription)
    }
  }
}
