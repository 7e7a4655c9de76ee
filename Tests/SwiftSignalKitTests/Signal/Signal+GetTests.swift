import typealias Signals.SignalProducer
import SwiftSignalKit
import Testing
import TestSupport

@Suite struct SignalGetTests {
  @Test func isTheFirstValue() async {
    #expect(await numbers([7, 8]).get() == 7)
  }

  @Test func disposesOfTheSource() async throws {
    let source = Source<Int, NoError>()
    async let value = source.signal.get()
    #expect(try await eventually { source.starts == 1 })
    source.put(7)
    #expect(await value == 7)
    #expect(source.running == 0)
  }

  @Test("mend: the throwing form resumes on an empty completion")
  func throwsOnEmptyCompletion() async {
    await #expect(throws: SignalWithoutValue()) { try await Signal<Int, NoError>.complete().getOrThrow() }
  }

  @Test("mend: the throwing form resumes on cancellation")
  func throwsOnCancellation() async throws {
    let source = Source<Int, NoError>()
    let task = Task { try await source.signal.getOrThrow() }
    #expect(try await eventually { source.starts == 1 })
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(source.running == 0)
  }

  @Test func throwsWhenItWasCancelledBefore() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await Signal<Int, NoError>.never().getOrThrow()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("The throwing form starts nothing in a cancelled task")
  func startsNothingWhenItWasCancelledBefore() async {
    let trace = Trace()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await (numbers([7]) |> beforeStarted { trace.add("started") }).getOrThrow()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(trace.lines == [])
  }

  @Test("A cancelled plain form returns a value that comes at once")
  func returnsAValueThatIsThere() async {
    let source = Source<Int, NoError>()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      let first = await Promise(7).get().get()
      return await (numbers([first, 8]) |> then(source.signal)).get()
    }
    #expect(await task.value == 7)
    #expect(source.starts == 0)
  }

  @Test("mend: the plain form stops on an empty completion")
  func stopsOnEmptyCompletion() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = await Signal<Int, NoError>.complete().get()
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Signal.get(): the signal completed without a value; use getOrThrow()"))
  }

  @Test("mend: the plain form stops with a message on cancellation")
  func stopsOnCancellation() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = await Signal<Int, NoError>.never().get()
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Signal.get(): the task was cancelled; use getOrThrow()"))
  }

  @Test("An interrupted signal of the core is not called cancelled")
  func stopsOnInterruption() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = await SignalProducer<Int, Never> { observer, _ in observer.interrupt() }.signalKit.get()
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Signal.get(): the signal was interrupted; use getOrThrow()"))
    await #expect(throws: CancellationError.self) {
      try await SignalProducer<Int, Never> { observer, _ in observer.interrupt() }.signalKit.getOrThrow()
    }
  }

  @Test("A4: a loop leaves its thread to others", arguments: [false, true])
  func leavesItsThread(cancelled: Bool) async {
    let count = await repetitionsUntilOthersRun(cancelled: cancelled) {
      { _ = try? await numbers([7]).getOrThrow() }
    }
    #expect(count <= 1024)
    #expect(await repetitionsUntilOthersRun { { _ = await numbers([7]).get() } } <= 1024)
  }
}
