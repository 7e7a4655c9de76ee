import PushPull
import Testing

/// `Future` is a functor and a monad: two futures are the same if the same happens when they are started.
@Suite struct FutureLawTests {
  private static let events = [Event(value: 3), Event(value: 9), Event(value: -3), Event(error: Oops())]

  private func says<T>(_ make: (Trace) -> Future<T>) -> [String] {
    let trace = Trace()
    make(trace).start { trace.add($0) }
    return trace.lines
  }

  private static func work<T>(_ event: Event<T>, _ trace: Trace) -> Future<T> {
    Future { done in
      trace.add("works for \(event)")
      done(event)
    }
  }

  @Test(arguments: events) func mappingWithIdentityChangesNothing(event: Event<Int>) {
    #expect(says { Self.work(event, $0).map { $0 } } == says { Self.work(event, $0) })
  }

  @Test(arguments: events) func mappingTwiceIsMappingWithTheComposition(event: Event<Int>) {
    let twice = says { Self.work(event, $0).map { $0 + 1 }.map { $0 * 2 } }
    #expect(twice == says { Self.work(event, $0).map { ($0 + 1) * 2 } })
  }

  @Test(arguments: [3, 9, -3]) func leftIdentity(value: Int) {
    let made = says { trace in Future(value: value).flatMap { Self.work(Laws.root($0), trace) } }
    #expect(made == says { Self.work(Laws.root(value), $0) })
  }

  @Test(arguments: events) func rightIdentity(event: Event<Int>) {
    #expect(says { Self.work(event, $0).flatMap { Future(value: $0) } } == says { Self.work(event, $0) })
  }

  @Test(arguments: events) func associativity(event: Event<Int>) {
    let inTurn = says { trace in
      Self.work(event, trace).flatMap { Self.work(Laws.less($0), trace) }
        .flatMap { Self.work(Laws.root($0), trace) }
    }
    let nested = says { trace in
      Self.work(event, trace).flatMap { value in
        Self.work(Laws.less(value), trace).flatMap { Self.work(Laws.root($0), trace) }
      }
    }
    #expect(inTurn == nested)
    #expect(inTurn.count >= 2)
  }
}
