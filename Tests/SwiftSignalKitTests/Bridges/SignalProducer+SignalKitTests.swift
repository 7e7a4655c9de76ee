import Signals
import SwiftSignalKit
import Testing

@Suite struct SignalKitOfProducerTests {
  private struct Oops: Error, Equatable {}

  @Test func aProducerBecomesASignal() {
    let signal: SwiftSignalKit.Signal<Int, NoError> = SignalProducer<Int, Never>([1, 2]).signalKit
    #expect(signal.lines == ["1", "2", "completed"])
    #expect(SignalProducer<Int, Oops>(error: Oops()).signalKit.lines == ["error Oops()"])
    #expect((SignalProducer<Int, Never>([1, 2]).signalKit |> take(1)).lines == ["1", "completed"])
  }

  @Test func anInterruptionIsSilent() {
    let trace = Trace()
    var (output, input): (Signals.Signal<Int, Never>, Observer<Int, Never>?) = Signals.Signal.pipe()
    output.producer.signalKit.trace(to: trace)
    input?.send(1)
    input = nil
    #expect(trace.lines == ["1"])
    output = .never
  }

  @Test func thereAndBackAgain() {
    #expect(numbers(1...3).producer.signalKit.lines == ["1", "2", "3", "completed"])
  }
}
