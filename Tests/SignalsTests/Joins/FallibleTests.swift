import Signals
import SignalsTesting
import Testing

@Suite struct FallibleTests {
  @Test func innerStreamsThatCannotFailFitIntoOnesThatCan() {
    expect("-a-b-x", { $0.flatMap { SignalProducer<String, Never>(value: $0 + $0) } }, "-'aa'-'bb'-x")
  }

  @Test func innerStreamsThatCanFailFitIntoOnesThatCannot() {
    let log = Log<Event<Int, Oops>>()
    SignalProducer<Int, Never>(1...2)
      .flatMap(.concat) { value in
        SignalProducer(value: value).append(SignalProducer<Int, Oops>(error: Oops(code: value)))
      }
      .start(log.observer())
    #expect(log.entries == [.next(1), .failed(Oops(code: 1))])
  }

  @Test("E4: an interrupted inner stream without failures completes")
  func interruption() {
    expect("-a|", { $0.flatMap { _ in Signal<String, Never>.empty } }, "--|")
  }
}
