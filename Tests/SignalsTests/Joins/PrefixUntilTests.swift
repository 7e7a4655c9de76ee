import Signals
import SignalsTesting
import Testing

@Suite struct PrefixUntilTests {
  @Test func completesWithTheTrigger() {
    expect(["--a--b--c--|", "-------1"], { $0[0].prefix(until: $0[1].neverFailing) }, "--a--b-|")
  }

  @Test func mayEndBefore() {
    expect(["--a--|", "-------1"], { $0[0].prefix(until: $0[1].neverFailing) }, "--a--|")
  }

  @Test func aTriggerThatEndsWithoutAValueIsIgnored() {
    expect(["--a--b--|", "---|"], { $0[0].prefix(until: $0[1].neverFailing) }, "--a--b--|")
    expect(["--a--b--|", "---!"], { $0[0].prefix(until: $0[1].neverFailing) }, "--a--b--|")
  }

  @Test func forwardsFailure() {
    expect(["--a--x", "-------1"], { $0[0].prefix(until: $0[1].neverFailing) }, "--a--x")
  }

  @Test func forwardsInterruption() {
    expect(["--a--!", "-------1"], { $0[0].prefix(until: $0[1].neverFailing) }, "--a--!")
  }

  @Test func disposesBoth() {
    expectDisposal(
      of: ["--a--b--c--|", "-------1--"], { $0[0].prefix(until: $0[1].neverFailing) }, at: [7, 7])
    expectDisposal(
      of: ["--a--|", "-------1--"], { $0[0].prefix(until: $0[1].neverFailing) }, at: [5, 5])
  }

  @Test func aTriggerThatFiresAtOnceStartsNothing() {
    let starts = Log<String>()
    let trigger = SignalProducer<Int, Never>(value: 1)
    expect(
      "--a--|", { $0.on(starting: { starts.add("started") }).prefix(until: trigger) }, "|",
      only: .pulled)
    #expect(starts.entries.isEmpty)
  }

  @Test("B2: the trigger is not paused") func pause() {
    let time = TestScheduler()
    let recorder = Recorder<Int, Never>()
    let start = SignalProducer<Int, Never>.never
      .prefix(until: SignalProducer(value: 1).delay(.seconds(5), on: time)).start(recorder.observer)
    start.pause()
    time.advance(by: .seconds(5))
    #expect(recorder.events == [.completed])
  }

  @Test func keepsTheContract() {
    checkContract { $0.prefix(until: SignalProducer<Int, Never>.never) }
    checkContract { stream in
      stream.prefix(until: stream.filter { $0 == 3 }.catch { _ in SignalProducer<Int, Never>.empty })
    }
  }
}

@Suite struct PrefixUntilEndTests {
  @Test func completesWithTheEndOfTheTrigger() {
    expect(["--a--b--c--|", "---1---|"], { $0[0].prefix(untilEndOf: $0[1].neverFailing) }, "--a--b-|")
    expect(["--a--b--c--|", "-------!"], { $0[0].prefix(untilEndOf: $0[1].neverFailing) }, "--a--b-|")
  }

  @Test func mayEndBefore() {
    expect(["--a--|", "-------|"], { $0[0].prefix(untilEndOf: $0[1].neverFailing) }, "--a--|")
  }

  @Test func valueOrEndIsAComposition() {
    expect(["--a--b--c--|", "---1---|"], { $0[0].prefix(untilEndOf: $0[1].neverFailing.prefix(1)) }, "--a|")
    expect(["--a--b--c--|", "---|"], { $0[0].prefix(untilEndOf: $0[1].neverFailing.prefix(1)) }, "--a|")
  }

  @Test func forwardsFailure() {
    expect(["--a--x", "-------|"], { $0[0].prefix(untilEndOf: $0[1].neverFailing) }, "--a--x")
  }

  @Test func forwardsInterruption() {
    expect(["--a--!", "-------|"], { $0[0].prefix(untilEndOf: $0[1].neverFailing) }, "--a--!")
  }

  @Test func disposesBoth() {
    expectDisposal(
      of: ["--a--b--c--|", "-------|"], { $0[0].prefix(untilEndOf: $0[1].neverFailing) }, at: [7, 7])
    expectDisposal(
      of: ["--a--|", "-------1--"], { $0[0].prefix(untilEndOf: $0[1].neverFailing) }, at: [5, 5])
  }

  @Test func aTriggerThatHasEndedStartsNothing() {
    let starts = Log<String>()
    let ended: [SignalProducer<Int, Never>] = [.empty, Signal.empty.producer]
    for trigger in ended {
      expect(
        "--a--|", { $0.on(starting: { starts.add("started") }).prefix(untilEndOf: trigger) }, "|",
        only: .pulled)
    }
    #expect(starts.entries.isEmpty)
  }

  @Test func theSourceMayEndItsOwnTrigger() {
    let (trigger, ending) = Signal<Int, Never>.pipe()
    let recorder = Recorder<Int, Never>()
    SignalProducer<Int, Never>(1...100_000).on(next: { if $0 == 2 { ending.complete() } })
      .prefix(untilEndOf: trigger).start(recorder.observer)
    #expect(recorder.events == [.next(1), .completed])
  }

  @Test("B2: the trigger is not paused") func pause() {
    let time = TestScheduler()
    let recorder = Recorder<Int, Never>()
    let start = SignalProducer<Int, Never>.never
      .prefix(untilEndOf: SignalProducer(value: 1).delay(.seconds(5), on: time)).start(recorder.observer)
    start.pause()
    time.advance(by: .seconds(5))
    #expect(recorder.events == [.completed])
  }

  @Test func keepsTheContract() {
    checkContract { $0.prefix(untilEndOf: SignalProducer<Int, Never>.never) }
    checkContract { stream in
      stream.prefix(
        untilEndOf: stream.filter { $0 == 3 }.catch { _ in SignalProducer<Int, Never>.empty }.prefix(1))
    }
  }
}
