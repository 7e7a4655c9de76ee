import Signals
import SignalsTesting

extension Catalog {
  static let ends: [ModelledOperator] = [
    ModelledOperator(
      "materialize()", code: "materialize().map { $0.value ?? 99 }.setFailureType(to: TestFailure.self)",
      real: { stream, _, _ in
        stream.materialize().map { $0.value ?? 99 }.setFailureType(to: TestFailure.self)
      },
      model: { stream, _ in stream.materialize().map { $0.value ?? 99 }.setFailureType() }),
    ModelledOperator(
      "dematerialize()",
      code: "materialize().map { $0.value == #0 ? .failed(TestFailure()) : $0 }.dematerialize()",
      needs: .init(numbers: [0...9]),
      real: { stream, choice, _ in
        stream.materialize().map { $0.value == choice.numbers[0] ? .failed(TestFailure()) : $0 }
          .dematerialize()
      },
      model: { stream, choice in
        stream.materialize().map { $0.value == choice.numbers[0] ? .failed(TestFailure()) : $0 }
          .dematerialize()
      }),
    ModelledOperator(
      "materializeResults()",
      code: "materializeResults().map { (try? $0.get()) ?? 99 }.setFailureType(to: TestFailure.self)",
      real: { stream, _, _ in
        stream.materializeResults().map { (try? $0.get()) ?? 99 }.setFailureType(to: TestFailure.self)
      },
      model: { stream, _ in stream.materializeResults().map { (try? $0.get()) ?? 99 }.setFailureType() }),
    ModelledOperator(
      "dematerializeResults()",
      code: "materializeResults().map { (try? $0.get()) == #0 ? .failure(TestFailure()) : $0 }"
        + ".dematerializeResults()",
      needs: .init(numbers: [0...9]),
      real: { stream, choice, _ in
        stream.materializeResults()
          .map { (try? $0.get()) == choice.numbers[0] ? .failure(TestFailure()) : $0 }
          .dematerializeResults()
      },
      model: { stream, choice in
        stream.materializeResults()
          .map { (try? $0.get()) == choice.numbers[0] ? .failure(TestFailure()) : $0 }
          .dematerializeResults()
      }),
    ModelledOperator(
      "single()", code: "single().mapError { _ in TestFailure() }",
      real: { stream, _, _ in stream.single().mapError { _ in TestFailure() } },
      model: { stream, _ in stream.single().mapError { _ in TestFailure() } }),
    ModelledOperator(
      "single(where:)", code: "single(where: { $0 % 3 == #0 }).mapError { _ in TestFailure() }",
      needs: .init(numbers: [0...2]),
      real: { stream, choice, _ in
        stream.single(where: { $0 % 3 == choice.numbers[0] }).mapError { _ in TestFailure() }
      },
      model: { stream, choice in
        stream.filter { $0 % 3 == choice.numbers[0] }.single().mapError { _ in TestFailure() }
      }),
    ModelledOperator(
      "attemptMap(_:)", code: "attemptMap { $0 % 7 == #0 ? .failure(TestFailure()) : .success($0) }",
      needs: .init(numbers: [0...6]),
      real: { stream, choice, _ in
        stream.attemptMap { $0 % 7 == choice.numbers[0] ? .failure(TestFailure()) : .success($0) }
      },
      model: { stream, choice in
        stream.attemptMap { $0 % 7 == choice.numbers[0] ? .failure(TestFailure()) : .success($0) }
      }),
    ModelledOperator(
      "mapError(_:)", code: "mapError { _ in TestFailure() }",
      real: { stream, _, _ in stream.mapError { _ in TestFailure() } },
      model: { stream, _ in stream.mapError { _ in TestFailure() } }),
    ModelledOperator(
      "replaceError(with:)", "setFailureType(to:)",
      code: "replaceError(with: #0).setFailureType(to: TestFailure.self)",
      needs: .init(numbers: [0...9]),
      real: { stream, choice, _ in
        stream.replaceError(with: choice.numbers[0]).setFailureType(to: TestFailure.self)
      },
      model: { stream, choice in stream.replaceError(with: choice.numbers[0]).setFailureType() }),
    ModelledOperator(
      "completeOnError()", code: "completeOnError().setFailureType(to: TestFailure.self)",
      real: { stream, _, _ in stream.completeOnError().setFailureType(to: TestFailure.self) },
      model: { stream, _ in stream.completeOnError().setFailureType() }),
    ModelledOperator(
      "assertNoFailure()",
      code: "completeOnError().assertNoFailure().setFailureType(to: TestFailure.self)",
      real: { stream, _, _ in
        stream.completeOnError().assertNoFailure().setFailureType(to: TestFailure.self)
      },
      model: { stream, _ in stream.completeOnError().setFailureType() }),
    ModelledOperator(
      "replaceEmpty(with:)", code: "replaceEmpty(with: #0)", needs: .init(numbers: [0...9]),
      real: { stream, choice, _ in stream.replaceEmpty(with: choice.numbers[0]) },
      model: { stream, choice in stream.replaceEmpty(with: choice.numbers[0]) }),
  ]
}
