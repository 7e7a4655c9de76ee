import PushPull
import Signals
import Testing

import enum PushPull.Event
import struct PushPull.Future
import class PushPull.Signal

/// Both modules in one file, and the names mean what was imported by name.
@Suite struct ScopedImportTests {
  @Test func namesThatWereImportedByNameComeFirst() {
    let trace = Trace()
    let words = Signal<String>()
    words.flatMap { Future(value: $0.count) }.subscribe { trace.add($0) }
    words.update(event: Event(value: "test"))
    SignalProducer<Int, Never>(value: 4).start { trace.add($0) }
    #expect(trace.lines == ["next(4)", "next(4)", "completed"])
  }
}
