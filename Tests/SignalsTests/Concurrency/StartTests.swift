import Testing

@testable import Signals

@Suite struct StartTests {
  @Test func passesNothingWhenClosed() {
    let log = Log<Int>()
    let start = Start()
    start.run {
      start.pass(1) { log.add($0) }
      start.isClosed = true
    }
    start.pass(2) { log.add($0) }
    #expect(log.entries == [])
  }

  @Test func passesNothingWhenDisposedOf() {
    let log = Log<Int>()
    let start = Start()
    start.run {
      start.pass(1) { log.add($0) }
      start.dispose()
      start.pass(2) { log.add($0) }
    }
    #expect(log.entries == [])
  }

  @Test func tellsASourceThatOpensTooLate() {
    let log = Log<String>()
    let start = Start()
    start.dispose()
    #expect(!start.open { log.add("interrupted") })
    #expect(log.entries == ["interrupted"])
    start.dispose()
    #expect(log.entries == ["interrupted"])
  }
}
