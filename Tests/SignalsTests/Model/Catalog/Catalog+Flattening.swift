import Signals
import SignalsTesting

extension Catalog {
  static let flattening: [ModelledOperator] =
    [
      strategy(".merge", .merge), strategy(".concat", .concat), strategy(".latest", .latest),
      strategy(".exhaust", .exhaust), strategy(".conflate", .conflate), strategy(".race", .race),
      strategy(".concurrent(limit: 2)", .concurrent(limit: 2)),
    ] + [
      ModelledOperator(
        "flatMap(_:_:)", code: "flatMap { $0 % 2 == 0 ? AnyNumbers(§0) : AnyNumbers(§1) }",
        needs: .init(others: 2, perValue: true),
        real: { stream, choice, _ in stream.flatMap { choice.others[$0 % 2].stream } },
        model: { stream, choice in stream.flatMap { choice.others[$0 % 2] } }),
      ModelledOperator(
        "flatten(_:)", code: "map { value in §0.map { mixed(value, $0) } }.flatten(.latest)",
        needs: .init(producers: 1, perValue: true),
        real: { stream, choice, _ in
          let inner = choice.others[0].producer
          return stream.map { value in inner.map { mixed(value, $0) } }.flatten(.latest)
        },
        model: { stream, choice in
          stream.flatMap(.latest) { value in choice.others[0].map { mixed(value, $0) } }
        }),
    ]

  private static func strategy(_ name: String, _ strategy: FlattenStrategy) -> ModelledOperator {
    ModelledOperator(
      "flatMap(_:_:)", code: "flatMap(\(name)) { value in §0.map { mixed(value, $0) } }",
      needs: .init(producers: 1, perValue: true),
      real: { stream, choice, _ in
        let inner = choice.others[0].producer
        return stream.flatMap(strategy) { value in inner.map { mixed(value, $0) } }
      },
      model: { stream, choice in
        stream.flatMap(strategy) { value in choice.others[0].map { mixed(value, $0) } }
      })
  }
}
