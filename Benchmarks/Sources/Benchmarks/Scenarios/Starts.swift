import Signals
import SwiftSignalKit

extension Scenario {
  /// Something is started for each event: an attempt, a run, an observer of a run that is shared.
  static let starts = [
    timed("S32", "retry, per attempt") {
      let failing = SignalProducer<Int, Refusal>(error: Refusal())
      return Workload(
        events: 100_000,
        body: { events in
          for _ in 0..<(events / 100) { failing.retry(99).start(Observer { _ in }) }
        },
        floor: { events in
          for _ in 0..<(events / 100) { floorRetry(99, failingAtOnce)({ _ in }, {}) }
        })
    },
    timed("S33", "catch, per start") {
      let sink = Sink()
      let caught = SignalProducer<Int, Refusal>(error: Refusal()).catch { _ in
        SignalProducer<Int, Never>(value: 1)
      }
      let floor = floorCatch(failingAtOnce) { next, _ in next(1) }
      return Workload(
        events: 50_000,
        body: { for _ in 0..<$0 { caught.startWithValues { sink.add($0) } } },
        floor: { for _ in 0..<$0 { floor({ sink.add($0) }, {}) } })
    },
    timed("S35.connect", "share, first start") { sharedStarts(isLive: false) },
    timed("S35.join", "share, joined") { sharedStarts(isLive: true) },
    timed("S37", "share(replay: 1), joined") {
      let sink = Sink()
      let (signal, input) = Signal<Int, Never>.pipe()
      let shared = signal.producer.share(replay: 1)
      shared.start()
      input.send(1)
      let floor = FloorShare(FloorList())
      let lasting = floor.start { _ in }
      return Workload(
        events: 50_000,
        body: { events in
          for _ in 0..<events { shared.startWithValues { sink.add($0) }.dispose() }
          withExtendedLifetime(input) {}
        },
        floor: { events in
          for _ in 0..<events {
            let entry = floor.start { sink.add($0) }
            entry.action(1)
            floor.leave(entry)
          }
          withExtendedLifetime(lasting) {}
        })
    },
    timed("action", "run of an Action") {
      let sink = Sink()
      let action = Action<Int, Int, Never> { SignalProducer(value: $0) }
      return Workload(
        events: 20_000,
        body: {
          for value in 0..<$0 { action.apply(value).start { if let value = $0.value { sink.add(value) } } }
        },
        floor: {
          for value in 0..<$0 { SignalProducer<Int, Never>(value: value).startWithValues { sink.add($0) } }
        }
      )
    },
    timed("ssk.then", "two signals with then") {
      let sink = Sink()
      let both = single(1, NoError.self) |> then(single(2, NoError.self))
      return Workload(
        events: 20_000,
        body: { for _ in 0..<$0 { _ = both.start(next: { sink.add($0) }) } },
        floor: { events in
          let floor = floorCatch({ next, end in
            next(1); end()
          }) { next, _ in next(2) }
          for _ in 0..<events { floor({ sink.add($0) }, {}) }
        })
    },
  ]

  /// Values gathered into arrays.
  static let chunks = [
    timed("S41", "chunks of 100, hot") {
      let sink = Sink()
      let (signal, input) = Signal<Int, Never>.pipe()
      signal.chunks(ofCount: 100).observeValues { sink.add($0.count) }
      let floor = FloorPipe([FloorEntry(floorChunks(100) { sink.add($0.count) })])
      return Workload(
        events: 1_000_000,
        body: { for value in 0..<$0 { input.send(value) } },
        floor: { for value in 0..<$0 { floor.send(value) } })
    },
    timed("S41.cold", "chunks of 100, cold") {
      let sink = Sink()
      return Workload(
        events: 1_000_000,
        body: { chunked($0).startWithValues { sink.add($0.count) } },
        floor: { events in
          let floor = floorChunks(100) { sink.add($0.count) }
          for value in 0..<events { floor(value) }
        })
    },
  ]
}

private struct Refusal: Error {}

/// Starts of `share()`, each with a value and its disposal; while a run is under way, or each with a run of its own.
private func sharedStarts(isLive: Bool) -> Workload {
  let sink = Sink()
  let (signal, input) = Signal<Int, Never>.pipe()
  let shared = signal.producer.share()
  if isLive { shared.start() }
  let floor = FloorShare(FloorList())
  let lasting = isLive ? floor.start { _ in } : nil
  return Workload(
    events: 50_000,
    body: { events in
      for value in 0..<events {
        let start = shared.startWithValues { sink.add($0) }
        input.send(value)
        start.dispose()
      }
    },
    floor: { events in
      for value in 0..<events {
        let entry = floor.start { sink.add($0) }
        floor.source.send(value)
        floor.leave(entry)
      }
      withExtendedLifetime(lasting) {}
    })
}

@inline(never)
private func chunked(_ count: Int) -> SignalProducer<[Int], Never> {
  SignalProducer(0..<count).chunks(ofCount: 100)
}
