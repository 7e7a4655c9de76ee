import SwiftSignalKit

/// The chains of the scenarios, in the dialect.

@inline(never)
private func numbers(below end: Int) -> Signal<Int, NoError> {
  Signal { subscriber in
    for number in 0..<end { subscriber.putNext(number) }
    subscriber.putCompletion()
    return EmptyDisposable
  }
}

@inline(never)
private func sumOfEvenTriples(_ source: Signal<Int, NoError>) -> Signal<Int, NoError> {
  let chain = source |> map { $0 &* 3 } |> filter { $0 & 1 == 0 } |> reduceLeft(value: 0) { $0 &+ $1 }
  return chain
}

@inline(never)
private func incrementedTenTimes<E>(_ source: Signal<Int, E>) -> Signal<Int, E> {
  let five =
    source
    |> map { $0 &+ 1 } |> map { $0 &+ 1 } |> map { $0 &+ 1 } |> map { $0 &+ 1 } |> map { $0 &+ 1 }
  let ten =
    five
    |> map { $0 &+ 1 } |> map { $0 &+ 1 } |> map { $0 &+ 1 } |> map { $0 &+ 1 } |> map { $0 &+ 1 }
  return ten
}

func dialectSumOfEvenTriples(below end: Int, _ sink: Sink) {
  sumOfEvenTriples(numbers(below: end)).start(next: { sink.add($0) })
}

func dialectTenIncrements(of end: Int, _ sink: Sink) {
  incrementedTenTimes(numbers(below: end)).start(next: { sink.add($0) })
}

/// A pipe of the dialect.
struct DialectPipe {
  private let pipe = ValuePipe<Int>()

  func observe(_ sink: Sink) { pipe.signal().start(next: { sink.add($0) }) }

  func observeTenIncrements(_ sink: Sink) { incrementedTenTimes(pipe.signal()).start(next: { sink.add($0) }) }

  func send(_ count: Int) { for value in 0..<count { pipe.putNext(value) } }
}
