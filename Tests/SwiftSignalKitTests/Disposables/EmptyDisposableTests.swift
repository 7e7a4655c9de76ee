import SwiftSignalKit
import Testing

@Suite struct EmptyDisposableTests {
  @Test("keep: there is one")
  func isShared() {
    let mine: any Disposable = EmptyDisposable
    mine.dispose()
    #expect(mine === EmptyDisposable)
  }
}
