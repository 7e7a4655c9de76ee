import Signals

extension PipelineOperator {
  static var changing: [Self] {
    [
      Self("map(_:)") { source, _ in source.map { $0 } },
      Self("map(to:)") { source, _ in source.map(to: .extra()) },
      Self("compactMap(_:)") { source, _ in source.compactMap { $0.number % 7 == 0 ? nil : $0 } },
      Self("compacted()") { source, _ in source.map { $0.number % 7 == 0 ? nil : $0 }.compacted() },
      Self("replaceNil(with:)") { source, _ in
        source.map { $0.number % 7 == 0 ? nil : $0 }.replaceNil(with: .extra())
      },
      Self("attemptMap(_:)") { source, _ in
        source.attemptMap { $0.number == 250 ? .failure(Oops()) : .success($0) }
      },
      Self("scan(_:_:)") { source, _ in source.scan(.extra()) { $1 } },
      Self("scan(into:_:)") { source, _ in source.scan(into: .extra()) { $0 = $1 } },
      Self("reductions(_:_:)") { source, _ in source.reductions(.extra()) { $1 } },
      Self("pairwise()") { source, _ in source.pairwise().map { $0.current } },
      Self("pairwise(initial:)") { source, _ in source.pairwise(initial: .extra()).map { $0.current } },
      Self("scanMap(_:_:)") { source, _ in source.scanMap(0) { ($0 + 1, $1) } },
      Self("scanMap(into:_:)") { source, _ in
        source.scanMap(into: 0) { count, item in
          count += 1
          return item
        }
      },
      Self("enumerated()") { source, _ in source.enumerated().map { $0.element } },
      Self("interspersed(with:)") { source, _ in source.interspersed(with: .extra()) },
      Self("chunks(ofCount:)") { source, supplies in
        source.chunks(ofCount: 1 + supplies.random.below(5)).flatMap(.concat) { Producer($0) }
      },
      Self("chunks(ofCount:step:)") { source, supplies in
        source.chunks(ofCount: 1 + supplies.random.below(5), step: 1 + supplies.random.below(5)).compactMap {
          $0.last
        }
      },
      Self("chunked(by:)") { source, _ in
        source.chunked(by: { $0.sender == $1.sender }).flatMap(.concat) { Producer($0) }
      },
      Self("chunked(on:)") { source, _ in
        source.chunked(on: { $0.number / 10 }).flatMap(.concat) { Producer($0.values) }
      },
      Self("materialize()") { source, _ in
        source.materialize().compactMap { $0.value }.setFailureType(to: Oops.self)
      },
      Self("dematerialize()") { source, _ in source.materialize().dematerialize() },
      Self("on(next:)") { source, _ in
        let token = Token()
        return source.on(
          starting: { withExtendedLifetime(token) {} }, next: { _ in withExtendedLifetime(token) {} },
          terminated: { withExtendedLifetime(token) {} }, disposed: { withExtendedLifetime(token) {} })
      },
      Self("after(next:)") { source, _ in
        let token = Token()
        return source.after(
          next: { _ in withExtendedLifetime(token) {} }, terminated: { withExtendedLifetime(token) {} })
      },
      Self("materializeResults()") { source, _ in
        source.materializeResults().compactMap { try? $0.get() }.setFailureType(to: Oops.self)
      },
      Self("dematerializeResults()") { source, _ in source.materializeResults().dematerializeResults() },
      Self("negate()") { source, _ in source.map { $0.number == 250 }.negate().map(to: .extra()) },
      Self("log()") { source, _ in source.log(to: { _ in }) },
      Self("named(_:)") { source, _ in source.named("stage") },
    ]
  }

  static var choosing: [Self] {
    [
      Self("filter(_:)") { source, _ in source.filter { $0.number % 3 != 0 } },
      Self("removeDuplicates()") { source, _ in source.removeDuplicates() },
      Self("removeDuplicates(by:)") { source, _ in source.removeDuplicates(by: { $0.sender == $1.sender }) },
      Self("unique()") { source, _ in source.unique() },
      Self("unique(by:)") { source, _ in source.unique(by: { $0.number / 2 }) },
      Self("ignoreValues()") { source, _ in
        source.ignoreValues().materialize().compactMap { $0.isTerminating ? .extra() : nil }
          .setFailureType(to: Oops.self)
      },
      Self("prefix(_:)") { source, supplies in source.prefix(supplies.random.below(500)) },
      Self("prefix(while:)") { source, _ in source.prefix(while: { $0.number < 200 }) },
      Self("prefix(through:)") { source, _ in source.prefix(through: { $0.number == 200 }) },
      Self("suffix(_:)") { source, supplies in source.suffix(supplies.random.below(20)) },
      Self("dropFirst(_:)") { source, supplies in source.dropFirst(supplies.random.below(20)) },
      Self("dropLast(_:)") { source, supplies in source.dropLast(supplies.random.below(20)) },
      Self("drop(while:)") { source, _ in source.drop(while: { $0.number < 5 }) },
      Self("first()") { source, _ in source.first() },
      Self("first(where:)") { source, _ in source.first(where: { $0.number > 50 }) },
      Self("last()") { source, _ in source.last() },
      Self("last(where:)") { source, _ in source.last(where: { $0.number < 50 }) },
      Self("single()") { source, _ in source.prefix(1).single().mapError { _ in Oops() } },
      Self("single(where:)") { source, _ in
        source.single(where: { $0.number == 50 }).mapError { _ in Oops() }
      },
      Self("element(at:)") { source, supplies in source.element(at: supplies.random.below(50)) },
    ]
  }

  static var summing: [Self] {
    [
      Self("reduce(_:_:)") { source, _ in source.reduce(.extra()) { $1 } },
      Self("reduce(into:_:)") { source, _ in source.reduce(into: .extra()) { $0 = $1 } },
      Self("collect()") { source, _ in source.collect().flatMap(.concat) { Producer($0) } },
      Self("count()") { source, _ in source.count().map { Item.extra($0) } },
      Self("min()") { source, _ in source.min() },
      Self("max()") { source, _ in source.max() },
      Self("contains(where:)") { source, _ in source.contains(where: { $0.number == 100 }).map(to: .extra())
      },
      Self("allSatisfy(_:)") { source, _ in source.allSatisfy { $0.number < 100 }.map(to: .extra()) },
    ]
  }

  static var ending: [Self] {
    [
      Self("replaceEmpty(with:)") { source, _ in source.replaceEmpty(with: .extra()) },
      Self("replaceError(with:)") { source, _ in
        source.replaceError(with: .extra()).setFailureType(to: Oops.self)
      },
      Self("completeOnError()") { source, _ in source.completeOnError().setFailureType(to: Oops.self) },
      Self("mapError(_:)") { source, _ in source.mapError { $0 } },
      Self("setValueType(to:)") { source, _ in source.ignoreValues().setValueType(to: Item.self) },
      Self("setFailureType(to:)") { source, _ in source.completeOnError().setFailureType(to: Oops.self) },
      Self("assertNoFailure()") { source, _ in
        source.completeOnError().setFailureType(to: Oops.self).assertNoFailure().setFailureType(to: Oops.self)
      },
    ]
  }
}
