import Signals
import SignalsTesting
import Testing

@Suite struct UsingTests {
  @Test func letsGoOfTheResourceAfterTheLastEvent() {
    let log = Log<String>()
    let numbers = SignalProducer<Int, Never>.using(
      { AnyDisposable { log.add("closed") } }, { _ in SignalProducer([1, 2]) })
    numbers.start { log.add("\($0)") }
    #expect(log.entries == ["next(1)", "next(2)", "completed", "closed"])
  }

  @Test func letsGoOfTheResourceAfterWhatAGeneratorRegistersLate() {
    let log = Log<String>()
    let numbers = SignalProducer<Int, Never>.using(
      { AnyDisposable { log.add("closed") } },
      { _ in
        SignalProducer { observer, lifetime in
          observer.complete()
          lifetime.onEnd { log.add("generator") }
        }
      })
    numbers.on(disposed: { log.add("disposed") }).start()
    #expect(log.entries == ["generator", "closed", "disposed"])
  }

  /// A start that serves as a resource is paused with what uses it.
  @Test func passesPausesToTheResource() {
    let log = Log<String>()
    let numbers = SignalProducer<Int, Never>.using({ Pausable(log) }, { _ in SignalProducer.never })
    let start = numbers.start()
    start.pause()
    start.resume()
    start.dispose()
    start.dispose()
    #expect(log.entries == ["paused", "resumed", "closed"])
  }

  @Test func letsGoOfTheResourceOfEachStart() {
    let log = Log<String>()
    let never = SignalProducer<Int, Never>.using(
      { AnyDisposable { log.add("closed") } }, { _ in SignalProducer.never })
    let first = never.start { log.add("\($0)") }
    never.start()
    #expect(log.entries.isEmpty)
    first.dispose()
    #expect(log.entries == ["interrupted", "closed"])
  }

  @Test func acquiresNothingForAStartThatWasDisposedOf() {
    let log = Log<String>()
    let numbers = SignalProducer<Int, Never>.using(
      {
        log.add("opened")
        return AnyDisposable {}
      }, { _ in SignalProducer([1, 2]) })
    numbers.startWithSignal { signal, interrupter in
      signal.observe { log.add("\($0)") }
      interrupter.dispose()
    }
    #expect(log.entries == ["interrupted"])
  }

  /// The pushed stream may be the only one that refers to the start.
  @Test func goesOnWithAPushedStreamWhenTheDisposableIsDropped() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let log = Log<String>()
    do {
      SignalProducer<Int, Never>.using({ AnyDisposable { log.add("closed") } }, { _ in signal })
        .prefix(2).start { log.add("\($0)") }
    }
    (1...3).forEach(input.send)
    #expect(log.entries == ["next(1)", "next(2)", "completed", "closed"])
  }
}

private final class Pausable: Disposable {
  private let log: Log<String>

  init(_ log: Log<String>) { self.log = log }

  var isDisposed: Bool { log.entries.contains("closed") }

  func dispose() { log.add("closed") }

  func pause() { log.add("paused") }

  func resume() { log.add("resumed") }
}
