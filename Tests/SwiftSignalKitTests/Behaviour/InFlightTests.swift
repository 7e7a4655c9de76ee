import Foundation
import SwiftSignalKit
import TestSupport
import Testing

/// Which values arrive that are sent while something is being disposed of: as in older versions of the original.
///
/// There a start is over as soon as its disposal begins: what has not reached its handler by then does not.
@Suite("Values in flight", .mayBlock) struct InFlightTests {
  typealias Numbers = Signal<Int, NoError>

  /// Something with several subscribers.
  struct Sender: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let make: @Sendable () -> (signal: Numbers, put: @Sendable (Int) -> Void)

    static let all = [
      Sender(testDescription: "ValuePipe") {
        let pipe = ValuePipe<Int>()
        return (pipe.signal(), { pipe.putNext($0) })
      },
      Sender(testDescription: "ValuePromise") {
        let promise = ValuePromise<Int>()
        return (promise.get(), { promise.set($0) })
      },
      Sender(testDescription: "Promise") {
        let (promise, pipe) = (Promise<Int>(), ValuePipe<Int>())
        promise.set(pipe.signal())
        return (promise.get(), { pipe.putNext($0) })
      },
      Sender(testDescription: "Multicast") {
        let (multicast, pipe) = (Multicast<Int>(), ValuePipe<Int>())
        return (multicast.get(key: "a", signal: pipe.signal()), { pipe.putNext($0) })
      },
    ]
  }

  struct Shape: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let make: @Sendable (Numbers) -> Numbers

    static let all = [
      Shape(testDescription: "plain") { $0 }, Shape(testDescription: "map") { $0 |> map { $0 } },
      Shape(testDescription: "take") { $0 |> take(5) },
      Shape(testDescription: "combineLatest") { combineLatest($0, .single(0)) |> map { $0.0 } },
      Shape(testDescription: "mapToSignal") { $0 |> mapToSignal { .single($0) } },
      Shape(testDescription: "mapToQueue") { $0 |> mapToQueue { .single($0) } },
      Shape(testDescription: "then") { $0 |> then(.single(9)) },
      Shape(testDescription: "a generator") { signal in
        Signal { subscriber in signal.start(next: { subscriber.putNext($0) }) }
      },
    ]
  }

  @Test(
    "An earlier subscriber's disposal stops a value in flight", arguments: Sender.all,
    Shape.all)
  func anEarlierOneDisposes(sender: Sender, shape: Shape) {
    let (trace, (signal, put)) = (Trace(), sender.make())
    let second = MetaDisposable()
    signal.start(next: { value in
      trace.add("first \(value)")
      if value == 2 { second.dispose() }
    })
    second.set(shape.make(signal).trace(to: trace, "second "))
    shape.make(signal).trace(to: trace, "third ")
    put(1)
    put(2)
    put(3)
    #expect(
      trace.lines == [
        "first 1", "second 1", "third 1", "first 2", "third 2", "first 3", "third 3",
      ])
  }

  @Test(
    "A later subscriber's disposal comes after the value", arguments: Sender.all,
    Shape.all)
  func aLaterOneDisposes(sender: Sender, shape: Shape) {
    let (trace, (signal, put)) = (Trace(), sender.make())
    let first = MetaDisposable()
    first.set(shape.make(signal).trace(to: trace, "first "))
    signal.start(next: { value in
      trace.add("second \(value)")
      first.dispose()
    })
    put(1)
    put(2)
    #expect(trace.lines == ["first 1", "second 1", "second 2"])
  }

  @Test(
    "What a handler sends after its own disposal does not arrive", arguments: Sender.all,
    Shape.all)
  func sentAfterItsOwnDisposal(sender: Sender, shape: Shape) {
    let (trace, (signal, put)) = (Trace(), sender.make())
    let (own, other) = (MetaDisposable(), MetaDisposable())
    other.set(signal.trace(to: trace, "other "))
    own.set(
      shape.make(signal).start(next: { value in
        trace.add("own \(value)")
        own.dispose()
        put(value + 1)
        trace.add("end of own \(value)")
      }))
    put(1)
    #expect(trace.lines == ["other 1", "own 1", "end of own 1", "other 2"])
  }

  @Test(
    "What a disposal sends reaches only the other starts",
    arguments: Shape.all)
  func sentByADisposal(shape: Shape) {
    let (trace, pipe, news) = (Trace(), ValuePipe<Int>(), ValuePipe<Int>())
    let signal = Numbers { subscriber in
      let values = pipe.signal().start(next: { subscriber.putNext($0) })
      let set = DisposableSet()
      set.add(values)
      set.add(
        ActionDisposable {
          subscriber.putNext(7)
          news.putNext(8)
          pipe.putNext(9)
        })
      return set
    }
    let own = MetaDisposable()
    news.signal().trace(to: trace, "news ")
    own.set(
      shape.make(signal).start(next: { value in
        trace.add("own \(value)")
        own.dispose()
      }))
    pipe.signal().trace(to: trace, "pipe ")
    pipe.putNext(1)
    #expect(trace.lines == ["own 1", "news 8", "pipe 1", "pipe 9"])
  }

  @Test(
    "What another thread sends during a disposal does not arrive",
    arguments: Shape.all)
  func sentByAnotherThread(shape: Shape) {
    let (trace, source) = (Trace(), Source<Int, NoError>())
    let own = MetaDisposable()
    own.set(
      shape.make(source.signal).start(next: { value in
        trace.add(value)
        // It waits for this callback to return.
        _ = Elsewhere { source.put(value + 1) }.result
        own.dispose()
        _ = Elsewhere { source.put(value + 2) }.result
      }))
    source.put(1)
    #expect(trace.lines == ["1"])
  }

  @Test("A disposal stops what waits for a queue")
  func waitingForAQueue() {
    let (trace, pipe, queue) = (Trace(), ValuePipe<Int>(), Queue(name: "deliveries"))
    let own = MetaDisposable()
    let inside = DispatchSemaphore(value: 0)
    own.set(
      (pipe.signal() |> deliverOn(queue)).start(next: { value in
        trace.add(value)
        own.dispose()
        inside.signal()
      }))
    queue.sync { for number in 1...2 { _ = Elsewhere { pipe.putNext(number) }.result } }
    inside.wait()
    queue.sync {}
    #expect(trace.lines == ["1"])
  }

  // MARK: Late subscribers of a Multicast

  @Test(
    "Late Multicast subscribers get the last value until disposal"
  )
  func lateMulticastSubscribers() {
    let (trace, pipe, multicast) = (Trace(), ValuePipe<Int>(), Multicast<Int>())
    @Sendable func shared() -> Numbers { multicast.get(key: "a", signal: pipe.signal()) }
    shared().start(next: { value in
      trace.add("first \(value)")
      if value == 2 { (shared() |> take(1)).trace(to: trace, "inside ") }
    })
    shared().trace(to: trace, "before ").dispose()
    pipe.putNext(1)
    shared().trace(to: trace, "late ").dispose()
    pipe.putNext(2)
    pipe.putNext(3)
    #expect(trace.lines == ["first 1", "late 1", "first 2", "inside 2", "inside completed", "first 3"])
  }
}
