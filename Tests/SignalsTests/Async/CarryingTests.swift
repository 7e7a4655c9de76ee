import Signals
import SignalsTesting
import TestSupport
import Testing

/// What a program logs with.
private enum Request {
  @TaskLocal static var name = "none"
  @TaskLocal static var number = 0
}

@Suite(.mayBlock) struct CarryingTests {
  private let scheduler = TestScheduler()
  private let heard = Log<String>()

  private func note<Value, Failure>(_ event: Event<Value, Failure>) {
    heard.add("\(event), \(Request.name) \(Request.number)")
  }

  // MARK: What is lost, and what is not

  @Test("Values that are sent at once are in the task of the start") func staysInTheTask() {
    Request.$name.withValue("a") { SignalProducer<Int, Never>([1, 2]).map { $0 + 1 }.start(note) }
    #expect(heard.entries == ["next(2), a 0", "next(3), a 0", "completed, a 0"])
  }

  @Test("A scheduler does not have the values of the start") func isLost() {
    Request.$name.withValue("a") {
      SignalProducer<Int, Never>(value: 1).receive(on: scheduler).start(note)
      SignalProducer<Int, Never>(value: 2).delay(.seconds(1), on: scheduler).start(note)
    }
    scheduler.run()
    #expect(
      heard.entries == ["next(1), none 0", "completed, none 0", "next(2), none 0", "completed, none 0"])
  }

  @Test("The tasks of a stream have the values of its start") func tasksHaveThem() async {
    let task = SignalProducer<String, Never>.task { Request.name }
    #expect(await Request.$name.withValue("a") { await task.firstValue() } == "a")
    let answers = SignalProducer<Int, Never>(value: 1).flatMap(.concat) { number in
      await Task.yield()
      return "\(number) \(Request.name)"
    }
    #expect(await Request.$name.withValue("b") { await answers.firstValue() } == "1 b")
  }

  // MARK: Carried

  @Test func bindsThemForEachEvent() {
    let late = SignalProducer<Int, Never>([1, 2]).receive(on: scheduler)
    Request.$name.withValue("a") { _ = late.carrying(Request.$name).start(note) }
    Request.$name.withValue("b") {
      Request.$number.withValue(7) {
        _ = late.carrying(Request.$name).carrying(Request.$number).start(note)
      }
    }
    scheduler.run()
    #expect(
      heard.entries == [
        "next(1), a 0", "next(2), a 0", "completed, a 0", "next(1), b 7", "next(2), b 7", "completed, b 7",
      ])
    #expect(Request.name == "none")
  }

  @Test("A signal has the values of the moment in which it is derived") func ofASignal() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let carried = Request.$name.withValue("a") { signal.carrying(Request.$name) }
    carried.observe(note)
    Request.$name.withValue("b") { input.send(1) }
    input.complete()
    #expect(heard.entries == ["next(1), a 0", "completed, a 0"])
  }

  @Test("Streams and tasks that start below have them") func startsBelow() async throws {
    let late = SignalProducer<Int, Never>(value: 1).receive(on: scheduler)
    let inner = SignalProducer<String, Never>.deferred { SignalProducer(value: Request.name) }
    Request.$name.withValue("a") {
      _ = late.carrying(Request.$name).flatMap(.concat) { _ in inner }.start(note)
      _ = late.carrying(Request.$name).flatMap(.concat) { _ in await Self.name() }.start(note)
    }
    scheduler.run()
    #expect(try await eventually { heard.entries.count == 4 })
    #expect(heard.entries.prefix(2) == ["next(a), a 0", "completed, a 0"])
    #expect(heard.entries.contains("next(a), a 0"))
  }

  private static func name() async -> String {
    await Task.yield()
    return Request.name
  }

  @Test("Each of several threads sends with its own values") func manyThreads() {
    let count = rounds(2000)
    let wrong = Log<String>()
    onThreads(4) { thread in
      let scheduler = TestScheduler()
      Request.$number.withValue(thread) {
        _ = SignalProducer<Int, Never>(0..<count).receive(on: scheduler, buffering: .unbounded)
          .carrying(Request.$number)
          .startWithValues { _ in if Request.number != thread { wrong.add("\(thread): \(Request.number)") } }
      }
      scheduler.run()
    }
    #expect(wrong.entries == [])
  }

  @Test func forwardsFailure() { expect("--a--x", { $0.carrying(Request.$name) }, "--a--x") }

  @Test func disposesTheSource() { expectDisposal(of: "--a--b--|", { $0.carrying(Request.$name) }, at: 8) }

  @Test func keepsTheContract() { checkContract { $0.carrying(Request.$name) } }
}
