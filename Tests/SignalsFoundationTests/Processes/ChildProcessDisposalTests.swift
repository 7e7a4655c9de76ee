import Foundation
import Signals
import SignalsFoundation
import TestSupport
import Testing

@Suite struct ChildProcessDisposalTests {
  @Test func endsTheWholeGroup() async throws {
    let run = Run(shell: "sleep 100000 & echo $!; sleep 100000")
    let inner = try await run.number()
    run.start.dispose()
    #expect(run.events.last == .interrupted)
    try await run.vanish()
    #expect(run.gone == [.killed(signal: SIGTERM)])
    #expect(!isAlive(inner))
    #expect(run.events.last == .interrupted)
  }

  @Test func letsTheProcessCleanUp() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("clean").path
    let run = Run(shell: "trap 'echo bye; touch \(file); exit 7' TERM; echo 1; while :; do sleep 0.01; done")
    _ = try await run.number()
    run.start.dispose()
    try await run.vanish()
    #expect(run.gone == [.exited(status: 7)])
    #expect(FileManager.default.fileExists(atPath: file))
  }

  @Test func killsWhoDoesNotListen() async throws {
    let run = Run(shell: "trap '' TERM; echo $$; while :; do sleep 0.01; done", grace: .milliseconds(100))
    let process = try await run.number()
    run.start.dispose()
    try await run.vanish()
    #expect(run.gone == [.killed(signal: SIGKILL)])
    #expect(!isAlive(process))
  }

  @Test func killsAMemberThatDoesNotListen() async throws {
    let run = Run(
      shell: "(trap '' TERM; while :; do sleep 0.01; done) & echo $!; wait", grace: .milliseconds(100))
    let inner = try await run.number()
    run.start.dispose()
    try await run.vanish()
    #expect(run.gone == [.killed(signal: SIGTERM)])
    #expect(!isAlive(inner))
  }

  @Test func endsAProcessThatIsStopped() async throws {
    let run = Run(shell: "echo $$; kill -STOP $$")
    let process = try await run.number()
    run.start.dispose()
    try await run.vanish()
    #expect(!isAlive(process))
  }

  @Test func endsWhatAProcessLeavesBehind() async throws {
    let run = Run(shell: "sleep 100000 & echo $!", grace: .milliseconds(100))
    let inner = try await run.number()
    try await run.finish()
    #expect(run.events.suffix(2) == [.next(.ended(.exited(status: 0))), .completed])
    #expect(!isAlive(inner))
  }

  @Test func waitsForWhatAProcessLeavesBehind() async throws {
    let run = Run(shell: "(sleep 0.1; echo late) & exit 4")
    try await run.finish()
    #expect(run.output == ["late"])
    #expect(run.events.suffix(2) == [.next(.ended(.exited(status: 4))), .completed])
  }

  #if os(Linux)
    @Test func doesNotWaitForWhoHasLeftTheGroup() async throws {
      let run = Run(shell: "setsid sh -c 'echo $$; exec sleep 100000' & wait $! & sleep 0.2")
      let daemon = try await run.number()
      try await run.finish()
      #expect(isAlive(daemon))
      kill(daemon, SIGKILL)
    }
  #endif

  @Test func reapsEveryProcess() async throws {
    for _ in 0..<20 {
      let run = Run(shell: "echo $$")
      let process = try await run.number()
      try await run.finish()
      #expect(kill(process, 0) == -1 && errno == ESRCH)
    }
  }

  @Test func startsNothingWhenItIsDisposedOfBefore() throws {
    let folder = try TemporaryFolder()
    let process = ChildProcess("touch", [folder.url.appendingPathComponent("a").path])
    process.run().startWithSignal { _, interrupter in interrupter.dispose() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
  }
}
