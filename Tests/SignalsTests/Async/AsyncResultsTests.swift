import Dispatch
import Signals
import Testing

@Suite struct AsyncResultsTests {
  private let numbers = SignalProducer<Int, Oops>([1, 2, 3])

  @Test func theFirstTheLastAndAll() async throws {
    #expect(try await numbers.firstValue() == 1)
    #expect(try await numbers.lastValue() == 3)
    #expect(try await numbers.allValues() == [1, 2, 3])
  }

  @Test func withoutAValueThereIsNilButAllOfNoneAreNone() async throws {
    #expect(try await SignalProducer<Int, Oops>.empty.firstValue() == nil)
    #expect(try await SignalProducer<Int, Oops>.empty.lastValue() == nil)
    #expect(try await SignalProducer<Int, Oops>.empty.allValues() == [])
  }

  @Test func aPartIsNotAll() async throws {
    let cut = SignalProducer<Int, Oops> { observer, _ in
      observer.send(1)
      observer.interrupt()
    }
    #expect(try await cut.allValues() == nil)
    #expect(try await cut.lastValue() == nil)
    #expect(try await cut.firstValue() == 1)
  }

  @Test func theFailureHasItsType() async {
    let failing = SignalProducer<Int, Oops> { observer, _ in
      observer.send(1)
      observer.fail(Oops(code: 7))
    }
    do throws(Oops) {
      #expect(try await failing.firstValue() == 1)
      _ = try await failing.lastValue()
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.code == 7)
    }
    await #expect(throws: Oops(code: 7)) { try await failing.allValues() }
  }

  @Test func streamsThatCannotFailNeedNoTry() async {
    let numbers = SignalProducer<Int, Never>([1, 2, 3])
    #expect(await numbers.firstValue() == 1)
    #expect(await numbers.lastValue() == 3)
    #expect(await numbers.allValues() == [1, 2, 3])
    #expect(await Future<Int, Never>(value: 4).value == 4)
  }

  @Test("A2: after the first value the start is disposed of") func theFirstIsEnough() async {
    let log = Log<String>()
    let endless = SignalProducer<Int, Never>.repeating(1).on(
      next: { log.add("\($0)") }, interrupted: { log.add("interrupted") })
    #expect(await endless.firstValue() == 1)
    #expect(log.entries.first == "1")
    #expect(log.entries.count <= 2)
  }

  @Test("D4: an answered task leaves nothing behind in a signal") func nothingStays() async {
    let (signal, input) = Signal<Probe, Never>.pipe()
    let log = Log<String>()
    let steps = Steps()
    _ = steps.begin { _ = await signal.firstValue() }
    input.send(Probe { log.add("released") })
    steps.run()
    #expect(log.entries == ["released"])
    withExtendedLifetime(input) {}
  }

  @Test func futuresDoTheirWorkForEachReader() async throws {
    let starts = Counter()
    let future = Future<Int, Oops> { resolve, _ in
      starts.increment()
      resolve(.success(starts.value))
    }
    #expect(try await future.value == 1)
    #expect(try await future.value == 2)
    let failing = Future<Int, Oops>(error: Oops(code: 3))
    await #expect(throws: Oops(code: 3)) { try await failing.value }
  }

  @Test("A2: cancelling a task cancels the work of its future") func cancellingCancelsTheWork() {
    let (steps, log) = (Steps(), Log<String>())
    let future = Future<Int, Never> { _, lifetime in lifetime.onEnd { log.add("cancelled") } }
    let task = steps.begin { log.add("\(String(describing: await future.value))") }
    #expect(log.entries == [])
    task.cancel()
    steps.run()
    #expect(log.entries == ["cancelled", "nil"])
  }

  @Test("A5: the calling actor is not left") @MainActor func staysOnTheActor() async throws {
    let main = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: main, value: true)
    defer { DispatchQueue.main.setSpecific(key: main, value: nil) }
    let queues = Log<Bool>()
    let work = SignalProducer<Int, Never> { observer, _ in
      queues.add(DispatchQueue.getSpecific(key: main) ?? false)
      observer.send(1)
      observer.complete()
    }
    _ = await work.firstValue()
    _ = await work.lastValue()
    _ = await work.allValues()
    _ = await Future<Int, Never> { resolve, _ in
      queues.add(DispatchQueue.getSpecific(key: main) ?? false)
      resolve(.success(1))
    }.value
    for await _ in work.values() {}
    #expect(queues.entries == [true, true, true, true, true])
  }
}
