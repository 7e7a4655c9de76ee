import PushPull
import Testing

@Suite struct EventZipTests {
  @Test func pairsValuesAndTakesTheFirstError() {
    let (value, other) = (Event(value: "a"), Event(value: 1))
    let (x, y) = (Event<String>(error: Oops(code: 1)), Event<Int>(error: Oops(code: 2)))
    #expect("\(value.zip(with: other))" == #"next(("a", 1))"#)
    #expect("\(value.zip(with: y))" == "failed(Oops(code: 2))")
    #expect("\(x.zip(with: other))" == "failed(Oops(code: 1))")
    #expect("\(x.zip(with: y))" == "failed(Oops(code: 1))")
  }
}
