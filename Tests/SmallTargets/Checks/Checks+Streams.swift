import Signals
import SignalsMarbles

extension Checks {
  mutating func checkSignals() {
    let (numbers, input) = Signal<Int, Never>.pipe()
    let values = Recorder<Int, Never>(on: ImmediateScheduler())
    let observation = numbers.map { $0 * 2 }.filter { $0 > 4 }.observe(values.observer)
    for number in 1...5 { input.send(number) }
    expect(values, [6, 8, 10], ended: false, "a signal, map and filter")
    observation.dispose()
    input.send(6)
    expect(values.values == [6, 8, 10], "no value after disposal")

    let (echo, voice) = Signal<Int, Never>.pipe()
    let order = Guarded<[Int]>([])
    echo.observeValues { value in
      if value < 3 { voice.send(value + 1) }
      order.withLock { $0.append(value) }
    }
    echo.observeValues { value in order.withLock { $0.append(value * 10) } }
    voice.send(1)
    expect(order.withLock { $0 } == [1, 10, 2, 20, 3, 30], "what is sent while sending comes afterwards")

    let (chain, start) = Signal<Int, Never>.pipe()
    var end = chain
    for _ in 0..<300 { end = end.map { $0 + 1 } }
    let (last, _) = recorded(end.producer)
    start.send(1)
    start.complete()
    expect(last, [301], "a chain of three hundred stages")
  }

  mutating func checkJoins() {
    let time = TestScheduler()
    let source = SignalProducer<Int, Never>.interval(every: .seconds(10), of: [1, 2, 3], on: time)
    let inner: @Sendable (Int) -> SignalProducer<Int, Never> = { number in
      .interval(every: .seconds(6), of: [number * 10, number * 10 + 1], on: time)
    }
    let (merged, _) = recorded(source.flatMap(.merge, inner))
    let (chained, _) = recorded(source.flatMap(.concat, inner))
    let (newest, _) = recorded(source.flatMap(.latest, inner))
    time.run()
    expect(merged, [10, 11, 20, 21, 30, 31], "flatMap(.merge)")
    expect(chained, [10, 11, 20, 21, 30, 31], "flatMap(.concat)")
    expect(newest, [10, 20, 30, 31], "flatMap(.latest)")

    let (left, sendLeft) = Signal<Int, Never>.pipe()
    let (right, sendRight) = Signal<Int, Never>.pipe()
    let (pairs, _) = recorded(left.producer.zip(with: right).map { $0 * 100 + $1 })
    let (latest, _) = recorded(left.producer.combineLatest(with: right).map { $0 * 100 + $1 })
    sendLeft.send(1)
    sendLeft.send(2)
    sendRight.send(5)
    sendRight.send(6)
    sendLeft.complete()
    sendRight.complete()
    expect(pairs, [105, 206], "zip")
    expect(latest, [205, 206], "combineLatest")
  }

  mutating func checkTimedOperators() {
    let time = TestScheduler()
    let (keys, press) = Signal<Int, Never>.pipe()
    let (calm, _) = recorded(keys.producer.debounce(for: .seconds(3), on: time))
    let (slow, _) = recorded(keys.producer.throttle(for: .seconds(5), on: time))
    let (late, _) = recorded(keys.producer.delay(.milliseconds(1500), on: time))
    let (early, _) = recorded(
      keys.producer.setFailureType(to: TestFailure.self)
        .timeout(.betweenValues, .seconds(8), failingWith: TestFailure(), on: time))
    for (moment, value) in [(1, 1), (2, 2), (3, 3), (10, 4), (20, 5)] {
      time.schedule(at: .seconds(moment)) { press.send(value) }
    }
    time.schedule(at: .seconds(40)) { press.complete() }
    time.run()
    expect(calm, [3, 4, 5], "debounce")
    expect(slow, [1, 3, 4, 5], "throttle")
    expect(late, [1, 2, 3, 4, 5], "delay")
    expect(early, [1, 2, 3, 4], "timeout")
  }

  mutating func checkLoop() {
    let loop = LoopScheduler()
    let (button, press) = Signal<Int, Never>.pipe()
    let (calm, _) = recorded(button.producer.debounce(for: .milliseconds(20), on: loop))
    for (moment, value) in [(0, 1), (10, 2), (15, 3), (60, 4)] {
      loop.advance(to: .milliseconds(moment))
      press.send(value)
    }
    loop.advance(to: .milliseconds(79))
    expect(calm, [3], ended: false, "debounce in a loop")
    loop.advance(to: .milliseconds(80))
    expect(calm, [3, 4], ended: false, "debounce in a loop, at its time")
    let turns = Guarded(0)
    @Sendable func turn() {
      turns.withLock { $0 += 1 }
      loop.schedule(turn)
    }
    loop.schedule(turn)
    loop.advance(to: .milliseconds(81))
    expect(turns.withLock { $0 } == 1, "one turn for each call")
    expect(loop.nextTime == .milliseconds(81), "the time of the next call")
  }

  mutating func checkSharing() {
    let starts = Guarded(0)
    let (hot, send) = Signal<Int, Never>.pipe()
    let shared = SignalProducer<Int, Never>.deferred {
      starts.withLock { $0 += 1 }
      return hot.producer
    }.share(replay: 2)
    let (first, _) = recorded(shared)
    for number in 1...3 { send.send(number) }
    let (second, _) = recorded(shared)
    send.send(4)
    send.complete()
    expect(first, [1, 2, 3, 4], "share, the first start")
    expect(second, [2, 3, 4], "share, with the two values before")
    expect(starts.withLock { $0 } == 1, "share runs the work once")
  }

  mutating func checkEnds() {
    let attempts = Guarded(0)
    let (failed, _) = recorded(
      SignalProducer<Int, TestFailure>.deferred {
        attempts.withLock { $0 += 1 }
        return SignalProducer(error: TestFailure())
      }.retry(3))
    expect(failed.events == [.failed(TestFailure())], "a failure")
    expect(attempts.withLock { $0 } == 4, "retry")
    let (saved, _) = recorded(
      SignalProducer<Int, TestFailure>(error: TestFailure()).catch { _ in SignalProducer<Int, Never>(value: 7)
      })
    expect(saved, [7], "catch")
    let (endless, start) = recorded(SignalProducer<Int, Never>.never)
    start.dispose()
    expect(endless.events == [.interrupted], "disposal interrupts")
    let (numbers, input) = Signal<Int, TestFailure>.pipe()
    let (cut, _) = recorded(numbers.producer)
    input.send(1)
    input.fail(TestFailure())
    input.send(2)
    expect(cut, [1], "no value after a failure")
    let text = SignalProducer<Int, Never>(1...1000).map { "\($0)" }.collect().map {
      $0.joined(separator: ",").utf8.count
    }
    expect(recorded(text).recorder, [3892], "strings")
    expect(
      recorded(SignalProducer<String, Never>(["a", "b", "a"]).unique()).recorder, ["a", "b"], "hashed strings"
    )
  }
}
