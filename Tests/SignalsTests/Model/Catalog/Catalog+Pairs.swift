import Signals
import SignalsTesting

extension Catalog {
  /// Where two mechanisms meet: what acts and what is remembered come from one source, inner streams wait for their turn,
  /// and something stands around a stream that must change nothing.
  static let pairs: [ModelledOperator] = oneSource + waiting + transparent

  /// Both sides of the join have the same events (contract S11).
  private static let oneSource: [ModelledOperator] = [
    .pulled(
      "multicast(_:)",
      code: "multicast { $0.filter { $0 % 2 == 0 }.withLatest(from: $0.map { $0 + 1 }).map(mixed) }",
      real: { stream, _, _ in
        stream.multicast { $0.filter(isEven).withLatest(from: $0.map { $0 + 1 }).map(mixed) }
      },
      model: { stream, _ in stream.derived(stream.filter(isEven).map { mixed($0, $0 + 1) }.timeline) }),
    .pulled(
      "multicast(_:)", code: "multicast { $0.sample(on: $0.filter { $0 % 2 == 0 }.completeOnError()) }",
      real: { stream, _, _ in stream.multicast { $0.sample(on: $0.filter(isEven).completeOnError()) } },
      model: { stream, _ in
        stream.inStep { values, completion in
          let rest = values.last.flatMap { isEven($0.value) ? nil : $0.value }
          return values.filter { isEven($0.value) } + flushed(rest.map { [$0] } ?? [], completion)
        }
      }),
    .pulled(
      "multicast(_:)", code: "multicast { $0.prefix(until: $0.filter { $0 % 2 == 0 }.completeOnError()) }",
      real: { stream, _, _ in stream.multicast { $0.prefix(until: $0.filter(isEven).completeOnError()) } },
      model: { stream, _ in stream.derived(stream.prefix(while: { !isEven($0) }).timeline) }),
    .pulled(
      "multicast(_:)", code: "multicast { $0.drop(until: $0.filter { $0 % 2 == 0 }.completeOnError()) }",
      real: { stream, _, _ in stream.multicast { $0.drop(until: $0.filter(isEven).completeOnError()) } },
      model: { stream, _ in stream.derived(stream.drop(while: { !isEven($0) }).timeline) }),
    .pulled(
      "multicast(_:)",
      code: "multicast { $0.chunks(boundedBy: $0.filter { $0 % 2 == 0 }.completeOnError()).map(mixed) }",
      real: { stream, _, _ in
        stream.multicast { $0.chunks(boundedBy: $0.filter(isEven).completeOnError()).map(mixed) }
      },
      model: { stream, _ in
        stream.inStep { values, completion in
          var (chunk, output) = ([Int](), [Timed<Int>]())
          for value in values {
            chunk.append(value.value)
            if isEven(value.value) {
              output.append(Timed(value.time, mixed(chunk)))
              chunk = []
            }
          }
          return output + flushed(chunk.isEmpty ? [] : [mixed(chunk)], completion)
        }
      }),
  ]

  /// Groups and windows whose values wait for the one before (contract G2).
  private static let waiting: [ModelledOperator] = [
    ModelledOperator(
      "grouped(by:limit:)", code: "grouped(by: { $0 % 2 == 0 }).flatMap(.concat) { $0.values }",
      real: { stream, _, _ in stream.grouped(by: isEven).flatMap(.concat) { $0.values } },
      model: { stream, _ in
        stream.derived { span in
          let source = stream.timeline(span)
          let (first, rest) = source.values.parted { isEven($0.value) == isEven(source.values[0].value) }
          // After an inner stream that is interrupted the next one has its turn, after one that fails not.
          let fails = if case .failed = source.end?.value { true } else { false }
          return source.with(first + flushed(rest.map { $0.value }, fails ? nil : source.end?.time))
        }
      }),
    ModelledOperator(
      "windows(ofCount:)", code: "windows(ofCount: #0).flatMap(.concat) { $0 }",
      needs: .init(numbers: [1...3]),
      real: { stream, choice, _ in stream.windows(ofCount: choice.numbers[0]).flatMap(.concat) { $0 } },
      model: { stream, _ in stream.derived(stream.timeline) }),
    ModelledOperator(
      "windows(ofCount:)", code: "windows(ofCount: #0).flatMap(.latest) { $0 }",
      needs: .init(numbers: [1...3]),
      real: { stream, choice, _ in stream.windows(ofCount: choice.numbers[0]).flatMap(.latest) { $0 } },
      model: { stream, _ in stream.derived(stream.timeline) }),
    ModelledOperator(
      "windows(ofCount:)", code: "windows(ofCount: #0).flatMap(.concurrent(limit: 1)) { $0 }",
      needs: .init(numbers: [1...3]),
      real: { stream, choice, _ in
        stream.windows(ofCount: choice.numbers[0]).flatMap(.concurrent(limit: 1)) { $0 }
      },
      model: { stream, _ in stream.derived(stream.timeline) }),
  ]

  /// What changes nothing.
  private static let transparent: [ModelledOperator] = [
    .pulled(
      "retry(_:)", code: "retry(0)", real: { stream, _, _ in stream.retry(0) },
      model: { stream, _ in stream.derived(stream.timeline) }),
    .pulled(
      "multicast(_:)", code: "multicast { $0.share() }",
      real: { stream, _, _ in stream.multicast { $0.share() } },
      model: { stream, _ in stream.derived(stream.timeline) }),
    ModelledOperator(
      "materialize()", code: "materialize().dematerialize()",
      real: { stream, _, _ in stream.materialize().dematerialize() },
      model: { stream, _ in stream.stage { $0 } }),
    changesNothing("flatMap(_:_:)", code: "flatMap(.concat) { SignalProducer(value: $0) }") { stream in
      stream.flatMap(.concat) { SignalProducer(value: $0) }
    },
    changesNothing("flatMap(_:_:)", code: "flatMap(.latest) { SignalProducer(value: $0).share() }") {
      stream in
      stream.flatMap(.latest) { SignalProducer(value: $0).share() }
    },
    changesNothing("merge(with:)", code: "merge(with: SignalProducer.empty)") { stream in
      stream.merge(with: SignalProducer<Int, TestFailure>.empty)
    },
  ]

  private static func changesNothing(
    _ name: String, code: String, _ real: @escaping @Sendable (Real) -> Real
  ) -> ModelledOperator {
    ModelledOperator(
      name, code: code, real: { stream, _, _ in real(stream) },
      model: { stream, _ in stream.derived(stream.timeline) })
  }
}

@Sendable private func isEven(_ number: Int) -> Bool { number % 2 == 0 }

/// Values that come with the completion, if there is one.
private func flushed(_ values: [Int], _ completion: Duration?) -> [Timed<Int>] {
  completion.map { time in values.map { Timed(time, $0) } } ?? []
}

extension ModelStream where Value == Int {
  /// A join of the stream with itself: the values that come out, from those that come in and the time of the completion.
  fileprivate func inStep(
    _ rule: @escaping @Sendable (_ values: [Timed<Int>], _ completion: Duration?) -> [Timed<Int>]
  ) -> Self {
    derived { span in
      let source = self.timeline(span)
      return source.with(rule(source.values, source.completion))
    }
  }
}

extension [Timed<Int>] {
  /// Those that satisfy a condition, and the others.
  fileprivate func parted(_ condition: (Timed<Int>) -> Bool) -> (Self, Self) {
    (filter(condition), filter { !condition($0) })
  }
}
