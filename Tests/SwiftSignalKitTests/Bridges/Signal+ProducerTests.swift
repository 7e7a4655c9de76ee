import Signals
import SignalsTesting
import SwiftSignalKit
import Testing

@Suite struct ProducerOfSignalTests {
  private struct Oops: Error, Equatable {}

  @Test func aSignalBecomesAProducer() {
    let recorder = Recorder<Int, Never>()
    let producer: SignalProducer<Int, Never> = numbers(1...2).producer
    producer.start(recorder.observer)
    #expect(recorder.events == [.next(1), .next(2), .completed])
    let failing = Recorder<Int, Oops>()
    SwiftSignalKit.Signal<Int, Oops>.fail(Oops()).producer.start(failing.observer)
    #expect(failing.events == [.failed(Oops())])
  }

  @Test func disposingOfTheProducerInterruptsItAndDisposesOfTheSignal() {
    let source = Source<Int, NoError>()
    let recorder = Recorder<Int, Never>()
    let start = source.signal.producer.start(recorder.observer)
    source.put(1)
    start.dispose()
    #expect(recorder.events == [.next(1), .interrupted])
    #expect(source.running == 0)
  }
}
