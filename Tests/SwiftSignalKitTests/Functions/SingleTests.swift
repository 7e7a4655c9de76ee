import SwiftSignalKit
import Testing

@Suite struct SingleTests {
  @Test func sendsWhatItsNameSays() {
    #expect(single(1, String.self).lines == ["1", "completed"])
    #expect(fail(Int.self, "x").lines == ["error x"])
    #expect(complete(Int.self, String.self).lines == ["completed"])
    #expect(never(Int.self, String.self).lines == [])
  }
}
