import Signals
import SignalsTesting
import Testing

/// The largest count is a count like any other: nothing makes room for as many, and nothing adds to it.
@Suite struct LargestCountTests {
  private typealias Numbers = SignalProducer<Int, TestFailure>

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let expected: [String]
    let stream: @Sendable (TestScheduler) -> SignalProducer<String, TestFailure>

    init<Value: Sendable>(
      _ description: String, _ expected: [String],
      _ operation:
        @escaping @Sendable (SignalProducer<Int, TestFailure>, TestScheduler)
        -> SignalProducer<Value, TestFailure>
    ) {
      testDescription = description
      self.expected = expected
      stream = { time in operation(Numbers(1...3), time).map { "\($0)" } }
    }
  }

  private static let all = ["1", "2", "3"]

  private static let cases: [Case] = [
    Case("prefix", all) { numbers, _ in numbers.prefix(.max) },
    Case("suffix", all) { numbers, _ in numbers.suffix(.max) },
    Case("dropFirst", []) { numbers, _ in numbers.dropFirst(.max) },
    Case("dropLast", []) { numbers, _ in numbers.dropLast(.max) },
    Case("element(at:)", []) { numbers, _ in numbers.element(at: .max) },
    Case("repeat", all + all) { numbers, _ in numbers.repeat(.max).prefix(6) },
    Case("retry", all + all) { numbers, _ in
      numbers.append(Numbers(error: TestFailure())).retry(.max).prefix(6)
    },
    Case("retry(policy)", all + all) { numbers, time in
      let policy = RetryPolicy<TestFailure>(
        limit: .max, delay: .linear(first: .seconds(1), step: .seconds(1)))
      return numbers.append(Numbers(error: TestFailure())).retry(policy, on: time).prefix(6)
    },
    Case("chunks(ofCount:)", ["[1, 2, 3]"]) { numbers, _ in numbers.chunks(ofCount: .max) },
    Case("chunks(ofCount: .max, step: .max)", []) { numbers, _ in
      numbers.chunks(ofCount: .max, step: .max)
    },
    Case("chunks(ofCount: 1, step: .max)", ["[1]"]) { numbers, _ in
      numbers.chunks(ofCount: 1, step: .max)
    },
    Case("chunks(ofCount:orEvery:)", ["[1, 2, 3]"]) { numbers, time in
      numbers.chunks(ofCount: .max, orEvery: .seconds(1), on: time)
    },
    Case("chunks(every:upTo:)", ["[1, 2, 3]"]) { numbers, time in
      numbers.chunks(every: .seconds(1), upTo: .max, on: time)
    },
    Case("windows(ofCount:)", all) { numbers, _ in numbers.windows(ofCount: .max).flatMap { $0 } },
    Case("grouped", all) { numbers, _ in numbers.grouped(by: { $0 }, limit: .max).flatMap { $0.values } },
    Case("flatMap(.concurrent)", all) { numbers, _ in
      numbers.flatMap(.concurrent(limit: .max)) { Numbers(value: $0) }
    },
    Case("buffer, suspend", all) { numbers, _ in numbers.buffer(.max, onOverflow: .suspend) },
    Case("buffer, dropOldest", all) { numbers, _ in numbers.buffer(.max, onOverflow: .dropOldest) },
    Case("buffer, dropNewest", all) { numbers, _ in numbers.buffer(.max, onOverflow: .dropNewest) },
    Case("receive, suspending", all) { numbers, time in
      numbers.receive(on: time, buffering: .suspending(.max))
    },
    Case("receive, newest", all) { numbers, time in numbers.receive(on: time, buffering: .newest(.max)) },
    Case("receive, oldest", all) { numbers, time in numbers.receive(on: time, buffering: .oldest(.max)) },
    Case("share(replay:)", all) { numbers, _ in numbers.share(replay: .max) },
    Case("share(replay:), forever", all) { numbers, _ in numbers.share(replay: .max, scope: .forever) },
    Case("replayLazily", all) { numbers, _ in numbers.replayLazily(.max) },
  ]

  @Test(arguments: cases) func isACountLikeAnyOther(_ largest: Case) {
    let time = TestScheduler(limit: .max)
    let stream = largest.stream(time)
    // Twice: shared work has something to repeat.
    for _ in 1...2 {
      let recorder = Recorder<String, TestFailure>(on: time)
      stream.start(recorder.observer)
      time.run()
      #expect(recorder.values == largest.expected)
      #expect(recorder.events.last == .completed)
    }
  }

  @Test(arguments: [Buffering.suspending(.max), .newest(.max), .oldest(.max)])
  func isALimitOfSequencesLikeAnyOther(_ buffering: Buffering) async {
    #expect(await SignalProducer<Int, Never>(1...3).values(buffering: buffering).allElements() == [1, 2, 3])
  }
}

extension AsyncValues where Failure == Never {
  fileprivate func allElements() async -> [Element] {
    var elements: [Element] = []
    for await element in self { elements.append(element) }
    return elements
  }
}
