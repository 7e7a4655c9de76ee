import Signals
import SignalsTesting
import Testing

@Suite struct FutureOperatorsTests {
  @Test func mapsByAKeyPathInAVariable() {
    let (length, log) = (\String.count, Log<Result<Int, Never>>())
    Future<String, Never>(value: "abc").map(length).start { log.add($0) }
    #expect(log.entries == [.success(3)])
  }

  @Test func mapTransformsTheValue() {
    #expect(result(of: Future<Int, Oops>(value: 1).map { "\($0)" }) == .success("1"))
    #expect(result(of: Future<Int, Oops>(error: Oops()).map { "\($0)" }) == .failure(Oops()))
  }

  @Test func mapErrorTransformsTheFailure() {
    let failing = Future<Int, Oops>(error: Oops(code: 1))
    #expect(result(of: failing.mapError { Oops(code: $0.code + 1) }) == .failure(Oops(code: 2)))
  }

  @Test func flatMapGoesOnWithOtherWork() {
    let (first, second) = (Question(), Question())
    let log = Log<Result<Int, Oops>>()
    first.future.flatMap { number in second.future.map { 10 * number + $0 } }.start(log.add)
    #expect(second.starts == 0)
    first.answer(0, .success(1))
    second.answer(0, .success(2))
    #expect(log.entries == [.success(12)])
  }

  @Test func flatMapTakesWorkThatFailsDifferently() {
    let safe = Future<Int, Never>(value: 1)
    #expect(result(of: safe.flatMap { _ in Future<Int, Oops>(error: Oops()) }) == .failure(Oops()))
    #expect(result(of: Future<Int, Oops>(value: 1).flatMap { _ in safe.map { $0 + 1 } }) == .success(2))
  }

  @Test func flatMapDoesNothingAfterAFailure() {
    let next = Question()
    #expect(result(of: Future<Int, Oops>(error: Oops()).flatMap { _ in next.future }) == .failure(Oops()))
    #expect(next.starts == 0)
  }

  @Test func recoverGoesOnAfterAFailure() {
    let failing = Future<Int, Oops>(error: Oops(code: 3))
    let safe: Future<Int, Never> = failing.recover { Future(value: $0.code) }
    let log = Log<Int>()
    safe.startWithValue(log.add)
    #expect(log.entries == [3])
    #expect(result(of: Future<Int, Oops>(value: 1).recover { _ in failing }) == .success(1))
  }

  @Test func zipDoesBothAtTheSameTime() {
    let (first, second) = (Question(), Question())
    let log = Log<Int>()
    first.future.zip(with: second.future).start {
      if let pair = try? $0.get() { log.add(10 * pair.0 + pair.1) }
    }
    #expect([first.starts, second.starts] == [1, 1])
    second.answer(0, .success(2))
    #expect(log.entries.isEmpty)
    first.answer(0, .success(1))
    #expect(log.entries == [12])
  }

  @Test func zipFailsWithTheFirstFailureAndCancelsTheRest() {
    let questions = (0..<3).map { _ in Question() }
    let log = Log<Result<[Int], Oops>>()
    Future.zip(questions.map(\.future)).start(log.add)
    questions[0].answer(0, .success(1))
    questions[1].answer(0, .failure(Oops()))
    #expect(log.entries == [.failure(Oops())])
    #expect(questions.map(\.ended) == [[0], [0], [0]])
  }

  @Test func zipOfManyKeepsTheirOrder() {
    let one = Future<Int, Oops>(value: 1)
    let two = Future<String, Oops>(value: "b")
    #expect(result(of: Future.zip([one, one.map { $0 + 1 }])) == .success([1, 2]))
    #expect(result(of: Future.zip([Future<Int, Oops>]())) == .success([]))
    #expect(result(of: Future.zip(one, two).map { "\($0)" }) == .success(#"(1, "b")"#))
    #expect(result(of: Future.zip(one, two, one).map { "\($0)" }) == .success(#"(1, "b", 1)"#))
    #expect(result(of: Future.zip(one, two, one, one).map { "\($0)" }) == .success(#"(1, "b", 1, 1)"#))
    #expect(
      result(of: Future.zip(one, two, one, one, two).map { "\($0)" }) == .success(#"(1, "b", 1, 1, "b")"#))
    #expect(
      result(of: Future.zip(one, two, one, one, two, one).map { "\($0)" })
        == .success(#"(1, "b", 1, 1, "b", 1)"#))
  }

  @Test func disposalCancelsAllWork() {
    let (first, second) = (Question(), Question())
    first.future.zip(with: second.future).start { _ in }.dispose()
    #expect([first.ended, second.ended] == [[0], [0]])
    let third = Question()
    Future<Int, Oops>(value: 1).flatMap { _ in third.future }.start { _ in }.dispose()
    #expect(third.ended == [0])
  }

  @Test func keepsTheContract() {
    checkContract { source in
      let first = Future(firstOf: source).map { $0 ?? 0 }
      return first.flatMap { Future(value: $0) }.recover { _ in first }.zip(with: first).producer
    }
  }
}

/// What comes synchronously.
private func result<Value, Failure>(of future: Future<Value, Failure>) -> Result<Value, Failure>? {
  let log = Log<Result<Value, Failure>>()
  future.start(log.add)
  return log.entries.first
}
