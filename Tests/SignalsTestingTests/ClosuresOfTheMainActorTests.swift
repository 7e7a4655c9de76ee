import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite("Contract, isolation")
struct ClosuresOfTheMainActorTests {
  @Test("A3: a closure of the main actor runs where it is called, whichever declaration takes it")
  @MainActor func closuresRunElsewhere() async throws {
    var closures = ClosuresOfTheMainActor()
    closures.passToDiagrams(try MarbleDiagram("a|"))
    closures.passToTime()
    closures.passToExpectations()
    closures.passToModelsOfStages()
    closures.passToModelsThatGather()
    let faults = try await closures.faults(in: ["SignalsMarbles", "SignalsTesting"])
    #expect(faults == [])
  }
}

/// One call of every public declaration of the modules that takes a closure.
extension ClosuresOfTheMainActor {
  fileprivate mutating func passToDiagrams(_ diagram: MarbleDiagram) {
    use("MarbleDiagram.play(into:on:value:)") { away in
      diagram.play(into: Observer { _ in }, on: away.scheduler) { away.note($0) }
    }
    use("MarbleDiagram.producer(on:value:)") { away in
      diagram.producer(on: away.scheduler) { away.note($0) }.start()
    }
  }

  fileprivate mutating func passToTime() {
    use("Recorder.init(on:reaction:)") { away in
      let recorder = Recorder<Int, Never>(reaction: { _ in away.note() })
      away.scheduler.schedule { recorder.observer.send(1) }
    }
    use("TestScheduler.schedule(_:)") { away in away.scheduler.schedule { away.note() } }
    use("TestScheduler.schedule(at:_:)") { away in
      away.scheduler.schedule(at: .seconds(1)) { away.note() }
    }
  }

  /// They are called where the test runs.
  fileprivate mutating func passToExpectations() {
    use("expect(_:_:_:only:)") { away in
      expect("-a|", { away.note($0.map { $0 }) }, "-a|")
      expect("-a|", { away.note($0.delay(.seconds(1), on: $1)) }, "--a|")
      expect(["-a|", "--b|"], { away.note($0[0].merge(with: $0[1])) }, "-ab|")
      expect(["-a|", "--b|"], { away.note($0[0].delay(.seconds(2), on: $1).merge(with: $0[1])) }, "--ba|")
    }
    use("expect(_:_:_:)") { away in
      expect("-a|", { away.note($0.retry(1)) }, "-a|")
      expect("-a|", { away.note($0.retry(1).delay(.seconds(1), on: $1)) }, "--a|")
      expect(["-a|", "-b|"], { away.note($0[0].prepend($0[1])) }, "-b-a|")
    }
    use("expect(_:values:_:_:only:)") { away in
      expect("-a|", values: ["a": 1], { away.note($0.map { $0 }) }, "-'1'|")
    }
    use("expectDisposal(of:_:at:only:)") { away in
      expectDisposal(of: "-a-", { away.note($0.prefix(1)) }, at: 1)
      expectDisposal(of: "---", { away.note($0.prefix(for: .seconds(1), on: $1)) }, at: 1)
      expectDisposal(of: ["-a-"], { away.note($0[0].prefix(1)) }, at: [1])
    }
    use("expectDisposal(of:_:at:)") { away in
      expectDisposal(of: "-a-", { away.note($0.retry(1).prefix(1)) }, at: 1)
    }
    use("checkContract(except:only:_:)") { away in
      checkContract { away.note($0.map { $0 }) }
      checkContract { away.note($0.delay(.seconds(1), on: $1)) }
    }
    use("checkContract(except:_:)") { away in checkContract { away.note($0.retry(1)) } }
  }

  /// A model is not Sendable: it stays where its closures were written.
  fileprivate mutating func passToModelsOfStages() {
    use("ModelStream.map(_:)") { away in _ = numbers.map { away.note($0) }.timeline() }
    use("ModelStream.mapError(_:)") { away in _ = failing.mapError { away.note($0) }.timeline() }
    use("ModelStream.compactMap(_:)") { away in
      _ = numbers.compactMap { value -> Int? in away.note(value) }.timeline()
    }
    use("ModelStream.attemptMap(_:)") { away in
      _ = numbers.attemptMap { value -> Result<Int, TestFailure> in away.note(.success(value)) }.timeline()
    }
    use("ModelStream.filter(_:)") { away in _ = numbers.filter { _ in away.note(true) }.timeline() }
    use("ModelStream.prefix(while:)") { away in
      _ = numbers.prefix(while: { _ in away.note(true) }).timeline()
    }
    use("ModelStream.prefix(through:)") { away in
      _ = numbers.prefix(through: { _ in away.note(true) }).timeline()
    }
    use("ModelStream.drop(while:)") { away in
      _ = numbers.drop(while: { _ in away.note(true) }).timeline()
    }
    use("ModelStream.first(where:)") { away in
      _ = numbers.first(where: { _ in away.note(true) }).timeline()
    }
    use("ModelStream.last(where:)") { away in
      _ = numbers.last(where: { _ in away.note(true) }).timeline()
    }
    use("ModelStream.flatMap(_:_:)") { away in
      _ = numbers.flatMap { away.note(ModelStream([$0])) }.timeline()
    }
    use("ModelStream.catch(_:)") { away in
      _ = failing.catch { _ in away.note(ModelStream<Int, Never>([1])) }.timeline()
    }
    use("ModelStream.retry(_:resetsOnValue:waiting:)") { away in
      _ = failing.retry(1, waiting: { _ in away.note(.zero) }).timeline()
    }
    use("ModelStream.deferred(_:)") { away in
      _ = ModelStream<Int, TestFailure>.deferred { away.note(.never) }.timeline()
    }
  }

  fileprivate mutating func passToModelsThatGather() {
    use("ModelStream.reduce(_:_:)") { away in _ = numbers.reduce(0) { away.note($0 + $1) }.timeline() }
    use("ModelStream.scan(_:_:)") { away in _ = numbers.scan(0) { away.note($0 + $1) }.timeline() }
    use("ModelStream.reductions(_:_:)") { away in
      _ = numbers.reductions(0) { away.note($0 + $1) }.timeline()
    }
    use("ModelStream.contains(where:)") { away in
      _ = numbers.contains(where: { _ in away.note(true) }).timeline()
    }
    use("ModelStream.allSatisfy(_:)") { away in
      _ = numbers.allSatisfy { _ in away.note(true) }.timeline()
    }
    use("ModelStream.chunked(by:)") { away in
      _ = numbers.chunked(by: { _, _ in away.note(true) }).timeline()
    }
    use("ModelStream.chunked(on:)") { away in _ = numbers.chunked(on: { away.note($0) }).timeline() }
    use("ModelStream.removeDuplicates(by:)") { away in
      _ = numbers.removeDuplicates(by: { _, _ in away.note(true) }).timeline()
    }
    use("ModelStream.unique(by:)") { away in _ = numbers.unique(by: { away.note($0) }).timeline() }
    use("ModelStream.grouped(by:limit:)") { away in
      _ = numbers.grouped(by: { away.note($0) }).timeline()
    }
  }
}

private var numbers: ModelStream<Int, TestFailure> { ModelStream([1, 2, 3]) }

private var failing: ModelStream<Int, TestFailure> { ModelStream(error: TestFailure()) }
