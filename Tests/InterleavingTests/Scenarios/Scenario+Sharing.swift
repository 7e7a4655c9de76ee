import Signals

extension Scenario {
  static let sharing = [
    pauseAndResume, pauseAndDispose, twoPauses, shareAnew, sharePauses, shareEnds, replayAndStart, trampoline,
  ]

  /// A sequence that is paused while it sends goes on where it was (B2).
  static let pauseAndResume = Scenario("pause and resume a sequence") { run in
    let (watcher, subscription) = (Watcher<Int>(run), Subscription())
    let source = SignalProducer<Int, Never>(1...3)
    return Plan(
      { source.attach(Observer(watcher.receive), subscription) },
      {
        subscription.pause(); subscription.resume()
      }
    ) {
      run.expect(watcher.values == [1, 2, 3], "B2: \(watcher.values)")
      run.expect(watcher.ends == ["completed"], "B2: \(watcher.ends)")
    }
  }

  static let pauseAndDispose = Scenario("pause and resume and dispose of a sequence") { run in
    let (watcher, subscription) = (Watcher<Int>(run), Subscription())
    let source = SignalProducer<Int, Never>(1...3)
    return Plan(
      { source.map { $0 }.attach(Observer(watcher.receive), subscription) },
      {
        subscription.pause(); subscription.resume()
      },
      { watcher.dispose(subscription) }
    ) {
      run.expect(
        watcher.values == Array([1, 2, 3].prefix(watcher.values.count)), "in order: \(watcher.values)")
      run.expect(watcher.ends.count == 1, "P5: \(watcher.ends)")
    }
  }

  /// The thread that takes the last pause back makes the sequence go on.
  static let twoPauses = Scenario("two pause and resume a sequence behind a join") { run in
    let (watcher, subscription) = (Watcher<Int>(run), Subscription())
    subscription.pause()
    SignalProducer<Int, Never>(1...2).merge(with: SignalProducer<Int, Never>(3...3)).attach(
      Observer(watcher.receive), subscription)
    return Plan(
      { subscription.resume() },
      {
        subscription.pause(); subscription.resume()
      }
    ) {
      run.expect(watcher.values.sorted() == [1, 2, 3], "B2: \(watcher.values)")
      run.expect(watcher.ends == ["completed"], "B2: \(watcher.ends)")
    }
  }

  /// The last start is disposed of while another one begins: that one gets values, from the old run or from a new one, which
  /// begins when the old one is over (P9).
  static let shareAnew = Scenario("last dispose of a share and a new start") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let (first, second) = (Watcher<Int>(run, "the first"), Watcher<Int>(run, "the second"))
    let (runs, ended, overlaps) = (Tally(), Tally(), Tally())
    let shared = SignalProducer<Int, Never> { observer, lifetime in
      if runs.count > ended.count { overlaps.add() }
      runs.add()
      lifetime.onEnd { ended.add() }
      lifetime += signal.observe(observer)
    }.share()
    let subscription = shared.start(first.receive)
    return Plan(
      { first.dispose(subscription) },
      {
        shared.start(second.receive); input.send(1)
      }
    ) {
      run.expect(first.ends == ["interrupted"], "P5: \(first.ends)")
      input.send(2)
      run.expect([[1, 2], [2]].contains(second.values) && second.ends.isEmpty, "share: \(second.values)")
      run.expect(overlaps.count == 0, "P9: two runs at once")
      run.expect((1...2).contains(runs.count), "share: \(runs.count) runs")
    }
  }

  /// A start that comes late for a run gets another one, and that is not ended with the first.
  static let sharePauses = Scenario("two pause and resume a share while another start comes") { run in
    let work = Holder<Lifetime>()
    let shared = SignalProducer<Int, Never> { _, lifetime in work.held = lifetime }.share()
    let (first, second) = (shared.start(), shared.start())
    return Plan(
      {
        first.pause(); first.resume()
      },
      {
        second.pause(); second.resume(); second.pause()
      }, { shared.start().dispose() }
    ) {
      run.expect(!work.held!.isPaused, "B2: one start requests no pause")
      first.pause()
      run.expect(work.held!.isPaused, "B2: both starts request a pause")
      first.dispose()
      second.dispose()
      run.expect(work.held!.hasEnded, "the last start ends the work")
      work.held = nil
    }
  }

  static let shareEnds = Scenario("share ends while another start comes") { run in
    let (inputs, begins) = (Holder<Observer<Int, Never>>(), Tally())
    let (first, second) = (Watcher<Int>(run, "the first"), Watcher<Int>(run, "the second"))
    let shared = SignalProducer<Int, Never> { observer, _ in
      begins.add()
      if begins.count == 1 { inputs.held = observer } else { observer.send(begins.count) }
    }.share()
    shared.start(first.receive)
    return Plan(
      {
        inputs.held!.send(1)
        inputs.held!.complete()
      }, { shared.start(second.receive) }
    ) {
      inputs.held = nil
      run.expect(first.values == [1] && first.ends == ["completed"], "share: \(first.values), \(first.ends)")
      if second.ends.isEmpty {
        run.expect(second.values == [2], "share: a new run: \(second.values)")
        shared.start()
        run.expect(begins.count == 2, "share: another start joins the run: \(begins.count) runs")
      } else {
        run.expect(second.ends == ["completed"], "share: \(second.values), \(second.ends)")
      }
    }
  }

  /// A start that comes late gets what was, then what comes: nothing is missing and nothing comes twice.
  static let replayAndStart = Scenario("replay and send and start") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let (first, second) = (Watcher<Int>(run, "the first"), Watcher<Int>(run, "the second"))
    let shared = signal.producer.share(replay: 2)
    shared.start(first.receive)
    return Plan(
      {
        input.send(1); input.send(2)
      }, { shared.start(second.receive) }
    ) {
      run.expect(first.values == [1, 2], "share: \(first.values)")
      run.expect(second.values == [1, 2], "share(replay:): \(second.values)")
    }
  }

  /// Steps never overlap, and each request is served.
  static let trampoline = Scenario("trampoline from two threads") { run in
    let (trampoline, steps, inside) = (Trampoline(), Tally(), Holder<Bool>())
    let step: @Sendable () -> Void = {
      run.expect(inside.held != true, "two steps overlap")
      inside.held = true
      run.pass()
      steps.add()
      if steps.count == 1 {
        trampoline.bounce { run.expect(false, "a request inside a step runs another step") }
      }
      inside.held = false
    }
    return Plan(
      { trampoline.bounce(step) },
      {
        trampoline.bounce(step); trampoline.bounce(step)
      }
    ) {
      run.expect(steps.count == 4, "each request is served: \(steps.count)")
    }
  }
}
