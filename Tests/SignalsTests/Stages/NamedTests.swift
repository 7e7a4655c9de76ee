import Signals
import SignalsTesting
import TestSupport
import Testing

/// Serial, because they look at what this file has started.
@Suite(.serialized) final class NamedTests {
  private struct Broken: Error {}

  private let lifetime = Subscription()

  init() { Recording.begin() }

  deinit { Recording.end() }

  private static var mine: [SubscriptionSnapshot] {
    LiveSubscriptions.snapshot.subscriptions.filter { $0.fileID == #fileID }
  }

  @Test func aNameIsThatOfWhatIsBelow() throws {
    let (signal, input) = Signal<Int, Never>.pipe()
    let named = signal.producer.flatMap(.merge) { SignalProducer(value: $0) }.named("numbers").map { "\($0)" }
    let line: UInt = #line - 1
    lifetime += named.startWithValues { _ in }
    input.send(1)
    let terminal = try #require(Self.mine.first { $0.kind == .terminal })
    let name = try #require(Self.mine.first { $0.kind == .named })
    #expect(terminal.name == "numbers" && name.name == "numbers" && name.line == line)
    #expect(name.parent == terminal.number && name.values == "Int" && name.valueCount == 1)
    #expect(Self.mine.first { $0.kind == .inner }?.parent == name.number)
    lifetime.dispose()
  }

  @Test func aNameChangesNothingElse() {
    expect("--a--b--x", { $0.named("letters") }, "--a--b--x")
    let (signal, input) = Signal<Int, Broken>.pipe()
    let received = Guarded<[Int]>([])
    lifetime += signal.named("numbers").observeResult { value in
      received.withLock { $0.append((try? value.get()) ?? 0) }
    }
    input.send(1)
    #expect(Self.mine.first { $0.kind == .named }?.valueCount == 1)
    input.fail(Broken())
    #expect(received.withLock { $0 } == [1, 0])
  }

  @Test func keepsTheContract() { checkContract { $0.named("stream") } }
}
