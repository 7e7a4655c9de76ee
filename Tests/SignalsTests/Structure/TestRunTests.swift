import TestSupport
import Testing

/// What ends a run of the tests that stands still, and what does not.
@Suite("A run of the tests that stands still") struct TestRunTests {
  private let begun = ContinuousClock.now

  /// Looks each second, as ``StallWatchdog`` does.
  ///
  /// - Parameter perSecond: How much processor time the process uses.
  /// - Returns: What is complained of first, and after how many seconds.
  private func firstComplaint(
    in run: inout TestRun, seconds: Int, perSecond: Duration = .zero, hasChildren: Bool = false,
    runsTasks: Bool = true, then action: (inout TestRun, Int) -> Void = { _, _ in }
  ) -> (seconds: Int, text: String)? {
    for second in 1...seconds {
      let look = run.look(
        at: begun + .seconds(second), perSecond * second, hasChildren: hasChildren)
      if let complaint = look.complaint { return (second, complaint) }
      if look.asks, runsTasks { run.taskWasRun() }
      action(&run, second)
    }
    return nil
  }

  @Test("It complains of tests that block all threads of the tasks") func blockedTasks() throws {
    var run = TestRun(at: begun)
    _ = run.begin("b", at: begun)
    _ = run.begin("a", at: begun)
    // However much is computed.
    let found = firstComplaint(
      in: &run, seconds: 100, perSecond: .seconds(1), hasChildren: true, runsTasks: false)
    let complaint = try #require(found)
    #expect(complaint.seconds == 62)
    #expect(complaint.text.contains("no task was run") && complaint.text.hasSuffix("Running: a; b."))
  }

  @Test("It complains when nothing is computed, and names what runs") func nothingIsComputed() throws {
    var run = TestRun(at: begun)
    let first = run.begin("first", at: begun)
    _ = run.begin("second", at: begun)
    let found = firstComplaint(in: &run, seconds: 100, perSecond: .milliseconds(50)) { run, second in
      if second == 20 { run.end(first, at: begun + .seconds(second)) }
    }
    let complaint = try #require(found)
    #expect(complaint.seconds == 81)
    #expect(complaint.text.contains("nothing was computed") && complaint.text.hasSuffix("Running: second."))
  }

  @Test("It complains when none that it knows is running") func noneIsRunning() throws {
    var run = TestRun(at: begun)
    run.end(run.begin("first", at: begun), at: begun)
    let complaint = try #require(firstComplaint(in: &run, seconds: 100))
    #expect(complaint.seconds == 61)
    #expect(complaint.text.hasSuffix("look for one that has begun and not ended."))
  }

  @Test("It does not complain of a machine that is busy") func slowMachine() {
    var run = TestRun(at: begun)
    _ = run.begin("slow", at: begun)
    #expect(firstComplaint(in: &run, seconds: 1000, perSecond: .milliseconds(101)) == nil)
    // Another process works for the test.
    var waiting = TestRun(at: begun)
    _ = waiting.begin("waits", at: begun)
    #expect(firstComplaint(in: &waiting, seconds: 1000, hasChildren: true) == nil)
  }

  @Test("It does not complain of tasks that are run late") func lateTasks() {
    var run = TestRun(at: begun)
    _ = run.begin("slow", at: begun)
    let found = firstComplaint(in: &run, seconds: 1000, perSecond: .seconds(1), runsTasks: false) {
      run, second in
      if second.isMultiple(of: 50) { run.taskWasRun() }
    }
    #expect(found == nil)
  }

  @Test("It does not complain of tests that begin and end, or of none") func tests() {
    var run = TestRun(at: begun)
    let found = firstComplaint(in: &run, seconds: 1000) { run, second in
      let now = begun + .seconds(second)
      if second.isMultiple(of: 50) { run.end(run.begin("short", at: now), at: now) }
    }
    #expect(found == nil)
  }
}
