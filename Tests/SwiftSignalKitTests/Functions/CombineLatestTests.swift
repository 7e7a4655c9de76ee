import Dispatch
import SwiftSignalKit
import TestSupport
import Testing
import class Signals.Subscription
import typealias Signals.SignalProducer

@Suite(.mayBlock) struct CombineLatestTests {
  @Test func pairsTheLatestValues() {
    let (trace, a, b) = (Trace(), Source<Int, NoError>(), Source<String, NoError>())
    combineLatest(a.signal, b.signal).trace(to: trace)
    a.put(1)
    #expect(trace.lines == [])
    b.put("a")
    a.put(2)
    b.put("b")
    #expect(trace.lines == ["(1, \"a\")", "(2, \"a\")", "(2, \"b\")"])
  }

  @Test("keep: it completes when all have, also without values")
  func completesWhenAllHave() {
    let (trace, a, b) = (Trace(), Source<Int, NoError>(), Source<Int, NoError>())
    combineLatest(a.signal, b.signal).trace(to: trace)
    a.complete()
    b.put(1)
    #expect(trace.lines == [])
    #expect(b.running == 1)
    b.complete()
    #expect(trace.lines == ["completed"])
  }

  @Test func theFirstErrorEndsIt() {
    let (trace, a, b) = (Trace(), Source<Int, String>(), Source<Int, String>())
    combineLatest(a.signal, b.signal).trace(to: trace)
    a.fail("x")
    #expect(trace.lines == ["error x"])
    #expect(b.running == 0)
  }

  @Test func disposesOfAll() {
    let (a, b) = (Source<Int, NoError>(), Source<Int, NoError>())
    let disposable = combineLatest(a.signal, b.signal).start()
    disposable.dispose()
    #expect(a.running == 0)
    #expect(b.running == 0)
  }

  @Test func initialValuesComeFirst() {
    let (trace, a, b) = (Trace(), Source<Int, NoError>(), Source<String, NoError>())
    combineLatest(a.signal, 0, b.signal, "-").trace(to: trace)
    #expect(trace.takeLines() == ["(0, \"-\")"])
    b.put("b")
    #expect(trace.lines == ["(0, \"b\")"])
    let three = combineLatest(numbers([1]), 0, numbers([2]), 0, numbers([3]), 0)
    #expect(three.lines == ["(0, 0, 0)", "(1, 0, 0)", "(1, 2, 0)", "(1, 2, 3)", "completed"])
    let one = numbers([1])
    let four = combineLatest(one, 0, one, 0, one, 0, one, 0) |> takeLast
    #expect(four.lines == ["(1, 1, 1, 1)", "completed"])
  }

  @Test func arraysWork() {
    #expect(combineLatest([numbers([1]), numbers([2, 3])]).lines == ["[1, 2]", "[1, 3]", "completed"])
    #expect(combineLatest([Signal<Int, NoError>]()).lines == ["[]", "completed"])
  }

  @Test func fiveInputs() {
    let five = combineLatest(
      numbers([1]), single("a", NoError.self), numbers([3]), numbers([4]), numbers([5]))
    #expect(five.lines == ["(1, \"a\", 3, 4, 5)", "completed"])
    #expect((five |> map { a, b, c, d, e in "\(a)\(b)\(c)\(d)\(e)" }).lines == ["1a345", "completed"])
  }

  @Test func nineteenInputs() {
    let s = numbers([1])
    let all = combineLatest(
      numbers([1]), s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, single("last", NoError.self))
    #expect((all |> map { $0.18 }).lines == ["last", "completed"])
  }

  @Test func twentySixInputs() {
    let s = numbers([1])
    let source = Source<Int, NoError>()
    let trace = Trace()
    let all = combineLatest(
      s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, source.signal)
    (all |> map { $0.25 + $0.0 + $0.24 }).trace(to: trace)
    source.put(10)
    source.put(20)
    source.complete()
    #expect(trace.lines == ["12", "22", "completed"])
  }

  @Test("mend: combinations are never delivered out of order")
  func deliversInOrder() {
    for _ in 0..<20 {
      let (a, b) = (Source<Int, NoError>(), Source<Int, NoError>())
      let sums = Trace()
      combineLatest(a.signal, 0, b.signal, 0).start(next: { sums.add($0.0 + $0.1) })
      onThreads(2) { thread in for number in 1...200 { (thread == 0 ? a : b).put(number) } }
      let found = sums.lines.compactMap { Int($0) }
      #expect(found == found.sorted())
      #expect(found.count == 401)
      #expect(found.last == 400)
    }
  }

  @Test func deliversOnAQueue() async {
    let queue = Queue(name: "combinations")
    let isThere = await withCheckedContinuation { done in
      combineLatest(queue: queue, numbers([1]), numbers([2])).startStandalone(
        next: { _ in done.resume(returning: queue.isCurrent()) })
    }
    #expect(isThere)
  }

  @Test("A source that sends as it begins stops with the combination")
  func stopsASourceThatIsBeginning() {
    let (trace, sent) = (Trace(), Notes<Int>())
    let many = SignalProducer<Int, Never>(1...1000).on(next: { sent.add($0) }).signalKit
    let signal: Signal<(Int, Int), NoError> = combineLatest(.single(0), many)
    (signal |> take(2)).trace(to: trace)
    #expect(trace.takeLines() == ["(0, 1)", "(0, 2)", "completed"])
    #expect(sent.entries == [1, 2])
  }

  @Test("A source that begins too late stops with its first value")
  func stopsASourceThatIsLate() {
    let (trace, sent) = (Trace(), Notes<Int>())
    let many = SignalProducer<Int, Never>(1...1000).on(next: { sent.add($0) }).signalKit
    let signal: Signal<(Int, Int), NoError> = combineLatest(.single(0), 7, many, 8)
    (signal |> take(1)).trace(to: trace)
    #expect(trace.takeLines() == ["(7, 8)", "completed"])
    #expect(sent.entries == [1])
  }

  @Test("Disposing while a source sends as it begins stops it")
  func disposesOfASourceThatIsBeginning() {
    let (sent, held) = (Notes<Int>(), MetaDisposable())
    let many = SignalProducer<Int, Never>(1...1000).on(next: { number in
      sent.add(number)
      if number == 3 { _ = Elsewhere { held.dispose() }.result }
    }).signalKit
    let signal: Signal<(Int, Int), NoError> = combineLatest(.single(0), many)
    let queue = Queue(name: "combinations")
    // So that the start is held before it begins.
    queue.queue.suspend()
    held.set((signal |> runOn(queue)).start())
    queue.queue.resume()
    queue.sync {}
    #expect(sent.entries == [1, 2, 3])
  }

  @Test("A source that sends as it begins is paused")
  func pausesASourceThatIsBeginning() {
    let (sent, queue) = (Notes<Int>(), Queue(name: "combinations"))
    let many = SignalProducer<Int, Never>(1...10_000).on(next: { sent.add($0) }).signalKit
    let (got, ended) = (Notes<Int>(), DispatchSemaphore(value: 0))
    queue.queue.suspend()
    let signal: Signal<(Int, Int), NoError> = combineLatest(.single(0), many)
    (signal |> deliverOn(queue)).start(next: { got.add($0.1) }, completed: { ended.signal() })
    #expect(sent.entries.count == 1024)
    queue.queue.resume()
    ended.wait()
    #expect(got.entries == Array(1...10_000))
  }

  // Two threads may pass on a pause and its end in the other order.
  @Test("A source may be added between a resumption and its pause")
  func addsBetweenAResumptionAndItsPause() {
    let (starts, early, late) = (StartsInOrder(), Subscription(), Subscription())
    #expect(!starts.add(early))
    starts.resume()
    #expect(!starts.add(late))
    starts.pause()
    #expect(!early.isPaused && !late.isPaused)
    starts.pause()
    #expect(early.isPaused && late.isPaused)
  }
}
