import Signals

/// Two properties that are only ever set together, and code that reads both: what it sees belongs together, also while it
/// runs (R8).
extension Scenario {
  static let moments = [
    closureBetweenTransactions, derivedOnes, changesOfSources, transactionBetween, setAndSetAndCompute,
    twoCompute, oneOfSeveralEnds, computedBesideTransaction, computedFromOthersBesideTransaction,
    transactionsOfAClosure,
  ]

  private static let closureBetweenTransactions = moments("a closure between transactions") { pair in
    let both = Property { pair.look("a closure") }
    return [
      {
        pair.set(1); pair.set(2)
      }, { pair.check(both.value) },
    ]
  }

  private static let derivedOnes = moments("a closure of derived properties") { pair in
    let (first, second) = (pair.first.map { $0 * 2 }, pair.second.map { $0 * 2 })
    let both = Property { pair.note(first.value, second.value, "a closure of derived ones") }
    _ = both.value
    return [
      {
        pair.set(1); pair.set(2)
      }, { pair.check(both.value) }, { pair.check(both.value) },
    ]
  }

  /// A source goes to another value and back, which is computed for one reader only.
  private static let changesOfSources = moments("a source that comes back") { pair in
    let isEven = pair.first.map { $0 % 2 == 0 }
    let both = Property { isEven.value == (pair.second.value % 2 == 0) ? 0 : -1 }
    let seen = Property {
      if both.value != 0 { pair.run.expect(false, "R8: a source is as of another moment") }
      return pair.look("behind a source that comes back")
    }
    _ = seen.value
    return [
      {
        pair.set(1); pair.set(2)
      }, { pair.check(seen.value) },
      {
        _ = both.value; _ = isEven.value
      },
    ]
  }

  private static let transactionBetween = moments("a transaction between transactions") { pair in
    let both = Property { pair.look("computed for a transaction") }
    let other = MutableProperty(0)
    return [
      {
        pair.set(1); pair.set(2)
      },
      {
        transaction {
          other.value = 1
          pair.check(pair.look("a transaction"))
          pair.check(both.value)
        }
      },
    ]
  }

  private static let setAndSetAndCompute = moments("single sets and a closure") { pair in
    // The first one is never behind the second one.
    let both = Property {
      let (second, first) = (pair.second.value, pair.first.value)
      pair.run.expect(first == second || first == second + 1, "R8: \(first), \(second)")
      return first - second
    }
    return [
      {
        for value in 1...2 {
          pair.first.value = value
          pair.second.value = value
        }
      }, { _ = both.value },
    ]
  }

  private static let twoCompute = moments("two compute, one sets") { pair in
    let first = pair.first.map { $0 + 1 }
    let both = Property { pair.note(first.value, pair.second.value + 1, "of two threads") }
    let outer = Property { pair.note(both.value + 1, pair.second.value + 2, "further out") }
    return [{ pair.set(1) }, { _ = outer.value }, { _ = both.value }]
  }

  /// What is needed at the oldest moment that is open is kept when another one ends.
  private static let oneOfSeveralEnds = moments("one of several ends") { pair in
    let (one, other) = (Property { pair.look("one closure") }, Property { pair.look("another closure") })
    return [
      {
        pair.set(1); snapshot { _ = pair.look("a snapshot") }
      }, { pair.check(one.value) }, { pair.check(other.value) },
    ]
  }

  /// What another thread computes meanwhile has edges that the transaction has not looked at.
  private static let computedBesideTransaction = moments("what is computed beside a transaction") { pair in
    let (read, end) = (pair.second.map { $0 * 2 }, pair.first.map { $0 * 2 }.map { $0 })
    _ = read.value
    return [
      {
        transaction {
          pair.set(3)
          let seen = [read.value, end.value, read.value]
          pair.run.expect(seen == [6, 6, 6], "R3: a transaction that has set 3 sees \(seen)")
        }
      }, { _ = end.value },
    ]
  }

  /// What another thread computes meanwhile has lost the edges by which the transaction affects it at its moment.
  private static let computedFromOthersBesideTransaction = moments(
    "what is computed from other sources beside a transaction"
  ) { pair in
    let isRead = MutableProperty(true)
    let read = Property { isRead.value ? pair.second.value : 0 }
    _ = read.value
    return [
      {
        transaction {
          pair.set(3)
          let seen = [isRead.value ? 3 : 0, read.value]
          pair.run.expect(seen[0] == seen[1], "R3: a transaction that has set 3 sees \(seen)")
        }
      },
      {
        isRead.value = false
        _ = read.value
      },
    ]
  }

  /// What a closure reads in a transaction is computed for it alone, and yet the closure runs again when that has changed.
  private static let transactionsOfAClosure = Scenario(
    "moments: a closure reads in a transaction", keepsStores: true
  ) { run in
    let pair = Pair(run)
    let own = MutableProperty(0)
    let sum = Property { own.value + pair.first.value }
    let negated = pair.second.map { -$0 }
    let read = Property {
      transaction { () -> Int in
        own.value = 10
        return pair.note(sum.value - 10, -negated.value, "a transaction of a closure")
      }
    }
    return Plan(
      threads: [
        {
          pair.set(1); pair.set(2)
        }, { pair.check(read.value) }, { _ = negated.value },
      ]
    ) {
      run.expect(read.value == 2, "R7: \(read.value) is read, computed from what is 2")
    }
  }

  private static func moments(
    _ name: String, _ threads: @escaping @Sendable (Pair) -> [@Sendable () -> Void]
  ) -> Scenario {
    Scenario("moments: \(name)", keepsStores: true) { run in
      let pair = Pair(run)
      return Plan(threads: threads(pair)) { pair.check(pair.look("the end")) }
    }
  }

  private struct Pair: Sendable {
    let first = MutableProperty(0)
    let second = MutableProperty(0)
    let run: Run

    init(_ run: Run) { self.run = run }

    func set(_ value: Int) {
      transaction {
        first.value = value
        second.value = value
      }
    }

    func look(_ where: String) -> Int { note(first.value, second.value, `where`) }

    func note(_ first: Int, _ second: Int, _ where: String) -> Int {
      run.expect(first == second, "R8: \(`where`) sees \(first) and \(second)")
      return first
    }

    func check(_ value: Int) { run.expect((0...6).contains(value), "R8: \(value) was never there") }
  }
}
