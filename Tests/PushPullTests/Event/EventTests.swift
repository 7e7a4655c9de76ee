import PushPull
import Testing

@Suite struct EventTests {
  @Test func hasAValueOrAnError() {
    #expect(Event(value: 4).value == 4)
    #expect(Event(value: 4).error == nil)
    #expect(Event<Int>(error: Oops(code: 1)).value == nil)
    #expect(Event<Int>(error: Oops(code: 1)).error as? Oops == Oops(code: 1))
  }

  @Test func saysWhatItIs() {
    #expect("\(Event.next(value: 4))" == "next(4)")
    #expect("\(Event<Int>.failed(error: Oops()))" == "failed(Oops(code: 0))")
  }
}
