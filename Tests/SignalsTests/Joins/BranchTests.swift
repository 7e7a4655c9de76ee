import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite("Groups and windows, before and after the first observer", .mayBlock)
struct BranchTests {
  @Test("G2: values wait for the first observer", arguments: TestedDrive.allCases)
  func valuesWait(_ drive: TestedDrive) throws {
    let (output, input) = Signal<Int, Never>.pipe()
    let (groups, log) = (Log<Group<Int, Int, Never>>(), Log<String>())
    let observation =
      switch drive {
      case .pushed: output.grouped(by: { $0 % 2 }).observeValues { groups.add($0) }
      case .pulled: output.producer.grouped(by: { $0 % 2 }).startWithValues { groups.add($0) }
      }
    for value in 1...5 { input.send(value) }
    let (odd, even) = (groups.entries[0], groups.entries[1])
    odd.values.startWithValues { log.add("1st \($0)") }
    #expect(log.entries == ["1st 1", "1st 3", "1st 5"])
    odd.values.startWithValues { log.add("2nd \($0)") }
    input.send(7)
    #expect(log.entries.suffix(2) == ["1st 7", "2nd 7"], "a later observer gets what is sent from then on")
    input.complete()
    even.values.start { log.add("even \($0)") }
    #expect(log.entries.suffix(3) == ["even next(2)", "even next(4)", "even completed"])
    even.values.start { log.add("again \($0)") }
    #expect(log.entries.last == "again completed")
    observation.dispose()
  }

  @Test("G2: a failure comes behind the values that wait") func failureWaits() {
    expect(
      "-a-b-a-x",
      { $0.grouped(by: { $0 }).flatMap(.concat) { $0.values.replaceError(with: "e").setFailureType() } },
      "-a---a-(ebex)")
    let (output, input) = Signal<Int, TestFailure>.pipe()
    let (windows, log) = (Log<SignalProducer<Int, TestFailure>>(), Log<String>())
    output.windows(ofCount: 3).observe(Observer(next: { windows.add($0) }))
    input.send(1)
    input.fail(TestFailure())
    windows.entries[0].start { log.add("\($0)") }
    #expect(log.entries == ["next(1)", "failed(\(TestFailure()))"])
  }

  @Test("G2: an interruption comes behind the values that wait") func interruptionWaits() {
    var (output, input): (Signal<Int, Never>, Observer<Int, Never>?) = Signal.pipe()
    let (windows, log) = (Log<SignalProducer<Int, Never>>(), Log<String>())
    output.windows(ofCount: 3).observeValues { windows.add($0) }
    input?.send(1)
    input = nil
    windows.entries[0].start { log.add("\($0)") }
    #expect(log.entries == ["next(1)", "interrupted"])
  }

  @Test("G2: groups that wait for their turn lose nothing")
  func groupsOneAfterTheOther() {
    let numbers = SignalProducer<Int, Never>([1, 2, 3, 1, 2, 3])
    let recorder = Recorder<[Int], Never>()
    numbers.grouped(by: { $0 }).flatMap(.concat) { $0.values.collect() }.start(recorder.observer)
    #expect(recorder.events == [.next([1, 1]), .next([2, 2]), .next([3, 3]), .completed])
  }

  @Test("G2: more groups than may wait do not hang", arguments: [1, 4, 100])
  func manyGroups(_ limit: Int) {
    let recorder = Recorder<Int, Never>()
    SignalProducer<Int, Never>(0..<1000).grouped(by: { $0 % 500 })
      .flatMap(.concurrent(limit: limit)) { $0.values }.start(recorder.observer)
    #expect(recorder.values.sorted() == Array(0..<1000))
    #expect(recorder.events.last == .completed)
  }

  @Test("G2: a scheduler before the observer loses nothing")
  func behindAScheduler() {
    let (time, recorder) = (TestScheduler(), Recorder<Int, Never>())
    SignalProducer<Int, Never>(0..<500).windows(ofCount: 7).receive(on: time)
      .flatMap(.merge) { $0.receive(on: time) }.start(recorder.observer)
    time.run()
    #expect(recorder.values == Array(0..<500))
    #expect(recorder.events.last == .completed)
  }

  @Test(
    "G2: an observer on another thread loses nothing",
    arguments: [FlattenStrategy.merge, .concurrent(limit: .max)])
  func anotherThreadObserves(_ strategy: FlattenStrategy) {
    let count = rounds(20_000)
    let windows = Log<SignalProducer<Int, Never>>()
    let recorder = Recorder<Int, Never>()
    let (pieces, inputOfPieces) = Signal<SignalProducer<Int, Never>, Never>.pipe()
    pieces.flatMap(strategy) { $0 }.observe(recorder.observer)
    let (output, input) = Signal<Int, Never>.pipe()
    output.windows(ofCount: 3).observe(
      Observer(next: { windows.add($0) }, end: { _ in windows.add(.empty) }))
    onThreads(2) { thread in
      if thread == 0 {
        for value in 0..<count { input.send(value) }
        input.complete()
      } else {
        var taken = 0
        while taken <= (count + 2) / 3 {
          let found = windows.entries.dropFirst(taken)
          taken += found.count
          found.forEach(inputOfPieces.send)
        }
        inputOfPieces.complete()
      }
    }
    #expect(recorder.values.sorted() == Array(0..<count))
  }

  @Test("G2: a dropped group releases what waits in it") func droppedGroups() {
    final class Value: Sendable {
      let key: Int
      let probe: Probe
      init(_ key: Int, _ probe: Probe) { (self.key, self.probe) = (key, probe) }
    }
    let (released, groups) = (Log<Int>(), Guarded<[Group<Int, Value, Never>]>([]))
    let (output, input) = Signal<Value, Never>.pipe()
    output.grouped(by: \.key).observeValues { group in groups.withLock { $0.append(group) } }
    for key in [1, 2, 1] { input.send(Value(key, Probe { released.add(key) })) }
    #expect(released.entries == [])
    drop(groups.withLock { $0.removeFirst() })
    #expect(released.entries == [1, 1])
    input.send(Value(1, Probe { released.add(1) }))
    #expect(released.entries == [1, 1, 1], "and takes no others")
    withExtendedLifetime(groups) {}
  }

  private func drop<Dropped>(_ dropped: consuming Dropped) { _ = consume dropped }

  @Test("G1: what was never observed keeps the source", arguments: TestedDrive.allCases)
  func unobservedGroupsGoOn(_ drive: TestedDrive) {
    let (log, windows, input) = disposedWindows(drive)
    input.send(2)
    let start = windows.withLock { $0[0] }.start { log.add("\($0)") }
    input.send(3)
    #expect(log.entries == ["next(1)", "next(2)", "next(3)"])
    start.dispose()
    #expect(log.entries.contains("released"))
  }

  @Test("G1: dropping what was never observed ends the source", arguments: TestedDrive.allCases)
  func droppedGroupsEndTheSource(_ drive: TestedDrive) {
    let (log, windows, input) = disposedWindows(drive)
    #expect(log.entries == [])
    drop(windows.withLock { $0.removeFirst() })
    #expect(log.entries == ["released"])
    withExtendedLifetime(input) {}
  }

  /// A window with one value that was kept and never observed, after its stream was disposed of. The log gets "released" when
  /// the source is.
  private func disposedWindows(
    _ drive: TestedDrive
  ) -> (log: Log<String>, windows: Guarded<[SignalProducer<Int, Never>]>, input: Observer<Int, Never>) {
    let (log, windows) = (Log<String>(), Guarded<[SignalProducer<Int, Never>]>([]))
    let (output, input) = Signal<Int, Never>.pipe()
    let source = output.keeping(Probe { log.add("released") })
    let keep: @Sendable (SignalProducer<Int, Never>) -> Void = { window in
      windows.withLock { $0.append(window) }
    }
    let observation =
      switch drive {
      case .pushed: source.windows(ofCount: 5).observeValues(keep)
      case .pulled: source.producer.windows(ofCount: 5).startWithValues(keep)
      }
    input.send(1)
    observation.dispose()
    return (log, windows, input)
  }

  @Test("E7: observing a group inside its own value") func reentrance() {
    let (output, input) = Signal<Int, Never>.pipe()
    let (log, groups) = (Log<String>(), Log<SignalProducer<Int, Never>>())
    output.windows(ofCount: 9).observeValues { groups.add($0) }
    for value in 1...2 { input.send(value) }
    groups.entries[0].startWithValues { value in
      log.add("1st \(value)")
      if value == 1 {
        groups.entries[0].startWithValues { log.add("2nd \($0)") }
        input.send(3)
      }
    }
    #expect(log.entries.filter { $0.hasPrefix("1st") } == ["1st 1", "1st 2", "1st 3"])
    #expect(log.entries.last == "2nd 3")
  }
}
