import Foundation
import SwiftSignalKit

extension Scenario {
  /// The parts of `SwiftSignalKit`. The floor is the same written by hand: see `FloorDialect.swift`.
  static let dialectParts = containers + disposables + promises + queues + combinations

  /// A lock of the C library costs half as much in a process that has never had a second thread, which no application is.
  private static func beginAnotherThread() {
    let begun = DispatchSemaphore(value: 0)
    Thread.detachNewThread { begun.signal() }
    begun.wait()
  }

  private static let containers = [
    timed("ssk.atomic.modify", "Atomic.modify") {
      beginAnotherThread()
      let (atomic, floor) = (Atomic(value: 0), FloorAtomic(0))
      return Workload(
        events: 1_000_000,
        body: { for value in 0..<$0 { atomic.modify { $0 &+ value } } },
        floor: { for value in 0..<$0 { floor.modify { $0 &+ value } } })
    },
    timed("ssk.atomic.with", "Atomic.with") {
      beginAnotherThread()
      let (atomic, floor, sink) = (Atomic(value: 1), FloorAtomic(1), Sink())
      return Workload(
        events: 1_000_000,
        body: { for _ in 0..<$0 { sink.add(atomic.with { $0 }) } },
        floor: { for _ in 0..<$0 { sink.add(floor.with { $0 }) } })
    },
    timed("ssk.atomic.swap", "Atomic.swap") {
      beginAnotherThread()
      let (atomic, floor, sink) = (Atomic(value: 1), FloorAtomic(1), Sink())
      return Workload(
        events: 1_000_000,
        body: { for value in 0..<$0 { sink.add(atomic.swap(value)) } },
        floor: { for value in 0..<$0 { sink.add(floor.swap(value)) } })
    },
    timed("ssk.lock", "Lock.locked") {
      beginAnotherThread()
      let (lock, floor, sink) = (Lock(), FloorAtomic(()), Sink())
      return Workload(
        events: 1_000_000,
        body: { for value in 0..<$0 { lock.locked { sink.add(value) } } },
        floor: { for value in 0..<$0 { floor.with { sink.add(value) } } })
    },
    timed("ssk.bag.add", "Bag, add and remove, 10 there") {
      let (bag, floor) = (Bag<Int>(), FloorBag<Int>())
      for number in 0..<10 { _ = (bag.add(number), floor.add(number)) }
      return Workload(
        events: 1_000_000,
        body: { for value in 0..<$0 { bag.remove(bag.add(value)) } },
        floor: { for value in 0..<$0 { floor.remove(floor.add(value)) } })
    },
    timed("ssk.bag.copy", "Bag.copyItems of 10") {
      let (bag, floor, sink) = (Bag<Int>(), FloorBag<Int>(), Sink())
      for number in 0..<10 { _ = (bag.add(number), floor.add(number)) }
      return Workload(
        events: 1_000_000,
        body: { for _ in 0..<$0 { for item in bag.copyItems() { sink.add(item) } } },
        floor: { for _ in 0..<$0 { for item in floor.copyItems() { sink.add(item) } } })
    },
    timed("ssk.bag.get", "Bag.get, 10 there") {
      let (bag, floor, sink) = (Bag<Int>(), FloorBag<Int>(), Sink())
      for number in 0..<10 { _ = (bag.add(number), floor.add(number)) }
      return Workload(
        events: 1_000_000,
        body: { for value in 0..<$0 { sink.add(bag.get(value % 10) ?? 0) } },
        floor: { for value in 0..<$0 { sink.add(floor.get(value % 10) ?? 0) } })
    },
    timed("ssk.bag.fifo", "Bag, oldest of 100 replaced") {
      let (bag, floor) = (Bag<Int>(), FloorBag<Int>())
      var (oldest, oldestOfFloor) = (0, 0)
      for number in 0..<100 { _ = (bag.add(number), floor.add(number)) }
      return Workload(
        events: 1_000_000,
        body: {
          for value in 0..<$0 {
            bag.remove(oldest)
            oldest = bag.add(value) - 99
          }
        },
        floor: {
          for value in 0..<$0 {
            floor.remove(oldestOfFloor)
            oldestOfFloor = floor.add(value) - 99
          }
        })
    },
    timed("ssk.sparse.add", "SparseBag, add and remove") {
      let (bag, floor) = (SparseBag<Int>(), FloorBag<Int>())
      for number in 0..<10 { _ = (bag.add(number), floor.add(number)) }
      return Workload(
        events: 1_000_000,
        body: { for value in 0..<$0 { bag.remove(bag.add(value)) } },
        floor: { for value in 0..<$0 { floor.remove(floor.add(value)) } })
    },
    timed("ssk.sparse.loop", "SparseBag, a loop over 10") {
      let (bag, floor, sink) = (SparseBag<Int>(), FloorBag<Int>(), Sink())
      for number in 0..<10 { _ = (bag.add(number), floor.add(number)) }
      return Workload(
        events: 1_000_000,
        body: { for _ in 0..<$0 { addAll(bag, to: sink) } },
        floor: { for _ in 0..<$0 { addAll(floor, to: sink) } })
    },
    timed("ssk.counter", "CounterBag, add and remove") {
      let (bag, floor) = (CounterBag(), FloorCounter())
      return Workload(
        events: 1_000_000,
        body: { for _ in 0..<$0 { bag.remove(bag.add()) } },
        floor: { for _ in 0..<$0 { floor.remove(floor.add()) } })
    },
  ]

  private static let disposables = [
    timed("ssk.meta", "MetaDisposable.set of an action") {
      let (meta, floor) = (MetaDisposable(), FloorMeta())
      return Workload(
        events: 1_000_000,
        body: { for _ in 0..<$0 { meta.set(ActionDisposable {}) } },
        floor: { for _ in 0..<$0 { floor.set(FloorAction {}) } })
    },
    timed("ssk.set", "DisposableSet, add and remove, 10 there") {
      let (set, floor) = (DisposableSet(), FloorSet())
      for _ in 0..<10 {
        set.add(ActionDisposable {})
        floor.add(FloorAction {})
      }
      let (member, floorMember) = (ActionDisposable {}, FloorAction {})
      return Workload(
        events: 1_000_000,
        body: {
          for _ in 0..<$0 {
            set.add(member)
            set.remove(member)
          }
        },
        floor: {
          for _ in 0..<$0 {
            floor.add(floorMember)
            floor.remove(floorMember)
          }
        })
    },
    timed("ssk.dict", "DisposableDict.set of an action") {
      let (dict, floor) = (DisposableDict<Int>(), FloorDict<Int>())
      return Workload(
        events: 1_000_000,
        body: { for value in 0..<$0 { dict.set(ActionDisposable {}, forKey: value & 7) } },
        floor: { for value in 0..<$0 { floor.set(FloorAction {}, forKey: value & 7) } })
    },
  ]

  private static let promises = [
    promise("ssk.value.set.1", "ValuePromise.set, 1 subscriber", subscribers: 1),
    promise("ssk.value.set.10", "ValuePromise.set, 10 subscribers", subscribers: 10),
    timed("ssk.value.read", "ValuePromise.get, start and dispose") {
      let (promise, floor, sink) = (ValuePromise(1), FloorPromise(), Sink())
      floor.set(1)
      return Workload(
        events: 200_000,
        body: { for _ in 0..<$0 { promise.get().start(next: { sink.add($0) }).dispose() } },
        floor: { for _ in 0..<$0 { floor.start { sink.add($0) }.end() } })
    },
    timed("ssk.promise.read", "Promise.get, take(1) and start") {
      let (promise, floor, sink) = (Promise(1), FloorPromise(), Sink())
      floor.set(1)
      return Workload(
        events: 200_000,
        body: { for _ in 0..<$0 { (promise.get() |> take(1)).start(next: { sink.add($0) }) } },
        floor: {
          for _ in 0..<$0 {
            let taken = FloorSubscriber { sink.add($0) }
            let subscriber = floor.start { taken.put($0) }
            subscriber.end()
            taken.end()
          }
        })
    },
  ]

  private static func promise(_ name: String, _ title: String, subscribers: Int) -> Self {
    timed(name, title) {
      let (promise, floor, sink) = (ValuePromise<Int>(), FloorPromise(), Sink())
      let kept = (0..<subscribers).map { _ in floor.start { sink.add($0) } }
      for _ in 0..<subscribers { promise.get().start(next: { sink.add($0) }) }
      return Workload(
        events: 200_000,
        body: { for value in 0..<$0 { promise.set(value) } },
        floor: { for value in 0..<$0 { withExtendedLifetime(kept) { floor.set(value) } } })
    }
  }

  private static let queues = [
    timed("ssk.main", "deliverOnMainQueue, on the main queue") {
      let (pipe, sink, floorSink) = (ValuePipe<Int>(), Sink(), Sink())
      (pipe.signal() |> deliverOnMainQueue).start(next: { sink.add($0) })
      let (first, last) = (FloorSubscriber { floorSink.add($0) }, FloorAtomic(0))
      let source = FloorSubscriber { value in
        if Thread.isMainThread { first.put(value) } else { DispatchQueue.main.async { first.put(value) } }
      }
      return Workload(
        events: 1_000_000,
        body: { for value in 0..<$0 { pipe.putNext(value) } },
        floor: { for value in 0..<$0 { withExtendedLifetime(last) { source.put(value) } } })
    },
    timed("ssk.deliver", "deliverOn a queue, from elsewhere") {
      let queue = Queue(name: "queue")
      let arrivals = ArrivalCount()
      let pipe = ValuePipe<Int>()
      (pipe.signal() |> deliverOn(queue)).start(next: { _ in arrivals.take() })
      let target = DispatchQueue(label: "floor")
      let first = FloorSubscriber { _ in arrivals.take() }
      let source = FloorSubscriber { value in target.async { first.put(value) } }
      return Workload(
        events: 100_000, clock: .wallTime,
        body: { events in
          arrivals.begin(events)
          for value in 0..<events { pipe.putNext(value) }
          arrivals.wait()
        },
        floor: { events in
          arrivals.begin(events)
          for value in 0..<events { source.put(value) }
          arrivals.wait()
        })
    },
    timed("ssk.local", "QueueLocalObject.syncWith") {
      let object = QueueLocalObject(queue: Queue(name: "object")) { CounterBag() }
      let (floor, sink) = (FloorLocal(DispatchQueue(label: "floor")) { CounterBag() }, Sink())
      return Workload(
        events: 100_000,
        body: { for _ in 0..<$0 { sink.add(object.syncWith { $0.isEmpty ? 1 : 0 }) } },
        floor: { for _ in 0..<$0 { sink.add(floor.syncWith { $0.isEmpty ? 1 : 0 }) } })
    },
    timed("ssk.local.with", "QueueLocalObject.with, from elsewhere") {
      let arrivals = ArrivalCount()
      let object = QueueLocalObject(queue: Queue(name: "object")) { CounterBag() }
      let floor = FloorLocal(DispatchQueue(label: "floor")) { CounterBag() }
      return Workload(
        events: 100_000, clock: .wallTime,
        body: { events in
          arrivals.begin(events)
          for _ in 0..<events { object.with { _ in arrivals.take() } }
          arrivals.wait()
        },
        floor: { events in
          arrivals.begin(events)
          for _ in 0..<events { floor.with { _ in arrivals.take() } }
          arrivals.wait()
        })
    },
    timed("ssk.timer", "Timer, started and invalidated") {
      let queue = Queue(name: "timers")
      let target = DispatchQueue(label: "floor")
      return Workload(
        events: 20_000,
        body: {
          for _ in 0..<$0 {
            let timer = Timer(timeout: 1000, repeat: false, completion: {}, queue: queue)
            timer.start()
            timer.invalidate()
          }
        },
        floor: {
          for _ in 0..<$0 {
            let timer = FloorTimer(timeout: 1000, completion: { _ in }, queue: target)
            timer.start()
            timer.invalidate()
          }
        })
    },
  ]

  // MARK: Combinations

  private static let combinations = [
    latest("S7.ssk.2", "combineLatest of 2 in the dialect", sources: 2) { pipes, sink in
      combineLatest(pipes[0].signal(), pipes[1].signal()).start(next: { sink.add($0 &+ $1) })
    },
    latest("S7.ssk.8", "combineLatest of 8", sources: 8) { pipes, sink in
      combineLatest(
        pipes[0].signal(), pipes[1].signal(), pipes[2].signal(), pipes[3].signal(), pipes[4].signal(),
        pipes[5].signal(), pipes[6].signal(), pipes[7].signal()
      ).start(next: { values in sink.add(values.0 &+ values.7) })
    },
    latest("S7.ssk.[20]", "combineLatest of an array of 20", sources: 20) { pipes, sink in
      combineLatest(pipes.map { $0.signal() }).start(next: { values in sink.add(values[0] &+ values[19]) })
    },
    timed("S13.ssk", "diamond in the dialect") {
      let (pipe, sink) = (ValuePipe<Int>(), Sink())
      let (b, c) = (pipe.signal() |> map { $0 &+ 1 }, pipe.signal() |> map { $0 &* 2 })
      combineLatest(b, c).start(next: { sink.add($0 &+ $1) })
      let floor = FloorCombination(2) { values in sink.add(values[0] &+ values[1]) }
      return Workload(
        events: 200_000,
        body: { for value in 0..<$0 { pipe.putNext(value) } },
        floor: {
          for value in 0..<$0 {
            floor.put(value &+ 1, at: 0)
            floor.put(value &* 2, at: 1)
          }
        })
    },
  ]

  private static func latest(
    _ name: String, _ title: String, sources: Int,
    start: @escaping @Sendable (_ pipes: [ValuePipe<Int>], _ sink: Sink) -> Void
  ) -> Self {
    timed(name, title) {
      let sink = Sink()
      let pipes = (0..<sources).map { _ in ValuePipe<Int>() }
      start(pipes, sink)
      let floor = FloorCombination(sources) { values in sink.add(values[0] &+ values[sources - 1]) }
      for index in 0..<sources {
        pipes[index].putNext(0)
        floor.put(0, at: index)
      }
      return Workload(
        events: 200_000,
        body: { events in
          for value in 0..<(events / sources) { for pipe in pipes { pipe.putNext(value) } }
        },
        floor: { events in
          for value in 0..<(events / sources) { for index in 0..<sources { floor.put(value, at: index) } }
        })
    }
  }
}

/// The latest values under a lock, and a subscriber for each source.
private final class FloorCombination: Sendable {
  private let latest: FloorAtomic<[Int]>
  private let sources: [FloorSubscriber]

  init(_ count: Int, _ next: @escaping @Sendable ([Int]) -> Void) {
    let latest = FloorAtomic([Int](repeating: 0, count: count))
    self.latest = latest
    sources = (0..<count).map { index in
      FloorSubscriber { value in
        let values = latest.modify { values in
          var values = values
          values[index] = value
          return values
        }
        next(values)
      }
    }
  }

  func put(_ value: Int, at index: Int) { sources[index].put(value) }
}

/// Waits until so many values have come.
private final class ArrivalCount: Sendable {
  private let missing = FloorAtomic(0)
  private let done = DispatchSemaphore(value: 0)

  func begin(_ count: Int) { missing.swap(count) }

  @inline(__always) func take() { if missing.modify({ $0 - 1 }) == 0 { done.signal() } }

  func wait() { done.wait() }
}

// A function for each, as a program has one. Inlined into the benchmark both take the same instructions but for one, and
// which is faster, by up to a third, differs from build to build.

@inline(never) private func addAll(_ bag: SparseBag<Int>, to sink: Sink) {
  for item in bag { sink.add(item) }
}

@inline(never) private func addAll(_ bag: FloorBag<Int>, to sink: Sink) {
  for item in AnyIterator(bag.copyItems().makeIterator()) { sink.add(item) }
}
