import TestSupport
import Testing

@Suite struct InterruptionsTests {
  /// In a program of its own, which the signals would end otherwise.
  @Test func sendsTheSignalsThatAskTheProgramToEnd() throws {
    let folder = try TemporaryFolder()
    let program = try CompiledProgram(
      """
      import Foundation
      import Signals
      import SignalsFoundation

      let isOver = DispatchSemaphore(value: 0)
      SignalProducer.interruptions.prefix(2).start { event in
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
}
