import Testing

@testable import Stress

@Suite struct OrderCheckTests {
  private let whole = [Item(0, 1), Item(1, 1), Item(0, 2), Item(1, 2)].map(\.id)

  @Test func sameIsSame() { #expect(OrderCheck.difference(whole, from: whole) == nil) }

  @Test func findsAnotherOrder() {
    #expect(
      OrderCheck.difference([whole[0], whole[2], whole[1], whole[3]], from: whole)
        == "value 1 is number 2 of sender 0 for one and number 1 of sender 1 for the other")
  }

  @Test func findsWhatIsMissingAtTheEnd() {
    #expect(OrderCheck.difference(whole.dropLast(), from: whole) == "one saw 3 values, the other 4")
  }

  @Test func partsAreAllowed() {
    #expect(OrderCheck.gap(in: [], of: whole) == nil)
    #expect(OrderCheck.gap(in: Array(whole[1...2]), of: whole) == nil)
  }

  @Test func findsGapsInParts() {
    #expect(OrderCheck.gap(in: [whole[0], whole[2]], of: whole) != nil)
    #expect(OrderCheck.gap(in: [Item(7, 7).id], of: whole) == "only one of them saw number 7 of sender 7")
    #expect(OrderCheck.gap(in: whole + [1], of: whole) != nil)
  }
}

extension OrderCheck {
  fileprivate static func difference(_ log: ArraySlice<Int>, from reference: [Int]) -> String? {
    difference(Array(log), from: reference)
  }
}
