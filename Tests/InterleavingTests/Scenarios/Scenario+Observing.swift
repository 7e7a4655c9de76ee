import Signals

/// Observers of properties that come and go while these change, and what a transaction promises.
extension Scenario {
  static let observing = [
    disposeWhileTwoSet, disposeTwoWhileSet, observeAndDisposeComputed, letGoOfComputed, twoObserversOneOrder,
    disposeOfBinding, modifyInTransaction, changingSources, readInsideObserver, setInsideObserver,
    observeWhatIsOvertaken,
  ]

  /// The observer that stays misses nothing, also while the other one is taken out of the list.
  static let disposeWhileTwoSet = Scenario("dispose of an observer of a property that two set") { run in
    let property = MutableProperty(0)
    let (leaving, staying) = (
      Watcher<Int>(run, "the one that leaves"), Watcher<Int>(run, "the one that stays")
    )
    let start = property.producer.start(leaving.receive)
    property.producer.start(staying.receive)
    return Plan({ property.value = 1 }, { property.value = 2 }, { leaving.dispose(start) }) {
      run.expect([[0, 1, 2], [0, 2, 1]].contains(staying.values), "R2: \(staying.values)")
      run.expect(staying.values.last == property.value, "R2: \(staying.values), \(property.value)")
      run.expect(
        leaving.values == Array(staying.values.prefix(leaving.values.count)), "R2: \(leaving.values)")
      run.expect(leaving.ends == ["interrupted"], "P5: \(leaving.ends)")
    }
  }

  /// Observers that are taken out of the list at once, one beside the other, and what they keep.
  static let disposeTwoWhileSet = Scenario("two dispose of observers of a property that is set") { run in
    let (property, living) = (MutableProperty(0), Tally())
    let watchers = (1...3).map { Watcher<Int>(run, "the observer \($0)") }
    let starts = watchers.map { watcher in
      let token = Counted(0, living)
      return property.producer.start { event in withExtendedLifetime(token) { watcher.receive(event) } }
    }
    return Plan(
      { property.value = 1 }, { watchers[0].dispose(starts[0]) }, { watchers[1].dispose(starts[1]) }
    ) {
      run.expect(watchers[2].values == [0, 1], "R2: \(watchers[2].values)")
      run.expect(living.count == 1, "D4: \(living.count) observers are kept")
      watchers[2].dispose(starts[2])
      run.expect(living.count == 0, "D4: the last observer is kept")
    }
  }

  /// Where a walk is overtaken again and again, the thread that overtakes it announces the last change.
  static let observeWhatIsOvertaken = Scenario("observe a computed property that is set three times") { run in
    let source = MutableProperty(0)
    let end = source.map { $0 }.map { $0 }
    let (staying, coming) = (Watcher<Int>(run, "the one that stays"), Watcher<Int>(run, "the one that comes"))
    end.producer.start(staying.receive)
    return Plan(
      { for value in 1...3 { source.value = value } }, { end.producer.start(coming.receive) },
      { _ = end.value }
    ) {
      for watcher in [staying, coming] {
        run.expect(watcher.values.last == 3, "R2: the last change is missing: \(watcher.values)")
        run.expect(watcher.values == watcher.values.sorted(), "R2: not in order: \(watcher.values)")
      }
    }
  }

  static let observeAndDisposeComputed = Scenario("observe a computed property, and dispose, while it is set")
  {
    run in
    let (a, b) = (MutableProperty(0), MutableProperty(0))
    let sum = Property { a.value + b.value }
    let (coming, going) = (Watcher<Int>(run, "the one that comes"), Watcher<Int>(run, "the one that goes"))
    let start = sum.producer.start(going.receive)
    return Plan({ a.value = 1 }, { sum.producer.start(coming.receive) }, { going.dispose(start) }) {
      run.expect([[0, 1], [1]].contains(coming.values), "R2: \(coming.values)")
      run.expect([[0], [0, 1]].contains(going.values), "R2: \(going.values)")
      b.value = 1
      run.expect(coming.values.last == 2, "R2: not announced: \(coming.values)")
      run.expect(sum.value == 2, "R2: \(sum.value)")
    }
  }

  /// A computed property is released while its source announces a change to it, or another thread computes it.
  static let letGoOfComputed = Scenario("let go of a computed property while its source is set") { run in
    let (source, living, holder) = (MutableProperty(0), Tally(), Holder<Property<Int>>())
    let watcher = Watcher<Int>(run)
    let token = Holder<Counted>()
    token.held = Counted(0, living)
    holder.held = Property { [token = token.held!] in withExtendedLifetime(token) { source.value * 2 } }
    token.held = nil
    let start = holder.held!.producer.start(watcher.receive)
    return Plan(
      {
        source.value = 1; source.value = 2
      }, { holder.held = nil }, { watcher.dispose(start) }
    ) {
      run.expect([[0], [0, 2], [0, 2, 4]].contains(watcher.values), "R2: \(watcher.values)")
      run.expect(living.count == 0, "D4: the property is kept")
    }
  }

  /// All observers see the changes in one order.
  static let twoObserversOneOrder = Scenario("two set a property that two observe") { run in
    let property = MutableProperty(0)
    let (first, second) = (Watcher<Int>(run, "the first"), Watcher<Int>(run, "the second"))
    property.producer.start(first.receive)
    return Plan({ property.value = 1 }, { property.value = 2 }, { property.producer.start(second.receive) }) {
      run.expect([[0, 1, 2], [0, 2, 1]].contains(first.values), "R2: \(first.values)")
      run.expect(second.values == Array(first.values.suffix(second.values.count)), "R2: \(second.values)")
      run.expect(!second.values.isEmpty, "R2: the second gets no value")
    }
  }

  /// After the disposal has returned, nothing is set any more on that thread; the values come in order.
  static let disposeOfBinding = Scenario("dispose of a binding while its source is set") { run in
    let (source, target) = (MutableProperty(0), MutableProperty(-1))
    let watcher = Watcher<Int>(run)
    target.producer.start(watcher.receive)
    let binding = target <~ source
    return Plan(
      {
        source.value = 1; source.value = 2
      },
      {
        binding.dispose(); target.value = 9
      }
    ) {
      let values = watcher.values
      run.expect(values.filter { $0 < 9 } == Array([-1, 0, 1, 2].prefix(values.count - 1)), "R2: \(values)")
      // One value may be on its way when the disposal returns (D2).
      run.expect(values.drop { $0 < 9 }.count <= 2, "D2: \(values)")
      run.expect(target.value == values.last, "R2: \(target.value), \(values)")
    }
  }

  /// No change is lost, in whichever way it is made (R7).
  static let modifyInTransaction = Scenario("modify in a transaction, modify and set another") { run in
    let (count, other) = (MutableProperty(0), MutableProperty(0))
    let sum = Property { count.value * 100 + other.value }
    let watcher = Watcher<Int>(run)
    sum.producer.start(watcher.receive)
    return Plan(
      {
        transaction {
          count.modify { $0 += 1 }
          other.value = 10
        }
      }, { count.modify { $0 += 1 } }, { other.modify { $0 += 1 } }
    ) {
      run.expect(count.value == 2, "R7: \(count.value)")
      run.expect([10, 11].contains(other.value), "R7: \(other.value)")
      run.expect(watcher.values.last == sum.value, "R2: \(watcher.values), \(sum.value)")
      run.expect(sum.value == 200 + other.value, "R3: \(sum.value)")
      run.expect(
        watcher.values.allSatisfy { $0 % 100 < 10 || $0 >= 110 }, "R3: a half transaction: \(watcher.values)")
    }
  }

  /// What is read depends on what was read before: the sum is always 0.
  static let changingSources = Scenario("read a property whose sources change in a transaction") { run in
    let (usesFirst, first, second) = (MutableProperty(true), MutableProperty(0), MutableProperty(1))
    let chosen = Property { usesFirst.value ? first.value : second.value - 1 }
    let watcher = Watcher<Int>(run)
    chosen.producer.start(watcher.receive)
    return Plan(
      {
        transaction {
          usesFirst.value = false; first.value = 5
        }
      },
      {
        transaction {
          usesFirst.value = true; first.value = 0; second.value = 1
        }
      }, { run.expect(chosen.value == 0, "R3: read \(chosen.value)") }
    ) {
      run.expect(watcher.values == [0], "R3: \(watcher.values)")
      run.expect(chosen.value == 0, "R3: \(chosen.value)")
    }
  }

  /// An observer that reads what is computed from the same source sees a value that is at least as new as its own.
  static let readInsideObserver = Scenario("read a computed property inside an observer of its source") {
    run in
    let property = MutableProperty(0)
    let tenfold = Property { property.value * 10 }
    let watcher = Watcher<Int>(run) { event in
      if case .next(let value) = event {
        run.expect(tenfold.value >= value * 10, "R3: read \(tenfold.value) after \(value)")
      }
    }
    property.producer.start(watcher.receive)
    return Plan({ property.modify { $0 += 1 } }, { property.modify { $0 += 1 } }) {
      run.expect(watcher.values == [0, 1, 2], "R2: \(watcher.values)")
      run.expect(tenfold.value == 20, "R2: \(tenfold.value)")
    }
  }

  /// What an observer sets comes after the change that it was called for, whichever threads set.
  static let setInsideObserver = Scenario("an observer sets another property while two set its source") {
    run in
    let (source, sum) = (MutableProperty(0), MutableProperty(0))
    let watcher = Watcher<Int>(run)
    sum.producer.start(watcher.receive)
    source.signal.observeValues { value in sum.modify { $0 += value } }
    return Plan({ source.value = 1 }, { source.value = 2 }, { sum.modify { $0 += 10 } }) {
      run.expect(sum.value == 13, "R7: \(sum.value)")
      run.expect(watcher.values.count == 4 && watcher.values.last == 13, "R2: \(watcher.values)")
      run.expect(
        zip(watcher.values, watcher.values.dropFirst()).allSatisfy { $0 < $1 }, "R2: \(watcher.values)")
    }
  }
}
