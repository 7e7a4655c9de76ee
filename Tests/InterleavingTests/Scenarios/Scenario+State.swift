import Signals

extension Scenario {
  static let state = [
    setAndSetAndRead, setAndObserve, modifyAndModify, referenceValues, computedAndSet, unchangedAndSet,
    leftToEndOfClaim, transactionAndRead, transactionAndObserve, transactionAndTwoReads, twoTransactions,
    bindings, bindingsByWayOfAnother, endAndSet, endAndBinding, ring, endsOfAction, proposeAndLimit,
    proposeInTransactionAndLimit, proposeAndLimitTwice, setAndReadNested, setAndSetNested,
  ]

  /// The observer's last value is that of the property.
  static let setAndSetAndRead = Scenario("set and set and read a property", keepsStores: true) { run in
    let property = MutableProperty(0)
    let (watcher, read) = (Watcher<Int>(run), Holder<[Int]>())
    property.producer.start(watcher.receive)
    return Plan(
      { property.value = 1 }, { property.value = 2 }, { read.held = [property.value, property.value] }
    ) {
      run.expect(watcher.values.last == property.value, "R2: \(watcher.values), \(property.value)")
      run.expect(watcher.values.count == 3, "R2: every set is heard of: \(watcher.values)")
      let heard = watcher.values
      let positions = read.held!.map { heard.firstIndex(of: $0)! }
      run.expect(positions == positions.sorted(), "R2: read \(read.held!), heard \(heard)")
    }
  }

  /// Who begins to observe gets the value of now and then each newer one.
  static let setAndObserve = Scenario("set and observe a property", keepsStores: true) { run in
    let property = MutableProperty(0)
    let watcher = Watcher<Int>(run)
    return Plan(
      {
        property.value = 1; property.value = 2
      }, { property.producer.start(watcher.receive) }
    ) {
      run.expect(watcher.values == Array([0, 1, 2].suffix(watcher.values.count)), "R2: \(watcher.values)")
      run.expect(!watcher.values.isEmpty, "R2: \(watcher.values)")
    }
  }

  static let modifyAndModify = Scenario("modify and modify a property") { run in
    let property = MutableProperty(0)
    let watcher = Watcher<Int>(run)
    property.signal.observe(watcher.receive)
    return Plan(
      { property.modify { $0 += 1 } },
      {
        property.modify { $0 += 1 }; property.modify { $0 += 1 }
      }
    ) {
      run.expect(property.value == 3, "no change is lost: \(property.value)")
      run.expect(watcher.values == [1, 2, 3], "R2: \(watcher.values)")
    }
  }

  /// Values with references are released once, and read whole.
  static let referenceValues = Scenario("set and read values with references") { run in
    let living = Tally()
    let property = MutableProperty(Counted(0, living))
    return Plan(
      {
        property.value = Counted(1, living); property.value = Counted(2, living)
      },
      { run.expect((0...2).contains(property.value.number), "R1: a value that was never there") },
      { run.expect((0...2).contains(property.value.number), "R1: a value that was never there") }
    ) {
      run.expect(living.count == 1, "\(living.count) values are alive")
      run.expect(property.value.number == 2, "R2: \(property.value.number)")
    }
  }

  static let computedAndSet = Scenario("set two sources of a computed property", keepsStores: true) { run in
    let (a, b) = (MutableProperty(0), MutableProperty(0))
    let sum = a.combineLatest(with: b).map { $0 * 10 + $1 }
    let watcher = Watcher<Int>(run)
    sum.producer.start(watcher.receive)
    return Plan({ a.value = 1 }, { b.value = 1 }) {
      run.expect(sum.value == 11, "R2: \(sum.value)")
      run.expect(watcher.values.last == 11, "R2: \(watcher.values)")
      run.expect(Set(watcher.values).count == watcher.values.count, "R2: \(watcher.values)")
      run.expect(Set(watcher.values).isSubset(of: [0, 1, 10, 11]), "R3: \(watcher.values)")
    }
  }

  /// One of the changes leads to an equal value: the thread that has computed it delivers nothing, and comes to no lock before
  /// it looks whether there is another change. That one is found by it, or announces itself.
  static let unchangedAndSet = Scenario(
    "set two sources of a computed property, one without effect", keepsStores: true
  ) { run in
    let (a, b) = (MutableProperty(0), MutableProperty(0))
    let sum = a.combineLatest(with: b).map { $0 / 10 + $1 }
    let watcher = Watcher<Int>(run)
    sum.producer.start(watcher.receive)
    return Plan({ a.value = 1 }, { b.value = 1 }) {
      run.expect(watcher.values == [0, 1], "R2: \(watcher.values)")
      run.expect(sum.value == 1, "R2: \(sum.value)")
    }
  }

  /// A thread leaves its announcement to the one that computes what it needs, and that one is just done: it finds the
  /// announcement, or the first one sees that it has to make it itself.
  static let leftToEndOfClaim = Scenario("announce what another thread computes", keepsStores: true) { run in
    let (source, showsSlow) = (MutableProperty(0), MutableProperty(false))
    let slow = Property {
      // As often as a thread waits for another one before it leaves something to it.
      for _ in 0..<PropertyGraph.patience { Exploration.yield() }
      return source.value
    }
    let shown = Property { showsSlow.value ? slow.value : 0 }
    _ = slow.value
    source.value = 1
    let watcher = Watcher<Int>(run)
    shown.producer.start(watcher.receive)
    return Plan({ _ = slow.value }, { showsSlow.value = true }) {
      run.expect(watcher.values == [0, 1], "R2: \(watcher.values)")
      run.expect(shown.value == 1, "R2: \(shown.value)")
    }
  }

  /// One thread computes a property inside the computation of another one while their source is set.
  static let setAndReadNested = nested("set the source of nested properties and read") { source, outer in
    [{ source.value = 1 }, { _ = outer.value }]
  }

  static let setAndSetNested = nested("set the source of nested properties twice") { source, outer in
    [{ source.value = 1 }, { source.value = 2 }]
  }

  private static func nested(
    _ name: String,
    _ threads: @escaping @Sendable (MutableProperty<Int>, Property<Int>) -> [@Sendable () -> Void]
  ) -> Scenario {
    Scenario(name, keepsStores: true) { run in
      let source = MutableProperty(0)
      let inner = Property { source.value * 10 }
      let outer = Property { inner.value + source.value }
      let watcher = Watcher<Int>(run)
      outer.producer.start(watcher.receive)
      return Plan(threads: threads(source, outer)) {
        run.expect(outer.value == source.value * 11, "R2: \(outer.value), \(source.value)")
        run.expect(watcher.values.last == outer.value, "R2: \(watcher.values), \(outer.value)")
        run.expect(watcher.values.allSatisfy { $0 % 11 == 0 }, "R3: \(watcher.values)")
      }
    }
  }

  /// Each thread sees the ring before it is opened or after that, and not before it once it was after.
  static let ring = Scenario("read a ring from two sides while it is opened", keepsStores: true) { run in
    let isOpen = MutableProperty(false)
    let last = Holder<Property<Int>>()
    let first = Property(onCycle: -1) { isOpen.value ? 0 : last.held!.value }
    let second = Property(onCycle: -1) { first.value + 1 }
    last.held = second
    return Plan(
      { isOpen.value = true },
      {
        let read = Pair(first.value, second.value)
        run.expect([Pair(-1, -1), Pair(-1, 1), Pair(0, 1)].contains(read), "R3: \(read)")
      },
      {
        let read = Pair(second.value, first.value)
        run.expect([Pair(-1, -1), Pair(-1, 0), Pair(1, 0)].contains(read), "R3: \(read)")
      }
    ) {
      run.expect([first.value, second.value] == [0, 1], "R2: \(first.value), \(second.value)")
      last.held = nil
    }
  }

  /// When the end of the last run comes, nothing runs, whichever thread delivers it.
  static let endsOfAction = Scenario("two runs of an action end") { run in
    let action = Action<Int, Int, Never> { _ in .empty }
    let ends = Tally()
    action.completed.observeValues {
      ends.add()
      if ends.count == 2 { run.expect(!action.isExecuting.value, "R3: a run executes after the last one") }
    }
    return Plan({ action.apply(1).startWithFailed { _ in } }, { action.apply(2).startWithFailed { _ in } }) {
      run.expect((1...2).contains(ends.count), "\(ends.count) ends")
      run.expect(action.isEnabled.value, "R2: it is not enabled again")
    }
  }

  static let proposeAndLimit = proposal("propose a value and change its limit") { number, limit in
    [
      { number.value = 5 },
      {
        limit.value = 10; limit.value = 2
      },
    ]
  }

  static let proposeInTransactionAndLimit = proposal("propose in a transaction and change the limit") {
    number, limit in
    [
      { transaction { number.value = 5 } },
      {
        limit.value = 10; limit.value = 2
      },
    ]
  }

  static let proposeAndLimitTwice = proposal("propose a value while two threads change its limit") {
    number, limit in
    [{ number.value = 5 }, { limit.value = 10 }, { limit.value = 2 }]
  }

  /// A value that is too large is accepted if it was not so for a moment, and is not taken back.
  private static func proposal(
    _ name: String,
    _ threads:
      @escaping @Sendable (ValidatingProperty<Int, TooLarge>, MutableProperty<Int>) -> [@Sendable () -> Void]
  ) -> Scenario {
    Scenario(name) { run in
      let limit = MutableProperty(1)
      let number = ValidatingProperty<Int, TooLarge>(0, with: limit) {
        $0 <= $1 ? .valid : .invalid(TooLarge())
      }
      let watcher = Watcher<Int>(run)
      number.producer.start(watcher.receive)
      return Plan(threads: threads(number, limit)) {
        let isValid = limit.value == 10
        run.expect([[0], [0, 5]].contains(watcher.values), "R3: taken back: \(watcher.values)")
        run.expect(number.value == watcher.values.last, "R2: \(number.value), \(watcher.values)")
        run.expect(!isValid || number.value == 5, "R2: not accepted")
        run.expect(
          number.result.value == (isValid ? .valid(5) : .invalid(5, TooLarge())), "R2: \(number.result.value)"
        )
        limit.value = 5
        run.expect(number.value == 5, "R2: \(number.value)")
        run.expect(number.result.value == .valid(5), "R2: \(number.result.value)")
      }
    }
  }

  private struct TooLarge: Error, Hashable {}

  /// a + b is always 0 (R3).
  static let transactionAndRead = Scenario("transaction and read", keepsStores: true) { run in
    let (a, b) = (MutableProperty(0), MutableProperty(0))
    let sum = a.combineLatest(with: b).map { $0 + $1 }
    return Plan(
      {
        transaction {
          a.value = 1; b.value = -1
        }
      },
      { run.expect(sum.value == 0, "R3: the sum is \(sum.value)") }
    ) {
      run.expect(sum.value == 0, "R3: the sum is \(sum.value)")
      run.expect(a.value == 1 && b.value == -1, "R2: \(a.value), \(b.value)")
    }
  }

  static let transactionAndObserve = Scenario("transaction and observe", keepsStores: true) { run in
    let (a, b) = (MutableProperty(0), MutableProperty(0))
    let pair = a.combineLatest(with: b).map { Pair($0, $1) }
    let (early, late) = (Watcher<Pair>(run, "the early"), Watcher<Pair>(run, "the late"))
    pair.producer.start(early.receive)
    return Plan(
      {
        transaction {
          a.value = 1; b.value = -1
        }
      }, { pair.producer.start(late.receive) }
    ) {
      run.expect(early.values == [Pair(0, 0), Pair(1, -1)], "R3: \(early.values)")
      run.expect(
        [Pair(0, 0), Pair(1, -1)].suffix(late.values.count) == late.values[...], "R2: \(late.values)")
      run.expect(late.values.last == Pair(1, -1), "R2: \(late.values)")
    }
  }

  /// What is read first is not newer than what is read next (R3).
  static let transactionAndTwoReads = Scenario("transaction and two reads in a row") { run in
    let (a, b) = (MutableProperty(0), MutableProperty(0))
    return Plan(
      {
        transaction {
          a.value = 1; b.value = 1
        }
      },
      {
        let (first, second) = (a.value, b.value)
        run.expect(first <= second, "R3: \(first), then \(second)")
      }
    ) {
      run.expect(a.value == 1 && b.value == 1, "R2: \(a.value), \(b.value)")
    }
  }

  static let twoTransactions = Scenario("two transactions", keepsStores: true) { run in
    let (a, b) = (MutableProperty(0), MutableProperty(0))
    let sum = a.combineLatest(with: b).map { $0 + $1 }
    let watcher = Watcher<Int>(run)
    sum.producer.start(watcher.receive)
    return Plan(
      {
        transaction {
          a.value = 1; b.value = -1
        }
      },
      {
        transaction {
          a.value = 2; b.value = -2
        }
      }
    ) {
      run.expect(watcher.values.allSatisfy { $0 == 0 }, "R3: \(watcher.values)")
      run.expect(a.value == -b.value, "R3: \(a.value), \(b.value)")
    }
  }

  /// Two properties that are bound to each other come to rest with equal values (R5).
  static let bindings = Scenario("set both of two bound properties") { run in
    let (a, b) = (MutableProperty(0), MutableProperty(0))
    a <~ b
    b <~ a
    return Plan({ a.value = 1 }, { b.value = 2 }) {
      run.expect(a.value == b.value, "R5: \(a.value), \(b.value)")
    }
  }

  /// The same by way of properties that are computed.
  static let bindingsByWayOfAnother = Scenario(
    "set both of two properties bound by way of a third", keepsStores: true
  ) { run in
    let (a, b) = (MutableProperty(0), MutableProperty("0"))
    a <~ b.map { Int($0)! }
    b <~ a.map { "\($0)" }
    return Plan({ a.value = 1 }, { b.value = "2" }) {
      run.expect("\(a.value)" == b.value, "R5: \(a.value), \(b.value)")
    }
  }

  /// A property ends while it is being observed.
  static let endAndSet = Scenario("let go of a property and observe it", keepsStores: true) { run in
    let holder = Holder<MutableProperty<Int>>()
    holder.held = MutableProperty(0)
    let producer = holder.held!.readOnly.producer
    let watcher = Watcher<Int>(run)
    return Plan(
      {
        holder.held!.value = 1; holder.held = nil
      }, { producer.start(watcher.receive) }
    ) {
      run.expect(watcher.ends == ["completed"], "the streams of a property complete: \(watcher.ends)")
      run.expect(watcher.values == Array([0, 1].suffix(watcher.values.count)), "R2: \(watcher.values)")
      run.expect(!watcher.values.isEmpty, "R2: \(watcher.values)")
    }
  }

  /// The last value comes before the end, and none is set after it.
  static let endAndBinding = Scenario("let go of a property that is bound", keepsStores: true) { run in
    let holder = Holder<MutableProperty<Int>>()
    holder.held = MutableProperty(0)
    let property = holder.held!.readOnly.withoutSource
    let computed = property.map { $0 * 10 }
    let (numbers, input) = Signal<Int, Never>.pipe()
    holder.held! <~ numbers
    let (watcher, later) = (Watcher<Int>(run), Watcher<Int>(run, "that of the computed one"))
    property.producer.start(watcher.receive)
    computed.producer.start(later.receive)
    return Plan({ input.send(1) }, { holder.held = nil }) {
      run.expect(
        watcher.ends == ["completed"] && later.ends == ["completed"], "\(watcher.ends), \(later.ends)")
      run.expect(watcher.values.last == property.value, "R2: \(watcher.values), \(property.value)")
      run.expect(later.values.last == computed.value, "R2: \(later.values), \(computed.value)")
      run.expect(computed.value == property.value * 10, "R3: \(computed.value), \(property.value)")
    }
  }
}

/// A value that knows how many of its kind are alive.
final class Counted: Sendable {
  let number: Int
  private let living: Tally

  init(_ number: Int, _ living: Tally) {
    self.number = number
    self.living = living
    living.add()
  }

  deinit { living.remove() }
}
