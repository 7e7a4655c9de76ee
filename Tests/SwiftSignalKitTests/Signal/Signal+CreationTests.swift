import SwiftSignalKit
import Testing

@Suite struct SignalCreationTests {
  @Test func sendsWhatItsNameSays() {
    #expect(Signal<Int, String>.single(1).lines == ["1", "completed"])
    #expect(Signal<Int, String>.complete().lines == ["completed"])
    #expect(Signal<Int, String>.fail("x").lines == ["error x"])
    #expect(Signal<Int, String>.never().lines == [])
  }
}
