import SwiftSignalKit
import Testing

@Suite struct MapTests {
  @Test func transformsEachValue() {
    #expect((numbers(1...3) |> map { "<\($0)>" }).lines == ["<1>", "<2>", "<3>", "completed"])
    #expect((Signal<Int, String>.fail("x") |> map { $0 }).lines == ["error x"])
  }

  @Test func filterPassesOnWhatSatisfiesTheCondition() {
    #expect((numbers(1...4) |> filter { $0 % 2 == 0 }).lines == ["2", "4", "completed"])
  }

  @Test func flatMapTransformsInsideTheOptional() {
    let signal = numbers(1...3) |> map { $0 == 2 ? nil : $0 } |> flatMap { $0 * 10 } |> map { $0 ?? 0 }
    #expect(signal.lines == ["10", "0", "30", "completed"])
  }

  @Test func mapErrorTransformsTheError() {
    #expect((Signal<Int, String>.fail("x") |> mapError { $0.count }).lines == ["error 1"])
    #expect((Signal<Int, String>.single(1) |> mapError { $0.count }).lines == ["1", "completed"])
  }

  @Test func castErrorPassesOnEverything() {
    let (trace, source) = (Trace(), Source<Int, NoError>())
    (source.signal |> castError(String.self)).trace(to: trace)
    source.put(1)
    source.complete()
    #expect(trace.lines == ["1", "completed"])
    #expect(source.running == 0)
  }

  @Test func valuesAndErrorsMayBeOfAnyType() {
    final class Restless {
      var count = 0
    }
    let trace = Trace()
    let signal = Signal<Restless, Restless> { subscriber in
      subscriber.putNext(Restless())
      subscriber.putError(Restless())
      return EmptyDisposable
    }
    let counted =
      signal
      |> map { restless -> Restless in
        restless.count += 1
        return restless
      }
    counted.start(next: { trace.add($0.count) }, error: { trace.add($0.count) })
    #expect(trace.lines == ["1", "0"])
  }
}
