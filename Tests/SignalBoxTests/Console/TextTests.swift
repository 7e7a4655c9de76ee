import Testing

@testable import SignalBox

@Suite struct TextTests {
  @Test func fills() {
    #expect("ab".padded(to: 4) == "ab  ")
    #expect("ab".aligned(to: 4) == "  ab")
    #expect("abcde".padded(to: 4) == "abcde")
  }

  @Test func shortensInTheMiddle() {
    #expect("abcdefgh".shortened(to: 8) == "abcdefgh")
    #expect("abcdefgh".shortened(to: 5) == "ab…gh")
    #expect("abcdefgh".shortened(to: 4) == "a…gh")
  }

  @Test func wrapsBetweenWords() {
    #expect("to be or not to be".wrapped(to: 6) == ["to be", "or not", "to be"])
    #expect("indivisible word".wrapped(to: 4) == ["indivisible", "word"])
    #expect("".wrapped(to: 4) == [])
  }

  @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567")])
  func groupsDigits(number: Int, text: String) {
    #expect(number.grouped == text)
  }

  @Test func counts() {
    #expect(1.of("file") == "1 file")
    #expect(0.of("file") == "0 files")
    #expect(1200.of("file") == "1,200 files")
  }
}
