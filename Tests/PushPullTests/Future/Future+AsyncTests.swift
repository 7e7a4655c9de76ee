import PushPull
import TestSupport
import Testing

@Suite struct FutureAsyncTests {
  @Test func waitsForTheValue() async throws {
    let length = Future<String> { done in Task { done(Event(value: "test")) } }.map { $0.count }
    #expect(try await length.value == 4)
    #expect(try await Future(value: 1).value == 1)
  }

  @Test func throwsTheError() async {
    await #expect(throws: Oops(code: 1)) { try await Future<Int>(error: Oops(code: 1)).value }
  }

  @Test func readingItTwiceDoesTheWorkTwice() async throws {
    let trace = Trace()
    let work = Future<Int> { done in
      trace.add("runs")
      done(Event(value: trace.lines.count))
    }
    #expect(try await work.value == 1)
    #expect(try await work.value == 2)
  }

  @Test func cancellingTheTaskCancelsTheWork() async throws {
    let trace = Trace()
    let endless = Future<Int> { _, lifetime in
      trace.add("runs")
      lifetime.onEnd { trace.add("cancelled") }
    }
    let task = Task { try await endless.value }
    #expect(try await eventually { trace.lines == ["runs"] })
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await eventually { trace.lines == ["runs", "cancelled"] })
  }

  @Test func aTaskThatIsCancelledBeforeDoesNoWork() async {
    let trace = Trace()
    let work = Future<Int> { done in
      trace.add("runs")
      done(Event(value: 1))
    }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await work.value
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(trace.lines == [])
  }

  @Test("A4: a loop leaves its thread to others", arguments: [false, true])
  func leavesItsThread(cancelled: Bool) async {
    let count = await repetitionsUntilOthersRun(cancelled: cancelled) {
      { _ = try? await Future(value: 1).value }
    }
    #expect(count <= 1024)
  }
}
