import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite("Contract, isolation")
struct ClosuresOfTheMainActorTests {
  @Test("A3: closures of the main actor run where they are called")
  @MainActor func closuresRunElsewhere() async throws {
    var closures = ClosuresOfTheMainActor()
    closures.passToDiagrams(try MarbleDiagram("a|"))
    closures.passToTime()
    closures.passToExpectations()
    let faults = try await closures.faults(in: ["SignalsMarbles", "SignalsTesting"])
    #expect(faults == [])
  }
}

private typealias Unfailing<Value: Sendable> = EventStream<EitherDrive, Value, Never>

/// One call of every public declaration of the modules that takes a closure.
extension ClosuresOfTheMainActor {
  fileprivate mutating func passToDiagrams(_ diagram: MarbleDiagram) {
    use("MarbleDiagram.play(into:on:value:)") { away in
      diagram.play(into: Observer<String, TestFailure>(), on: away.scheduler) { away.note($0) }
      diagram.play(into: Observer<String, Never>(), on: away.scheduler) { away.note($0) }
    }
    use("MarbleDiagram.producer(on:value:)") { away in
      let failing: SignalProducer<String, TestFailure> = diagram.producer(on: away.scheduler) {
        away.note($0)
      }
      failing.start { _ in }
      let producer: SignalProducer<String, Never> = diagram.producer(on: away.scheduler) { away.note($0) }
      producer.start()
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
      expect("-a|", { (input: Unfailing<String>) in away.note(input.map { $0 }) }, "-a|")
      expect(
        "-a|", { (input: Unfailing<String>, time) in away.note(input.delay(.seconds(1), on: time)) }, "--a|")
    }
    use("expect(_:_:_:)") { away in
      expect("-a|", { away.note($0.retry(1)) }, "-a|")
      expect("-a|", { away.note($0.retry(1).delay(.seconds(1), on: $1)) }, "--a|")
      expect(["-a|", "-b|"], { away.note($0[0].prepend($0[1])) }, "-b-a|")
      expect("-a|", { (input: Signal<String, Never>) in away.note(input.map { $0 }) }, "-a|")
      expect(
        "-a|", { (input: Signal<String, Never>, time) in away.note(input.delay(.seconds(1), on: time)) },
        "--a|")
    }
    use("expect(_:values:_:_:only:)") { away in
      expect("-a|", values: ["a": 1], { away.note($0.map { $0 }) }, "-'1'|")
      expect("-a|", values: ["a": 1], { (input: Unfailing<Int>) in away.note(input.map { $0 }) }, "-'1'|")
    }
    use("expectDisposal(of:_:at:only:)") { away in
      expectDisposal(of: "-a-", { away.note($0.prefix(1)) }, at: 1)
      expectDisposal(of: "---", { away.note($0.prefix(for: .seconds(1), on: $1)) }, at: 1)
      expectDisposal(of: ["-a-"], { away.note($0[0].prefix(1)) }, at: [1])
    }
    use("expectDisposal(of:_:at:)") { away in
      expectDisposal(of: "-a-", { away.note($0.retry(1).prefix(1)) }, at: 1)
    }
    use("expectNoLiveSubscriptions(_:)") { away in expectNoLiveSubscriptions { away.note() } }
    use("expectNoLiveSubscriptions(isolation:_:)") { away in
      Task {
        await expectNoLiveSubscriptions {
          await Task.yield()
          away.note()
        }
      }
    }
    use("checkContract(except:only:_:)") { away in
      checkContract { away.note($0.map { $0 }) }
      checkContract { away.note($0.delay(.seconds(1), on: $1)) }
    }
    use("checkContract(except:_:)") { away in checkContract { away.note($0.retry(1)) } }
  }
}
