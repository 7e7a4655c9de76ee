import Signals
import SignalsTesting
import Testing

@Suite struct ThrottleTests {
  @Test func passesOnOneValuePerInterval() {
    expect("--a-b-c-------d--|", { $0.throttle(for: .seconds(4), on: $1) }, "--a---c-------d--|")
  }

  @Test func aTrailingValueBeginsAnInterval() {
    expect("a-b---c-----|", { $0.throttle(for: .seconds(4), on: $1) }, "a---b---c---|")
  }

  @Test func leadingOnly() {
    expect(
      "a-b---c-----|", { $0.throttle(for: .seconds(4), trailing: false, on: $1) }, "a-----c-----|")
  }

  @Test func trailingOnly() {
    expect(
      "a-b------c--------|", { $0.throttle(for: .seconds(4), leading: false, on: $1) },
      "----b--------c----|")
  }

  @Test func flushesAtCompletion() {
    expect("a-b|", { $0.throttle(for: .seconds(4), on: $1) }, "a--(b|)")
    expect("a-b|", { $0.throttle(for: .seconds(4), trailing: false, on: $1) }, "a--|")
  }

  @Test func dropsAtFailureAndInterruption() {
    expect("a-bx", { $0.throttle(for: .seconds(4), on: $1) }, "a--x")
    expect("a-b!", { $0.throttle(for: .seconds(4), on: $1) }, "a--!")
  }

  @Test func disposesTheSource() {
    expectDisposal(of: "a-b-c-d-|", { $0.throttle(for: .seconds(4), on: $1).prefix(2) }, at: 4)
  }

  @Test("X1: a negative interval or no edge at all stops the program")
  func misuse() async {
    await #expect(processExitsWith: .failure) {
      _ = Signal<Int, Never>.never.throttle(for: .seconds(-1), on: ImmediateScheduler())
    }
    await #expect(processExitsWith: .failure) {
      _ = Signal<Int, Never>.never.throttle(
        for: .seconds(1), leading: false, trailing: false, on: ImmediateScheduler())
    }
  }

  @Test func keepsTheContract() {
    checkContract { $0.throttle(for: .seconds(2), on: $1) }
    checkContract { $0.throttle(for: .seconds(2), leading: false, on: $1) }
  }
}
