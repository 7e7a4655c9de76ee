import TestSupport
import Testing

@Suite(.mayBlock) struct TerminationSignalsTests {
  /// In a program of its own, which the signals would end otherwise.
  @Test func sendsTheSignalsThatAskTheProgramToEnd() throws {
    let folder = try TemporaryFolder()
    let program = try CompiledProgram(
      """
      import Foundation
      import Signals
      import SignalsFoundation

      let isOver = DispatchSemaphore(value: 0)
      SignalProducer.terminationSignals.prefix(2).start { event in
        print(event)
        isOver.signal()
      }
      kill(getpid(), SIGTERM)
      isOver.wait()
      kill(getpid(), SIGINT)
      isOver.wait()
      isOver.wait()
      // Also when the stream is over they do nothing else.
      kill(getpid(), SIGINT)
      print("still here")
      """, using: ["Signals", "SignalsFoundation", "SystemCalls"], in: folder.url.appending(path: "program"))
    #expect(try program.run() == "next(15)\nnext(2)\ncompleted\nstill here\n")
  }

  /// Dispatch notifies only the first of two sources for a signal. Here all threads but one block the signals, as those of
  /// the test do, which starts the program.
  @Test func notifiesEveryStart() throws {
    let folder = try TemporaryFolder()
    let program = try CompiledProgram(
      """
      import Foundation
      import Signals
      import SignalsFoundation

      let isTold = DispatchSemaphore(value: 0)
      func listen() -> any Disposable {
        SignalProducer.terminationSignals.startWithValues { _ in isTold.signal() }
      }
      func wait(for count: Int) {
        for _ in 0..<count where isTold.wait(timeout: .now() + 60) == .timedOut { print("not told") }
      }
      for _ in 0..<100 { listen().dispose() }
      let second = listen()
      let third = listen()
      kill(getpid(), SIGTERM)
      wait(for: 2)
      second.dispose()
      kill(getpid(), SIGTERM)
      wait(for: 1)
      third.dispose()
      let last = listen()
      kill(getpid(), SIGINT)
      wait(for: 1)
      last.dispose()
      print("told")
      """, using: ["Signals", "SignalsFoundation", "SystemCalls"], in: folder.url.appending(path: "program"))
    let output = try program.run()
    #expect(output == "told\n")
  }
}
