import Signals

extension Catalogue {
  /// What is about ends and failures.
  static let ending: [Operator] = [
    Operator(
      "replaceEmpty", value("with"), does: "Sends a value if the stream completes without one.",
      shown: .run("--------|", "replaceEmpty(with: w)"), apply: { $0.replaceEmpty(with: $1) }),
    Operator(
      "replaceError", value("with"), does: "Sends a value and completes instead of failing.",
      shown: .run("--a--b--x", "replaceError(with: w)"), apply: { $0.replaceError(with: $1).canFail }),
    Operator(
      "completeOnError", does: "Completes instead of failing.",
      shown: .run("--a--b--x", "completeOnError"), apply: { $0.completeOnError().canFail }),
    Operator(
      "mapError", explanation(), does: "Transforms the failure.",
      shown: .run("--a--b--x", "mapError(explain)"),
      apply: { $0.mapError($1) }),
    Operator(
      "setFailureType", type("to", "Failure"), isHidden: true,
      does: "Gives a stream that cannot fail a failure type, so that it fits where one is expected.",
      shown: .run("--a--b--c--|", "setFailureType"),
      apply: { source, _ in source.completeOnError().canFail }),
    Operator(
      "setValueType", type("to", "Value"), isHidden: true,
      does: "Gives a stream that sends no values a value type, so that it fits where one is expected.",
      shown: .run("--------|", "setValueType"),
      apply: { source, _ in source.ignoreValues().setValueType(to: Marble.self) }),
    Operator(
      "assertNoFailure", isHidden: true,
      does: "Stops the program when the stream fails: for failures that cannot happen.",
      shown: .run("--a--b--c--|", "assertNoFailure"), apply: { $0.assertNoFailure().canFail }),
  ]
}
