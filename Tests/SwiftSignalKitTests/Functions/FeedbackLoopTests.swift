import SwiftSignalKit
import TestSupport
import Testing

@Suite struct FeedbackLoopTests {
  private func doubling(until limit: Int) -> Signal<Int, NoError> {
    feedbackLoop(
      once: { state in
        switch state {
        case .initial: .single(1)
        case .loop(let sum): sum < limit ? .single(sum) : nil
        }
      }, reduce: { $0 + $1 })
  }

  @Test("mend: each signal is made of the values so far")
  func feedsBack() {
    #expect(doubling(until: 10).lines == ["1", "2", "4", "8", "16", "completed"])
  }

  @Test func anErrorEndsIt() {
    let signal = feedbackLoop(
      once: { state in
        if case .initial = state { Signal<Int, String>.single(1) } else { .fail("x") }
      }, reduce: { $0 + $1 })
    #expect(signal.lines == ["1", "error x"])
  }

  @Test func usesConstantStack() {
    onSmallStack {
      let last = feedbackLoop(
        once: { (state: SignalFeedbackLoopState<Int>) -> Signal<Int, NoError>? in
          if case .loop(let count) = state, count >= rounds(50_000) { return nil }
          return single(1, NoError.self)
        }, reduce: { $0 + $1 })
      #expect((last |> takeLast).lines == ["\(rounds(50_000))", "completed"])
    }
  }

  @Test func disposingEndsIt() {
    let source = Source<Int, NoError>()
    let disposable = feedbackLoop(once: { _ in source.signal }, reduce: { $0 + $1 }).start()
    source.complete()
    disposable.dispose()
    #expect(source.starts == 2)
    #expect(source.running == 0)
  }
}
