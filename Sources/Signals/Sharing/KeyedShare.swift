/// Work by key: one run per key is shared among all that observe it at the same time.
///
///     let pages = KeyedShare<Address, Page, LoadingError> { address in load(address) }
///     pages[address].startWithResult(show)   // loads
///     pages[address].startWithResult(store)  // waits for the same answer
///
/// It is `share()` for each key: the first start of a key begins the work, the last one to be disposed of ends it, and a
/// start after the end begins it anew. So requests for the same thing at the same time are made once. It is no cache: of a
/// key whose run has ended nothing is kept (contract D4). To keep results, put them into a dictionary, or use
/// ``EventStream/replayLazily(_:)``.
///
/// - Two starts that come at the same moment share one run, whichever threads they come from.
/// - Keys are hashed and compared outside every lock (contract E9).
/// - A run goes on when the object is released: its starts keep what they need.
/// - A run is paused while all its starts request that (contract B2).
/// - Work may need the results of other keys. If it needs its own, also by way of others, it would wait for ever: the program
///   stops with a message that names the keys. That is seen when a start joins a run, or leaves it to others, among the
///   nearest 256 objects that the run owns: starts that operators make, or that a generator adds to its lifetime.
public final class KeyedShare<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline final class Run: Sendable {
    @usableFromInline let key: Key
    @usableFromInline let hash: Int
    @usableFromInline let shared: SharedRun<Value, Failure>
    /// How many starts there are; 0 once the run is over.
    @usableFromInline let members = GuardedMember<Table, Int>(1)

    @inlinable init(_ key: Key, _ hash: Int, replay: Int, after before: Run?) {
      self.key = key
      self.hash = hash
      shared = SharedRun(replay: replay, after: before?.shared.subscription)
    }
  }

  @usableFromInline struct Table {
    /// The runs that are under way, by the hash values of their keys.
    @usableFromInline var runs: [Int: [Run]] = [:]
    /// Runs that have ended, or that the last start has left, and that are not over yet; also by hash value. Of those of
    /// one key usually the newest only, which is over no sooner than the ones before.
    @usableFromInline var ending: [Int: [Run]] = [:]

    @inlinable init() {}
  }

  @usableFromInline let table = Guarded(Table())
  @usableFromInline let replay: Int
  @usableFromInline let work: @Sendable (Key) -> SignalProducer<Value, Failure>

  /// Shares the work that `work` makes of a key. It is called once per run, outside every lock.
  ///
  /// - Parameters:
  ///   - replay: How many of the last values a start gets that joins a run.
  ///   - work: Makes the work for a key.
  /// - Precondition: `replay` is not negative.
  /// - Complexity: memory for `replay` values per run.
  @inlinable public init(
    replay: Int = 0, _ work: @escaping @Sendable (Key) -> SignalProducer<Value, Failure>
  ) {
    require(replay >= 0, "KeyedShare(replay:)", "the number of values must not be negative", replay)
    self.replay = replay
    self.work = work
  }

  /// The work for a key: each start joins the run that is under way, or begins one.
  ///
  /// - Completes: with the work; the next start begins a new run.
  /// - Fails: with the work; the next start begins a new run.
  /// - Complexity: a start takes constant time, whatever the number of keys.
  @inlinable public subscript(key: Key) -> SignalProducer<Value, Failure> {
    .attaching { [self] in attach(key, $0, $1) }
  }

  /// How many keys have a run.
  @inlinable public var count: Int { table.withLock { $0.runs.values.reduce(0) { $0 + $1.count } } }

  @inlinable func attach(_ key: Key, _ observer: Observer<Value, Failure>, _ subscription: Subscription) {
    let receiver = SharedReceiver(observer, subscription)
    guard receiver.open() else { return }
    let (run, isFirst) = join(key)
    if isFirst, let before = run.shared.noteRunBefore() { Self.drop(before, hash: run.hash, from: table) }
    run.shared.add(receiver) { [self] _ in leave(run) }
    if !isFirst { return stopIfCircular(run) }
    run.shared.begin({ [self] in work(key) }) { [self] _ in close(run) }
  }

  /// Stops the program if the work of a key needs its own result: it would wait for ever, also when all starts but its own
  /// have been disposed of.
  @inlinable func stopIfCircular(_ run: Run) {
    #if !hasFeature(Embedded)
      guard let runs = run.shared.subscription.circularRuns else { return }
      let known = table.withLock { $0.runs.values.flatMap { $0 } }
      let keys = (runs + [run.shared.subscription]).compactMap { run in
        known.first { $0.shared.subscription === run }.map { "\($0.key)" }
      }
      let circle = keys.joined(separator: ", which needs ")
      misuse("KeyedShare", "the work of a key must not need its own result", circle)
    #endif
  }

  /// Joins the run of a key, or adds one. Comparing keys is code outside the library: it is done without the lock, with
  /// what was there before, and again if another thread has added a run meanwhile.
  @inlinable func join(_ key: Key) -> (run: Run, isFirst: Bool) {
    let hash = key.hashValue
    var made: Run?
    while true {
      let known = table.withLock { $0.runs[hash] ?? [] }
      if let run = known.first(where: { $0.key == key }) {
        let isInTime = table.withLock { table in
          let members = run.members.value(in: table)
          if members > 0 { run.members.set(members + 1, in: table) }
          return members > 0
        }
        if isInTime { return (run, false) }
        continue
      }
      // A run of the key that has ended is among those that are ending by now.
      let run = made ?? Run(key, hash, replay: replay, after: ending(key, hash))
      made = run
      let isAdded = table.withLock { table in
        let runs = table.runs[hash] ?? []
        guard runs.allSatisfy({ run in known.contains { $0 === run } }) else { return false }
        table.runs[hash] = runs + [run]
        return true
      }
      if isAdded { return (run, true) }
    }
  }

  /// The newest run of the key that has ended and is not over. Keys are compared outside the lock.
  @inlinable func ending(_ key: Key, _ hash: Int) -> Run? {
    // In memory of their own: see DisposableList.
    let ending = table.withLock { $0.ending[hash]?.map { $0 } ?? [] }
    return ending.last { $0.key == key }
  }

  /// True: that was the last start, and the run is over.
  @inlinable func leave(_ run: Run) -> Bool {
    let left: Int? = table.withLock { table in
      let members = run.members.value(in: table)
      if members == 0 { return nil }
      run.members.set(members - 1, in: table)
      if members == 1 { Self.close(run, in: &table) }
      return members - 1
    }
    guard let left else { return false }
    if left > 0 {
      stopIfCircular(run)
      return false
    }
    run.shared.dispose()
    dropWhenSettled(run)
    return true
  }

  @inlinable func close(_ run: Run) {
    let isFirst = table.withLock { table in
      if run.members.value(in: table) == 0 { return false }
      run.members.set(0, in: table)
      Self.close(run, in: &table)
      return true
    }
    if isFirst { dropWhenSettled(run) }
  }

  @inlinable func dropWhenSettled(_ run: Run) {
    run.shared.subscription.whenSettled { [table, hash = run.hash, subscription = run.shared.subscription] in
      Self.drop(subscription, hash: hash, from: table)
    }
  }

  /// The next run of the key need not wait for this one any more. It is released outside the lock.
  @inlinable static func drop(_ run: Subscription, hash: Int, from table: Guarded<Table>) {
    let dropped = table.withLock { table in
      let ending = table.ending[hash] ?? []
      set(ending.filter { $0.shared.subscription !== run }, hash: hash, of: &table.ending)
      return ending
    }
    withExtendedLifetime(dropped) {}
  }

  /// Inside the lock. The caller holds the run, so that nothing is released here.
  @inlinable static func close(_ run: Run, in table: inout Table) {
    set((table.runs[run.hash] ?? []).filter { $0 !== run }, hash: run.hash, of: &table.runs)
    table.ending[run.hash, default: []].append(run)
  }

  @inlinable static func set(_ runs: [Run], hash: Int, of all: inout [Int: [Run]]) {
    all[hash] = runs.isEmpty ? nil : runs
    // A dictionary keeps the memory of as many keys as it has ever had.
    if all.isEmpty, all.capacity > 64 { all = [:] }
  }
}

extension Subscription {
  /// The runs by way of which this one, which starts share, needs itself; it comes first. Nil if it does not, as far as 256
  /// of the disposables that it owns show that, the nearest ones: what it needs may be much, and a start looks each time.
  @usableFromInline var circularRuns: [Subscription]? {
    #if !hasFeature(Embedded)
      var needing: [ObjectIdentifier: Subscription] = [:]
      var found = owned.map { (member: $0, run: self) }
      var next = 0
      while next < min(found.count, 256) {
        let (member, run) = found[next]
        next += 1
        if let start = member as? SharedStart {
          if start.run === self { return path(to: run, needing) }
          guard needing[ObjectIdentifier(start.run)] == nil else { continue }
          needing[ObjectIdentifier(start.run)] = run
          found += start.run.owned.map { ($0, start.run) }
        } else if let start = member as? Subscription {
          // The usual case, which costs much less than to look for a conformance.
          if !start.isDisposed { found += start.owned.map { ($0, run) } }
        } else if let owner = member as? any Owner, !owner.isDisposed {
          found += owner.owned.map { ($0, run) }
        }
      }
    #endif
    return nil
  }

  private func path(to last: Subscription, _ needing: [ObjectIdentifier: Subscription]) -> [Subscription] {
    var path = [last]
    while let run = path.last, run !== self, let before = needing[ObjectIdentifier(run)] {
      path.append(before)
    }
    return path.reversed()
  }
}
