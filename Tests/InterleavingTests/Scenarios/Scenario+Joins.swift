import Signals

extension Scenario {
  static let joins = [
    mergeEnds, flatMapMerge, flatMapLatest, flatMapConcat, waitInConcat, waitInConcurrent, waitInConflate,
    waitInExhaust, disposeOfConcat, combineLatestStreams, combineLatestEnds, zipStreams, disposeOfJoin,
  ]

  static let mergeEnds = Scenario("both sources of a merge end") { run in
    let (first, firstInput) = Signal<Int, Never>.pipe()
    let (second, secondInput) = Signal<Int, Never>.pipe()
    let watcher = Watcher<Int>(run)
    first.producer.merge(with: second.producer).start(watcher.receive)
    return Plan(
      {
        firstInput.send(1); firstInput.complete()
      },
      {
        secondInput.send(2); secondInput.complete()
      }
    ) {
      run.expect(watcher.values.sorted() == [1, 2], "each value comes once: \(watcher.values)")
      run.expect(watcher.ends == ["completed"], "E3: \(watcher.ends)")
    }
  }

  /// Two inner streams, and the outer one, end at once.
  static let flatMapMerge = flattening("flatMap merge", .merge, expected: [1, 2])
  static let flatMapLatest = flattening("flatMap latest", .latest, expected: [2])
  static let flatMapConcat = flattening("flatMap concat", .concat, expected: nil)

  private static func flattening(_ name: String, _ strategy: FlattenStrategy, expected: [Int]?) -> Scenario {
    Scenario("inner streams of \(name) end") { run in
      let (outer, outerInput) = Signal<Int, Never>.pipe()
      let (first, firstInput) = Signal<Int, Never>.pipe()
      let (second, secondInput) = Signal<Int, Never>.pipe()
      let watcher = Watcher<Int>(run)
      outer.producer.flatMap(strategy) { $0 == 1 ? first.producer : second.producer }.start(watcher.receive)
      outerInput.send(1)
      outerInput.send(2)
      return Plan(
        {
          firstInput.send(1); firstInput.complete()
        }, { outerInput.complete() },
        {
          secondInput.send(2); secondInput.complete()
        }
      ) {
        run.expect(watcher.ends == ["completed"], "E3: \(watcher.ends)")
        if let expected {
          run.expect(watcher.values.sorted() == expected, "each value comes once: \(watcher.values)")
        } else {
          // The second may have ended before it was attached.
          run.expect([[1], [1, 2]].contains(watcher.values), "one after the other: \(watcher.values)")
        }
      }
    }
  }

  // While an inner stream ends, two threads send values whose inner streams wait for its place.
  static let waitInConcat = waiting("concat", .concat) { $0.sorted() == [0, 1, 2] && $0.first == 0 }
  static let waitInConcurrent = waiting("concurrent", .concurrent(limit: 2)) { $0.sorted() == [0, 1, 2] }
  /// The newer one is kept.
  static let waitInConflate = waiting("conflate", .conflate) { values in
    [[0, 1], [0, 2], [0, 1, 2], [0, 2, 1]].contains(values)
  }
  static let waitInExhaust = waiting("exhaust", .exhaust) { values in
    [[0], [0, 1], [0, 2], [0, 1, 2], [0, 2, 1]].contains(values)
  }

  private static func waiting(
    _ name: String, _ strategy: FlattenStrategy, isRight: @escaping @Sendable ([Int]) -> Bool
  ) -> Scenario {
    Scenario("send while an inner stream of flatMap \(name) ends") { run in
      let (outer, outerInput) = Signal<Int, Never>.pipe()
      let (first, firstInput) = Signal<Int, Never>.pipe()
      let watcher = Watcher<Int>(run)
      outer.producer.flatMap(strategy) { value in
        value == 0 ? first.producer : SignalProducer(value: value)
      }.start(watcher.receive)
      outerInput.send(0)
      return Plan(
        { outerInput.send(1) }, { outerInput.send(2) },
        {
          firstInput.send(0); firstInput.complete()
        }
      ) {
        run.expect(watcher.ends.isEmpty, "E3: \(watcher.ends)")
        let before = watcher.values
        run.expect(isRight(before), "what waits comes in its turn: \(before)")
        outerInput.send(3)
        run.expect(watcher.values == before + [3], "its place is free: \(watcher.values)")
        outerInput.complete()
        run.expect(watcher.ends == ["completed"], "E3: \(watcher.ends)")
      }
    }
  }

  static let disposeOfConcat = Scenario("dispose of flatMap concat while an inner stream ends") { run in
    let (outer, outerInput) = Signal<Int, Never>.pipe()
    let (first, firstInput) = Signal<Int, Never>.pipe()
    let watcher = Watcher<Int>(run)
    let start = outer.producer.flatMap(.concat) { value in
      value == 0 ? first.producer : SignalProducer(value: value)
    }.start(watcher.receive)
    outerInput.send(0)
    return Plan({ watcher.dispose(start) }, { firstInput.complete() }, { outerInput.send(1) }) {
      run.expect(watcher.ends == ["interrupted"], "P5: \(watcher.ends)")
      run.expect([[], [1]].contains(watcher.values), "D2: \(watcher.values)")
    }
  }

  static let combineLatestStreams = Scenario("combineLatest of two pipes") { run in
    let (first, firstInput) = Signal<Int, Never>.pipe()
    let (second, secondInput) = Signal<Int, Never>.pipe()
    let watcher = Watcher<Pair>(run)
    first.producer.combineLatest(with: second.producer).map { Pair($0, $1) }.start(watcher.receive)
    firstInput.send(0)
    secondInput.send(0)
    return Plan(
      {
        firstInput.send(1); firstInput.send(2)
      },
      {
        secondInput.send(1); secondInput.complete()
      }
    ) {
      run.expect(watcher.values.last == Pair(2, 1), "no value is lost: \(watcher.values)")
      run.expect(watcher.values.count == 4, "one for each: \(watcher.values)")
      run.expect(watcher.ends.isEmpty, "E3: \(watcher.ends)")
    }
  }

  static let combineLatestEnds = Scenario("both sources of a combineLatest of signals end") { run in
    let (first, firstInput) = Signal<Int, Never>.pipe()
    let (second, secondInput) = Signal<Int, Never>.pipe()
    let watcher = Watcher<Pair>(run)
    first.combineLatest(with: second).map { Pair($0, $1) }.observe(watcher.receive)
    return Plan(
      {
        firstInput.send(1); firstInput.complete()
      },
      {
        secondInput.send(2); secondInput.complete()
      }
    ) {
      run.expect(watcher.values == [Pair(1, 2)], "both last values are combined: \(watcher.values)")
      run.expect(watcher.ends == ["completed"], "E3: \(watcher.ends)")
    }
  }

  static let zipStreams = Scenario("zip of two pipes") { run in
    let (first, firstInput) = Signal<Int, Never>.pipe()
    let (second, secondInput) = Signal<Int, Never>.pipe()
    let watcher = Watcher<Pair>(run)
    first.producer.zip(with: second.producer).map { Pair($0, $1) }.start(watcher.receive)
    return Plan(
      {
        firstInput.send(1); firstInput.send(2)
      },
      {
        secondInput.send(3); secondInput.complete()
      }
    ) {
      run.expect(watcher.values == [Pair(1, 3)], "pairs in order: \(watcher.values)")
      run.expect(watcher.ends == ["completed"], "E3: \(watcher.ends)")
    }
  }

  static let disposeOfJoin = Scenario("dispose of a merge while both sources send") { run in
    let (first, firstInput) = Signal<Int, Never>.pipe()
    let (second, secondInput) = Signal<Int, Never>.pipe()
    let watcher = Watcher<Int>(run)
    let start = first.producer.merge(with: second.producer).start(watcher.receive)
    return Plan(
      {
        firstInput.send(1); watcher.dispose(start); firstInput.send(2)
      }, { secondInput.send(3) }
    ) {
      run.expect(watcher.ends == ["interrupted"], "P5: \(watcher.ends)")
      run.expect(!watcher.values.contains(2), "D2: \(watcher.values)")
    }
  }
}

struct Pair: Sendable, Equatable {
  let first: Int
  let second: Int

  init(_ first: Int, _ second: Int) {
    self.first = first
    self.second = second
  }
}
