import PushPull
import Testing

import class Signals.ClockScheduler
import protocol Signals.Disposable

/// One thing of the core, and no name means two things.
@Suite struct SingleNamesTests {
  private func restless(_ words: Signal<String>) -> Signal<String> {
    words.debounce(for: .milliseconds(1), on: ClockScheduler())
  }

  @Test func whatIsNeededOfTheCoreCanBeImportedByName() {
    let words = Signal<String>()
    let subscription: any Disposable = restless(words).subscription { _ in }
    subscription.dispose()
    #expect(subscription.isDisposed)
  }
}
