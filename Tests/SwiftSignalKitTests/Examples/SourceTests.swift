import TestSupport
import Testing

/// Names and types as existing code uses them. Each program compiles in both language modes and prints the same.
@Suite("Source", .serialized, .mayBlock) struct SourceTests {
  struct Program: CustomTestStringConvertible, Sendable {
    let title: String
    let code: String
    let output: String

    var testDescription: String { title }
  }

  private static let programs = [
    Program(
      title: "last sends nil when its signal was empty",
      code: """
        let found: Signal<Int?, NoError> = last(signal: Signal<Int, NoError>.complete())
        let _ = found.start(next: { value in print(value == nil) })
        let _ = (Signal<Int, NoError>.single(7) |> last).start(next: { value in print(value ?? 0) })
        """, output: "true\n7\n"),
    Program(
      title: "reduceLeft takes values that are no optionals",
      code: """
        func joined(_ words: Signal<String, NoError>) -> Signal<String, NoError> {
          return words |> reduceLeft("", generator: { text, word -> Signal<(String, Passthrough<String>), NoError> in
            return .single((text + word, .Some(word)))
          })
        }
        let _ = joined(.single("a") |> then(.single("b"))).start(next: { print($0) })
        """, output: "a\nb\nab\n"),
    Program(
      title: "Lock.throwingLocked",
      code: """
        struct Oops: Error {}
        let lock = Lock()
        var count = 0
        do {
          try lock.throwingLocked { count += 1 }
          try lock.throwingLocked { throw Oops() }
        } catch { print(count, error) }
        """, output: "1 Oops()\n"),
    Program(
      title: "ValuePromise.ignoreRepeated can be read",
      code: """
        print(ValuePromise(1).ignoreRepeated, ValuePromise<Int>(ignoreRepeated: true).ignoreRepeated)
        """, output: "false true\n"),
    Program(
      title: "Atomic.tryWith throws AtomicLockError",
      code: """
        let atomic = Atomic(value: 1)
        let value = try atomic.tryWith { $0 + 1 }
        let isLocked = atomic.with { _ -> Bool in
          do {
            let _ = try atomic.tryWith { $0 }
            return false
          } catch let error as AtomicLockError {
            if case .isLocked = error { return true }
            return false
          } catch { return false }
        }
        print(value, isLocked)
        """, output: "2 true\n"),
    Program(
      title: "A pool is an NSObject, its queues can be compared, its tasks can be executed",
      code: """
        let pool = ThreadPool(threadCount: 1, threadPriority: 0.1)
        let object: NSObject = pool
        let (a, b) = (pool.nextQueue(), pool.nextQueue())
        ThreadPoolTask { state in print("ran", state.cancelled.with { $0 }) }.execute()
        print(object === pool, a == a, a == b)
        """, output: "ran false\ntrue true false\n"),
    Program(
      title: "materialize and dematerialize keep their labels",
      code: """
        let events: Signal<SignalEvent<Int, NoError>, NoError> = dematerialize(signal: .single(1))
        let _ = materialize(signal: events).start(next: { print($0) }, completed: { print("completed") })
        let _ = (Signal<Int, NoError>.single(2) |> dematerialize |> materialize).start(next: { print($0) })
        """, output: "1\ncompleted\n2\n"),
    Program(
      title: "A SparseBag makes an AnyIterator",
      code: """
        let bag = SparseBag<String>()
        let _ = bag.add("a")
        let _ = bag.add("b")
        let iterator: AnyIterator<String> = bag.makeIterator()
        while let item = iterator.next() { print(item) }
        for item in bag { print(item) }
        """, output: "a\nb\na\nb\n"),
    Program(
      title: "restartOrMapError maps the errors that it does not restart after",
      code: """
        enum InternalError { case restart, error(String) }
        var attempts = 0
        let join = Signal<Int, InternalError> { subscriber in
          attempts += 1
          subscriber.putNext(attempts)
          subscriber.putError(attempts < 3 ? .restart : .error("over"))
          return EmptyDisposable
        }
        func joined() -> Signal<Int, String> {
          return join |> restartOrMapError { error in
            switch error {
            case .restart: return .restart
            case let .error(text): return .error(text)
            }
          }
        }
        let _ = joined().start(next: { print($0) }, error: { print($0) })
        let condition: (Int) -> RestartOrMapErrorCondition<Int> = { .error($0 + 1) }
        let _ = (Signal<Int, Int>.fail(1) |> restartOrMapError(condition: condition)).start(error: { print($0) })
        """, output: "1\n2\n3\nover\n2\n"),
    Program(
      title: "A set is a stack of disposables, too",
      code: """
        let set = DisposableSet()
        set.add(ActionDisposable { print("a disposed of") })
        set.add(ActionDisposable { print("b disposed of") })
        set.removeLast()
        set.dispose()
        """, output: "a disposed of\n"),
    Program(
      title: "suspendAwareDelay takes half a second at least",
      code: """
        let queue = Queue(name: "delays")
        let done = DispatchSemaphore(value: 0)
        let _ = (Signal<String, NoError>.single("delay(0.4)")
          |> delay(0.4, queue: queue)).start(next: { print($0) }, completed: { done.signal() })
        // Begun later, with no delay of its own.
        let _ = (Signal<String, NoError>.single("suspendAwareDelay(0)")
          |> suspendAwareDelay(0.0, granularity: 4.0, queue: queue)).start(next: { print($0) }, completed: { done.signal() })
        done.wait()
        done.wait()
        """, output: "delay(0.4)\nsuspendAwareDelay(0)\n"),
  ]

  @Test("The time to the first value is printed once", arguments: [5, 6])
  func measuresTime(languageMode: Int) throws {
    let code = """
      import SwiftSignalKit

      let signal = Signal<Int, NoError>.single(1) |> debug_measureTimeToFirstEvent(label: "first")
      for _ in 0..<2 { let _ = signal.start(next: { print("next", $0) }, completed: { print("completed") }) }
      let _ = (Signal<Int, NoError>.complete() |> debug_measureTimeToFirstEvent(label: "none")).start()
      """
    let output = try printed(by: code, languageMode: languageMode)
    let measured = #/measureTimeToFirstEvent\(first\): [0-9.e-]+ ms\n/#
    #expect(output.prefixMatch(of: measured) != nil, "\(output)")
    #expect(output.replacing(measured, with: "") == String(repeating: "next 1\ncompleted\n", count: 2))
  }

  @Test(arguments: programs, [5, 6])
  func compilesAndPrints(program: Program, languageMode: Int) throws {
    let code =
      "import Foundation\nimport SwiftSignalKit\n\nfunc run() throws {\n\(program.code)\n}\ntry run()\n"
    #expect(try printed(by: code, languageMode: languageMode) == program.output)
  }
}
