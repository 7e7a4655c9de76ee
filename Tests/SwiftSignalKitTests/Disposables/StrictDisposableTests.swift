import SwiftSignalKit
import Testing

@Suite struct StrictDisposableTests {
  @Test func disposesOfWhatItWraps() {
    let trace = Trace()
    let disposable = ActionDisposable { trace.add("disposed") }.strict()
    disposable.dispose()
    disposable.dispose()
    #expect(trace.lines == ["disposed"])
  }

  #if DEBUG
    @Test func saysWhereItWasMadeWhenItIsReleasedUndisposed() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        _ = ActionDisposable {}.strict(file: "Page.swift", line: 12)
        _ = Signal<Int, NoError>.never().startStrict(file: "Page.swift", line: 13)
        ActionDisposable {}.strict(file: "Page.swift", line: 14).dispose()
      }
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains("Leaked disposable ActionDisposable from Page.swift:12"))
      #expect(message.contains("from Page.swift:13"))
      #expect(!message.contains("Page.swift:14"))
    }
  #endif
}
