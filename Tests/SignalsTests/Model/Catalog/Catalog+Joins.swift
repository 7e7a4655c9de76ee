import Signals
import SignalsTesting

extension Catalog {
  static let joins: [ModelledOperator] =
    [
      ModelledOperator(
        "combineLatest(with:)", code: "combineLatest(with: §0).map(mixed)", needs: .init(others: 1),
        real: { stream, choice, _ in stream.combineLatest(with: choice.others[0].stream).map(mixed) },
        model: { stream, choice in stream.combineLatest(with: choice.others[0]).map(mixed) }),
      ModelledOperator(
        "zip(with:)", code: "zip(with: §0).map(mixed)", needs: .init(others: 1),
        real: { stream, choice, _ in stream.zip(with: choice.others[0].stream).map(mixed) },
        model: { stream, choice in stream.zip(with: choice.others[0]).map(mixed) }),
      ModelledOperator(
        "merge(with:)", code: "merge(with: §0)", needs: .init(others: 1),
        real: { stream, choice, _ in stream.merge(with: choice.others[0].stream) },
        model: { stream, choice in stream.merge(with: choice.others[0]) }),
      ModelledOperator(
        "merge(_:)", code: "merged(with: [AnyNumbers(§0), AnyNumbers(§1)])", needs: .init(others: 2),
        real: { stream, choice, _ in stream.merged(with: choice.others.map { $0.numbers }) },
        model: { stream, choice in stream.merge(with: choice.others[0], choice.others[1]) }),
      ModelledOperator(
        "race(with:)", code: "race(with: §0)", needs: .init(others: 1),
        real: { stream, choice, _ in stream.race(with: choice.others[0].stream) },
        model: { stream, choice in stream.race(with: choice.others[0]) }),
      ModelledOperator(
        "race(_:)", code: "raced(with: [AnyNumbers(§0), AnyNumbers(§1)])", needs: .init(others: 2),
        real: { stream, choice, _ in stream.raced(with: choice.others.map { $0.numbers }) },
        model: { stream, choice in stream.race(with: choice.others[0], choice.others[1]) }),
      ModelledOperator(
        "and(_:)", code: "map { $0 % 2 == 0 }.and(§0.map { $0 % 2 == 0 }).map { $0 ? 1 : 0 }",
        needs: .init(others: 1),
        real: { stream, choice, _ in
          stream.map { $0 % 2 == 0 }.and(choice.others[0].truth).map { $0 ? 1 : 0 }
        },
        model: { stream, choice in
          stream.combineLatest(with: choice.others[0]).map { $0 % 2 == 0 && $1 % 2 == 0 ? 1 : 0 }
        }),
      ModelledOperator(
        "or(_:)", code: "map { $0 % 2 == 0 }.or(§0.map { $0 % 2 == 0 }).map { $0 ? 1 : 0 }",
        needs: .init(others: 1),
        real: { stream, choice, _ in
          stream.map { $0 % 2 == 0 }.or(choice.others[0].truth).map { $0 ? 1 : 0 }
        },
        model: { stream, choice in
          stream.combineLatest(with: choice.others[0]).map { $0 % 2 == 0 || $1 % 2 == 0 ? 1 : 0 }
        }),
      ModelledOperator(
        "all(_:)", code: "allEven(with: [AnyNumbers(§0), AnyNumbers(§1)]).map { $0 ? 1 : 0 }",
        needs: .init(others: 2),
        real: { stream, choice, _ in
          stream.allEven(with: choice.others.map { $0.numbers }).map { $0 ? 1 : 0 }
        },
        model: { stream, choice in
          stream.combineLatest(with: choice.others).map { $0.allSatisfy { $0 % 2 == 0 } ? 1 : 0 }
        }),
      ModelledOperator(
        "any(_:)", code: "anyEven(with: [AnyNumbers(§0), AnyNumbers(§1)]).map { $0 ? 1 : 0 }",
        needs: .init(others: 2),
        real: { stream, choice, _ in
          stream.anyEven(with: choice.others.map { $0.numbers }).map { $0 ? 1 : 0 }
        },
        model: { stream, choice in
          stream.combineLatest(with: choice.others).map { $0.contains { $0 % 2 == 0 } ? 1 : 0 }
        }),
      ModelledOperator(
        "withLatest(from:)", code: "withLatest(from: §0).map(mixed)", needs: .init(others: 1),
        real: { stream, choice, _ in stream.withLatest(from: choice.others[0].stream).map(mixed) },
        model: { stream, choice in stream.withLatest(from: choice.others[0]).map(mixed) }),
      ModelledOperator(
        "sample(on:repeating:)", code: "sample(on: §0.completeOnError(), repeating: #0 == 1)",
        needs: .init(numbers: [0...1], others: 1),
        real: { stream, choice, _ in
          stream.sample(on: choice.others[0].trigger, repeating: choice.numbers[0] == 1)
        },
        model: { stream, choice in
          stream.sample(on: choice.others[0].trigger, repeating: choice.numbers[0] == 1)
        }),
      ModelledOperator(
        "chunks(boundedBy:upTo:includesEmpty:)",
        code: "chunks(boundedBy: §0.completeOnError(), includesEmpty: #0 == 1).map(mixed)",
        needs: .init(numbers: [0...1], others: 1),
        real: { stream, choice, _ in
          stream.chunks(boundedBy: choice.others[0].trigger, includesEmpty: choice.numbers[0] == 1).map(mixed)
        },
        model: { stream, choice in
          stream.chunks(boundedBy: choice.others[0].trigger, includesEmpty: choice.numbers[0] == 1).map(mixed)
        }),
      ModelledOperator(
        "windows(boundedBy:)",
        code: "windows(boundedBy: §0.completeOnError()).flatMap { $0.collect().map(mixed) }",
        needs: .init(others: 1),
        real: { stream, choice, _ in
          stream.windows(boundedBy: choice.others[0].trigger).flatMap { $0.collect().map(mixed) }
        },
        model: { stream, choice in
          stream.windows(boundedBy: choice.others[0].trigger).flatMap { $0.collect().map(mixed) }
        }),
      ModelledOperator(
        "throttle(while:)", code: "throttle(while: §0.completeOnError().map { $0 % 2 == 0 })",
        needs: .init(others: 1),
        real: { stream, choice, _ in stream.throttle(while: choice.others[0].condition) },
        model: { stream, choice in stream.throttle(while: choice.others[0].condition) }),
    ] + arities

  /// The static ones: the receiver is the first of the streams.
  private static let arities: [ModelledOperator] = [
    ModelledOperator(
      "combineLatest(_:)", code: "combinedLatest(with: [AnyNumbers(§0), AnyNumbers(§1)]).map(mixed)",
      needs: .init(others: 2),
      real: { stream, choice, _ in
        stream.combinedLatest(with: choice.others.map { $0.numbers }).map(mixed)
      },
      model: { stream, choice in stream.combineLatest(with: choice.others).map(mixed) }),
    ModelledOperator(
      "zip(_:)", code: "zipped(with: [AnyNumbers(§0), AnyNumbers(§1)]).map(mixed)", needs: .init(others: 2),
      real: { stream, choice, _ in stream.zipped(with: choice.others.map { $0.numbers }).map(mixed) },
      model: { stream, choice in stream.zip(with: choice.others).map(mixed) }),
    combining(2) { $0.combinedLatest(with: $1[0]) },
    combining(3) { $0.combinedLatest(with: $1[0], $1[1]) },
    combining(4) { $0.combinedLatest(with: $1[0], $1[1], $1[2]) },
    combining(5) { $0.combinedLatest(with: $1[0], $1[1], $1[2], $1[3]) },
    combining(6) { $0.combinedLatest(with: $1[0], $1[1], $1[2], $1[3], $1[4]) },
    zipping(2) { $0.zipped(with: $1[0]) },
    zipping(3) { $0.zipped(with: $1[0], $1[1]) },
    zipping(4) { $0.zipped(with: $1[0], $1[1], $1[2]) },
    zipping(5) { $0.zipped(with: $1[0], $1[1], $1[2], $1[3]) },
    zipping(6) { $0.zipped(with: $1[0], $1[1], $1[2], $1[3], $1[4]) },
  ]

  private static func combining(
    _ count: Int, _ real: @escaping @Sendable (Real, [Real]) -> MarbleStream<[Int]>
  ) -> ModelledOperator {
    arity("combineLatest", "combinedLatest", count, real) { $0.combineLatest(with: $1).map(mixed) }
  }

  private static func zipping(_ count: Int, _ real: @escaping @Sendable (Real, [Real]) -> MarbleStream<[Int]>)
    -> ModelledOperator
  {
    arity("zip", "zipped", count, real) { $0.zip(with: $1).map(mixed) }
  }

  private static func arity(
    _ name: String, _ verb: String, _ count: Int,
    _ real: @escaping @Sendable (Real, [Real]) -> MarbleStream<[Int]>,
    _ model: @escaping @Sendable (Model, [Model]) -> Model
  ) -> ModelledOperator {
    let others = (0..<count - 1).map { "§\($0)" }.joined(separator: ", ")
    return ModelledOperator(
      "\(name)(\(String(repeating: "_:", count: count)))", code: "\(verb)(with: \(others)).map(mixed)",
      needs: .init(others: count - 1),
      real: { stream, choice, _ in real(stream, choice.others.map { $0.stream }).map(mixed) },
      model: { stream, choice in model(stream, choice.others) })
  }
}
