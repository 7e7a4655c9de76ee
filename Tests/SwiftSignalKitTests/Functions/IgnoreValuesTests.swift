import SwiftSignalKit
import Testing

@Suite struct IgnoreValuesTests {
  @Test func passesOnTheEndOnly() {
    #expect((numbers(1...3) |> ignoreValues).lines == ["completed"])
    #expect((Signal<Int, String>.fail("x") |> ignoreValues).lines == ["error x"])
  }
}
