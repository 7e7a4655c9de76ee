import SwiftSignalKit
import Testing

@Suite struct NoErrorTests {
  @Test func identityReturnsWhatItIsGiven() {
    #expect(identity(a: 7) == 7)
    #expect([1, 2].map(identity) == [1, 2])
  }
}
