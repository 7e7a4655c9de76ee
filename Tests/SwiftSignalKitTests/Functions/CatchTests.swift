import SwiftSignalKit
import Testing

@Suite struct CatchTests {
  @Test func goesOnWithAnotherSignal() {
    let signal = Signal<Int, String>.fail("abc") |> `catch` { single($0.count, NoError.self) }
    #expect(signal.lines == ["3", "completed"])
  }

  @Test func disposesOfTheReplacement() {
    let (first, second) = (Source<Int, String>(), Source<Int, String>())
    let disposable = (first.signal |> `catch` { _ in second.signal }).start()
    first.fail("x")
    #expect(first.running == 0)
    #expect(second.running == 1)
    disposable.dispose()
    #expect(second.running == 0)
  }
}
