import Signals
import Testing

/// Serial, because each test notes what comes from this file.
@Suite("Contract, failures that reach no closure", .serialized)
final class FailureRuleTests {
  private let log = Log<UnhandledFailure>()
  private let observation: any Disposable

  init() { observation = UnhandledFailures.observe { [log] in if $0.fileID == #fileID { log.add($0) } } }

  deinit { observation.dispose() }

  private var lines: [UInt] { log.entries.map(\.line) }

  @Test("X3: a failure without a closure is reported with its place")
  func reported() {
    let lifetime = Subscription()
    let line: UInt = #line
    SignalProducer<Int, Oops>(error: Oops()).start(Observer(next: { _ in }))
    SignalProducer<Int, Oops>(error: Oops()).map { $0 + 1 }.start(Observer(completed: {}))
    let (signal, input) = Signal<Int, Oops>.pipe()
    signal.observe(Observer())
    signal.observe(during: lifetime, Observer(interrupted: {}))
    input.fail(Oops())
    #expect(lines == [line + 1, line + 2, line + 4, line + 5])
    #expect(log.entries.allSatisfy { $0.failure is Oops })
    #expect(log.entries.first?.description == "\(#fileID):\(line + 1): unhandled failure: \(Oops())")
  }

  @Test("X3: each start reports its own failure, once")
  func eachStart() {
    let observer = Observer<Int, Oops>(next: { _ in })
    for _ in 0..<3 { SignalProducer<Int, Oops>(error: Oops()).start(observer) }
    #expect(lines == [UInt(#line - 2), UInt(#line - 2), UInt(#line - 2)])
  }

  @Test("X3: a failure that reaches a closure is not reported")
  func handled() {
    let failing = SignalProducer<Int, Oops>(error: Oops())
    failing.start(Observer(failed: { _ in }))
    failing.start(Observer(next: { _ in }, end: { _ in }))
    failing.start { _ in }
    failing.startWithFailed { _ in }
    failing.startWithResult { _ in }
    failing.completeOnError().start()
    failing.catch { _ in SignalProducer<Int, Oops>.empty }.start(Observer(next: { _ in }))
    failing.retry(2).startWithFailed { _ in }
    #expect(lines.isEmpty)
  }

  @Test("X3: other ends are not reported")
  func otherEnds() {
    SignalProducer<Int, Oops>(value: 1).start(Observer(next: { _ in }))
    SignalProducer<Int, Oops>.never.start(Observer(next: { _ in })).dispose()
    let (signal, input) = Signal<Int, Oops>.pipe()
    signal.observe(Observer(next: { _ in })).dispose()
    input.fail(Oops())
    #expect(lines.isEmpty)
  }

  @Test("X3: an observer may start what fails, and end itself")
  func reentrant() {
    let own = SerialDisposable()
    own.inner = UnhandledFailures.observe { failure in
      guard failure.fileID == #fileID else { return }
      own.dispose()
      SignalProducer<Int, Oops>(error: Oops()).start(Observer(next: { _ in }))
    }
    SignalProducer<Int, Oops>(error: Oops()).start(Observer(next: { _ in }))
    let line: UInt = #line - 1
    #expect(lines == [line, line - 2])
  }

  @Test("X3: one that is disposed of in the delivery gets nothing")
  func disposedInDelivery() {
    let (second, calls) = (SerialDisposable(), Log<UInt>())
    let first = UnhandledFailures.observe { if $0.fileID == #fileID { second.dispose() } }
    second.inner = UnhandledFailures.observe { if $0.fileID == #fileID { calls.add($0.line) } }
    SignalProducer<Int, Oops>(error: Oops()).start(Observer(next: { _ in }))
    #expect(lines.count == 1 && calls.entries.isEmpty)
    first.dispose()
  }

  @Test("X3: what has observed them is released with its end")
  func released() {
    weak var captured: Subscription?
    let observation: any Disposable
    do {
      let subscription = Subscription()
      captured = subscription
      observation = UnhandledFailures.observe { _ in withExtendedLifetime(subscription) {} }
    }
    #expect(captured != nil)
    observation.dispose()
    #expect(captured == nil)
  }

  @Test("X3: unobserved, debug builds print it, release builds do not")
  func printed() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      SignalProducer<Int, Oops>(error: Oops()).start(
        Observer(next: { _ in }, fileID: "Feed/Page.swift", line: 12))
    }
    let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    let line = "Feed/Page.swift:12: unhandled failure: \(Oops())"
    #if DEBUG
      #expect(output.contains(line))
    #else
      #expect(!output.contains(line))
    #endif
  }
}
