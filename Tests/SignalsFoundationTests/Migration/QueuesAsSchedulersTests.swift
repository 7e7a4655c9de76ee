import TestSupport
import Testing

/// The compiler says which scheduler runs actions on a queue.
@Suite(.mayBlock) struct QueuesAsSchedulersTests {
  @Test(arguments: [
    "stream.receive(on: DispatchQueue.main)",
    "stream.start(on: DispatchQueue.global())",
    "stream.delay(.seconds(1), on: DispatchQueue.main)",
    "stream.debounce(for: .seconds(1), on: DispatchQueue(label: \"a\"))",
    "stream.receive(on: OperationQueue.main)",
    "stream.receive(on: RunLoop.main)",
  ])
  func theCompilerNamesTheScheduler(mistake: String) throws {
    let errors = try CompiledProgram.errors(
      in: """
        import Foundation
        import Signals
        import SignalsFoundation
        func use(_ stream: SignalProducer<Int, Never>) {
          _ = \(mistake)
        }
        """, using: ["Signals", "SystemCalls", "SignalsFoundation"])
    #expect(errors.keys.sorted() == [5])
    #expect(errors[5]?.contains("use QueueScheduler.main or QueueScheduler(targeting: queue)") == true)
  }
}
