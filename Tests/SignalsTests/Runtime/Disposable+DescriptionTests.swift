import Signals
import Testing

@Suite struct DisposableDescriptionTests {
  @Test func aStartSaysItsState() {
    let start = SignalProducer<Int, Never>.never.start()
    #expect("\(start)" == "Subscription(running)")
    start.pause()
    #expect("\(start)" == "Subscription(paused)")
    start.resume()
    #expect("\(start)" == "Subscription(running)")
    start.dispose()
    #expect("\(start)" == "Subscription(disposed)")
  }

  @Test func aStartThatHasEndedIsNotDisposedOf() {
    let start = SignalProducer<Int, Never>(1...3).start()
    #expect("\(start)" == "Subscription(ended)")
    start.dispose()
    #expect("\(start)" == "Subscription(ended)")
  }

  @Test func anObservationSaysWhetherItIsOver() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let (first, second) = (signal.observeValues { _ in }, signal.observeValues { _ in })
    #expect("\(first)" == "Observation(running)")
    first.dispose()
    #expect("\(first)" == "Observation(over)")
    input.complete()
    #expect("\(second)" == "Observation(over)")
  }

  @Test func aLifetimeSaysWhetherItHasEnded() {
    var property: MutableProperty<Int>? = MutableProperty(1)
    let lifetime = property?.lifetime
    #expect(lifetime?.description == "Lifetime(running)")
    property = nil
    #expect(lifetime?.description == "Lifetime(ended)")
  }

  @Test func containersSayWhetherTheyAreOver() {
    let disposables: [any Disposable] = [
      AnyDisposable {}, CompositeDisposable(), SerialDisposable(), ScopedDisposable(Subscription()),
    ]
    let names = ["AnyDisposable", "CompositeDisposable", "SerialDisposable", "ScopedDisposable"]
    #expect(disposables.map { "\($0)" } == names.map { "\($0)(running)" })
    for disposable in disposables { disposable.dispose() }
    #expect(disposables.map { "\($0)" } == names.map { "\($0)(over)" })
  }
}
