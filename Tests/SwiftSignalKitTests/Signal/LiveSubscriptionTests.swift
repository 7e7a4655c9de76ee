import SwiftSignalKit
import TestSupport
import Testing

/// In a file of its own, because `Recording` lists by file.
@Suite struct LiveSubscriptionTests {
  @Test("X2: Starts are listed with their lines until disposal")
  func startsAreListed() {
    Recording.begin()
    defer { Recording.end() }
    var lines: [UInt] { Recording.lines(of: #fileID) }
    let source = Source<Int, NoError>()
    let line: UInt = #line
    let starts: [any Disposable] = [
      source.signal.start(next: { _ in }),
      source.signal.startStandalone(next: { _ in }),
      source.signal.startStrict(next: { _ in }),
    ]
    #expect(lines == [line + 2, line + 3, line + 4])
    for start in starts { start.dispose() }
    #expect(lines.isEmpty)
  }
}
