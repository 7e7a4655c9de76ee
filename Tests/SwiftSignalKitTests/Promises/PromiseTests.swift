import SwiftSignalKit
import TestSupport
import Testing

@Suite(.mayBlock) struct PromiseTests {
  @Test func hasTheLatestValueForWhoComesLate() {
    let (trace, source) = (Trace(), Source<Int, NoError>())
    let promise = Promise<Int>()
    promise.get().trace(to: trace, "first ")
    promise.set(source.signal)
    source.put(1)
    promise.get().trace(to: trace, "second ")
    source.put(2)
    #expect(trace.lines == ["first 1", "second 1", "first 2", "second 2"])
    #expect(Promise(7).get().lines == ["7"])
  }

  @Test func setRunsTheGeneratorAtOnceAndThenDisposesOfTheSourceBefore() {
    let trace = Trace()
    let promise = Promise<Int>()
    promise.set(Source<Int, NoError>("first", trace).signal)
    promise.set(Source<Int, NoError>("second", trace).signal)
    #expect(trace.lines == ["start first", "start second", "dispose first"])
  }

  @Test("keep: set clears the cached value")
  func setClears() {
    let promise = Promise<Int>(1)
    promise.set(.never())
    #expect(promise.get().lines == [])
  }

  @Test func setCanShowADefaultUntilTheSourceSpeaks() {
    let (trace, source) = (Trace(), Source<Int, NoError>())
    let promise = Promise<Int>(1)
    promise.get().trace(to: trace)
    promise.set(source.signal, initial: 2)
    #expect(promise.get().lines == ["2"])
    source.put(3)
    #expect(promise.get().lines == ["3"])
    #expect(trace.lines == ["1", "2", "3"])
  }

  @Test("keep: it never completes, and keeps its value")
  func neverCompletes() {
    let trace = Trace()
    let promise = Promise<Int>()
    promise.get().trace(to: trace)
    promise.set(.single(1))
    #expect(trace.lines == ["1"])
    #expect(promise.get().lines == ["1"])
  }

  @Test("keep: values are broadcast in order of subscription")
  func broadcastsInOrder() {
    let trace = Trace()
    let promise = Promise<Int>()
    let disposables = (0..<20).map { number in promise.get().trace(to: trace, "\(number) ") }
    disposables[3].dispose()
    promise.set(.single(1))
    #expect(trace.lines == (0..<20).filter { $0 != 3 }.map { "\($0) 1" })
  }

  @Test func beginsOnFirstAccess() {
    let source = Source<Int, NoError>()
    let promise = Promise(initializeOnFirstAccess: source.signal)
    #expect(source.starts == 0)
    let trace = Trace()
    promise.get().trace(to: trace)
    promise.get().trace(to: trace)
    #expect(source.starts == 1)
    source.put(1)
    #expect(trace.lines == ["1", "1"])
  }

  @Test("keep: the initializer replaces an earlier explicit set")
  func theInitializerReplacesWhatWasSetBefore() {
    let (trace, source) = (Trace(), Source<Int, NoError>("set", Trace()))
    let promise = Promise(initializeOnFirstAccess: single(10, NoError.self))
    promise.set(source.signal)
    source.put(5)
    promise.get().trace(to: trace)
    #expect(trace.lines == ["5", "10"])
    #expect(source.running == 0)
    #expect(promise.get().lines == ["10"])
  }

  // MARK: Lifetime

  @Test func releasingItDisposesOfItsSource() {
    let trace = Trace()
    var promise: Promise<Int>? = Promise()
    promise?.onDeinit = { trace.add("deinit") }
    promise?.set(Source<Int, NoError>("source", trace).signal)
    promise = nil
    #expect(trace.lines == ["start source", "deinit", "dispose source"])
  }

  @Test("keep: who has started it keeps it until he disposes")
  func isKeptByItsSubscribers() {
    let (trace, source) = (Trace(), Source<Int, NoError>("source", Trace()))
    func load() -> Signal<Int, NoError> {
      let promise = Promise<Int>()
      promise.onDeinit = { trace.add("deinit") }
      promise.set(source.signal)
      return promise.get()
    }
    let disposable = load().trace(to: trace)
    source.put(1)
    #expect(trace.lines == ["1"])
    disposable.dispose()
    #expect(trace.lines == ["1", "deinit"])
    #expect(source.running == 0)
  }

  @Test func disposedSubscribersAreReleased() {
    let trace = Trace()
    let promise = Promise<Int>(1)
    let disposable = promise.get().start(next: { [probe = DeinitProbe { trace.add("released") }] _ in
      withExtendedLifetime(probe) {}
    })
    disposable.dispose()
    #expect(trace.lines == ["released"])
    withExtendedLifetime(promise) {}
  }

  @Test func readingTheCurrentValueByStartingAndDisposing() {
    let promise = Promise<String>("aaa")
    func rawValue() -> String? {
      let value = Atomic<String?>(value: nil)
      promise.get().start(next: { _ = value.swap($0) }).dispose()
      return value.with { $0 }
    }
    #expect(rawValue() == "aaa")
    promise.set(.single("bbb"))
    #expect(rawValue() == "bbb")
    promise.set(.never())
    #expect(rawValue() == nil)
  }

  // MARK: Threads

  @Test("mend: a stale value never follows a newer one (threads)")
  func nothingStaleOnThreads() {
    for _ in 0..<10 {
      let promise = Promise<Int>()
      let next = Atomic(value: 0)
      // What is set is numbered in the order in which it is set.
      let turn = Atomic(value: ())
      let (falls, last) = (Atomic(value: 0), Atomic(value: 0))
      @Sendable func watch() {
        let seen = Atomic(value: 0)
        promise.get().start(next: { value in
          if seen.swap(value) > value { falls.modify { $0 + 1 } }
        })
      }
      onThreads(8) { thread in
        for _ in 0..<100 {
          if thread >= 6 {
            watch()
          } else {
            turn.with { _ in promise.set(.single(next.modify { $0 + 1 })) }
          }
        }
      }
      #expect(falls.with { $0 } == 0)
      promise.get().start(next: { _ = last.swap($0) })
      #expect(last.with { $0 } == 600)
    }
  }

  @Test("mend: what a replaced source still sends is dropped")
  func replacedSourcesAreNotHeard() {
    for _ in 0..<50 {
      let (old, new) = (Source<Int, NoError>(), Source<Int, NoError>())
      let promise = Promise<Int>()
      let trace = Trace()
      promise.set(old.signal)
      promise.get().trace(to: trace)
      onThreads(2) { thread in
        if thread == 0 {
          for number in 1...100 { old.put(number) }
        } else {
          promise.set(new.signal)
          new.put(1000)
        }
      }
      #expect(trace.lines.last == "1000")
    }
  }
}
