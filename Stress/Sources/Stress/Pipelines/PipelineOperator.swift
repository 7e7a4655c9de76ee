import Signals

/// An operator as random pipelines use it.
struct PipelineOperator<D: Drive> {
  /// Its name in Documentation/Operators.md.
  let name: String
  /// What may still be said of the order of the values of one sender below it, if it could be said above.
  let order: Listener.Order
  let apply: (Items<D>, inout Supplies) -> Items<D>

  init(
    _ name: String, _ order: Listener.Order = .rising,
    _ apply: @escaping (Items<D>, inout Supplies) -> Items<D>
  ) {
    self.name = name
    self.order = order
    self.apply = apply
  }
}

extension Listener.Order {
  /// What can be said below both.
  func and(_ other: Self) -> Self {
    switch (self, other) {
    case (.free, _), (_, .free): .free
    case (.notFalling, _), (_, .notFalling): .notFalling
    case (.rising, .rising): .rising
    }
  }
}

extension PipelineOperator {
  /// What signals and producers have.
  static var common: [Self] { changing + choosing + summing + ending + joining + flattening + timed + shared }
}

extension PipelineOperator where D == Pull {
  static var all: [Self] { common + forProducers }
}
