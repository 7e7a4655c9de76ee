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

  @Test(
    "D2: also the second disposal stops a source that is inside, when the first has not come to the gate yet")
  func stopsAsTheSecond() {
    let log = Log<Int>()
    let start = Start()
    SignalProducer<Int, Never>(1...3).attach(
      .values {
        log.add($0)
        start.isAskedToEnd.store(true, ordering: .relaxed)
        start.dispose()
      }, start)
    #expect(log.entries == [1])
    #expect(start.isDisposed)
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
