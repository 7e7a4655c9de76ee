import PushPull
import TestSupport
import Testing

/// In a file of its own, because `Recording` lists by file.
@Suite struct LiveSubscriptionTests {
  @Test("X2: Subscriptions and starts are listed with their lines")
  func subscriptionsAreListed() {
    Recording.begin()
    defer { Recording.end() }
    var lines: [UInt] { Recording.lines(of: #fileID) }
    var (signal, future): (Signal<Int>?, Future<Int>?) = (Signal(), Future { _ in })
    let line: UInt = #line
    signal?.subscribe { _ in }
    signal?.subscribeNext { _ in }
    signal?.subscribeFailed { _ in }
    let subscription = signal?.subscription { _ in }
    let start = future?.start { _ in }
    #expect(lines == (1...5).map { line + $0 })
    subscription?.dispose()
    start?.dispose()
    #expect(lines == (1...3).map { line + $0 })
    signal = nil
    future = nil
    #expect(lines.isEmpty)
  }
}
