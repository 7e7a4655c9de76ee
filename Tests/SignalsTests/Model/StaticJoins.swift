import Signals
import SignalsTesting

/// Any stream of numbers, so that streams with different drives fit into one array. A closure, because Embedded Swift has no
/// protocol values of structures.
struct AnyNumbers: EventSource {
  private let attachSource: @Sendable (Observer<Int, TestFailure>, Subscription) -> Void

  init(_ source: some NumberSource) { attachSource = { source.attach($0, $1) } }

  func attach(_ observer: Observer<Int, TestFailure>, _ subscription: Subscription) {
    attachSource(observer, subscription)
  }
}

/// Whether the numbers of a stream are even.
struct Evenness: EventSource {
  let source: AnyNumbers

  func attach(_ observer: Observer<Bool, TestFailure>, _ subscription: Subscription) {
    source.attach(Observer { event in observer.send(event: event.map { $0 % 2 == 0 }) }, subscription)
  }
}

typealias NumberSource = EventSource<Int, TestFailure>

/// The static joins, written behind the first of their streams as everything else in a pipeline.
extension EventStream where Value == Int, Failure == TestFailure {
  typealias Lists = EventStream<D, [Int], TestFailure>

  func merged(with others: [AnyNumbers]) -> Self { .merge(all(others)) }
  func raced(with others: [AnyNumbers]) -> Self { .race(all(others)) }
  func combinedLatest(with others: [AnyNumbers]) -> Lists { .combineLatest(all(others)) }
  func zipped(with others: [AnyNumbers]) -> Lists { .zip(all(others)) }

  func allEven(with others: [AnyNumbers]) -> Truth { .all(all(others).map { Evenness(source: $0) }) }
  func anyEven(with others: [AnyNumbers]) -> Truth { .any(all(others).map { Evenness(source: $0) }) }

  typealias Truth = EventStream<D, Bool, TestFailure>

  private func all(_ others: [AnyNumbers]) -> [AnyNumbers] {
    [AnyNumbers(self)] + others
  }

  func combinedLatest(with a: some NumberSource) -> Lists {
    EventStream<D, (Int, Int), TestFailure>.combineLatest(self, a).map { [$0.0, $0.1] }
  }

  func combinedLatest(with a: some NumberSource, _ b: some NumberSource) -> Lists {
    EventStream<D, (Int, Int, Int), TestFailure>.combineLatest(self, a, b).map { [$0.0, $0.1, $0.2] }
  }

  func combinedLatest(with a: some NumberSource, _ b: some NumberSource, _ c: some NumberSource) -> Lists {
    EventStream<D, (Int, Int, Int, Int), TestFailure>.combineLatest(self, a, b, c).map {
      [$0.0, $0.1, $0.2, $0.3]
    }
  }

  func combinedLatest(
    with a: some NumberSource, _ b: some NumberSource, _ c: some NumberSource, _ d: some NumberSource
  ) -> Lists {
    EventStream<D, (Int, Int, Int, Int, Int), TestFailure>.combineLatest(self, a, b, c, d).map {
      [$0.0, $0.1, $0.2, $0.3, $0.4]
    }
  }

  func combinedLatest(
    with a: some NumberSource, _ b: some NumberSource, _ c: some NumberSource, _ d: some NumberSource,
    _ e: some NumberSource
  ) -> Lists {
    EventStream<D, (Int, Int, Int, Int, Int, Int), TestFailure>.combineLatest(self, a, b, c, d, e).map {
      [$0.0, $0.1, $0.2, $0.3, $0.4, $0.5]
    }
  }

  func zipped(with a: some NumberSource) -> Lists {
    EventStream<D, (Int, Int), TestFailure>.zip(self, a).map { [$0.0, $0.1] }
  }

  func zipped(with a: some NumberSource, _ b: some NumberSource) -> Lists {
    EventStream<D, (Int, Int, Int), TestFailure>.zip(self, a, b).map { [$0.0, $0.1, $0.2] }
  }

  func zipped(with a: some NumberSource, _ b: some NumberSource, _ c: some NumberSource) -> Lists {
    EventStream<D, (Int, Int, Int, Int), TestFailure>.zip(self, a, b, c).map { [$0.0, $0.1, $0.2, $0.3] }
  }

  func zipped(
    with a: some NumberSource, _ b: some NumberSource, _ c: some NumberSource, _ d: some NumberSource
  ) -> Lists {
    EventStream<D, (Int, Int, Int, Int, Int), TestFailure>.zip(self, a, b, c, d).map {
      [$0.0, $0.1, $0.2, $0.3, $0.4]
    }
  }

  func zipped(
    with a: some NumberSource, _ b: some NumberSource, _ c: some NumberSource, _ d: some NumberSource,
    _ e: some NumberSource
  ) -> Lists {
    EventStream<D, (Int, Int, Int, Int, Int, Int), TestFailure>.zip(self, a, b, c, d, e).map {
      [$0.0, $0.1, $0.2, $0.3, $0.4, $0.5]
    }
  }
}
