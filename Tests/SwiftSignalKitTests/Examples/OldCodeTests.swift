import TestSupport
import Testing

/// Code from before there were actors: it changes what its closures captured, on whatever thread.
@Suite("Code from before", .serialized, .mayBlock) struct OldCodeTests {
  @Test(arguments: [5, 6]) func threadsAndTimeMayChangeCapturedVariables(languageMode: Int) throws {
    let output = try printed(
      by: """
        import Dispatch
        import SwiftSignalKit

        final class Model {
          var count = 0
        }

        func run() {
          let queue = Queue(name: "model")
          let model = Model()
          let done = DispatchSemaphore(value: 0)
          var steps: [String] = []

          queue.async {
            model.count += 1
            steps.append("queue")
            done.signal()
          }
          done.wait()

          let timer = Timer(timeout: 0.001, repeat: false, completion: {
            model.count += 1
            steps.append("timer")
            done.signal()
          }, queue: queue)
          timer.start()
          done.wait()

          let pool = ThreadPool(threadCount: 1, threadPriority: 0.5)
          pool.addTask(ThreadPoolTask { _ in
            model.count += 1
            steps.append("pool")
            done.signal()
          })
          done.wait()

          let disposable = (Signal<Model, NoError>.single(model)
            |> delay(0.001, queue: queue)
            |> deliverOn(pool)).start(next: { model in
              model.count += 1
              steps.append("signal")
            }, completed: {
              done.signal()
            })
          done.wait()
          disposable.dispose()

          let object = QueueLocalObject(queue: queue, generate: { model })
          object.with { model in
            model.count += 1
            steps.append("object")
          }
          print(object.syncWith { $0.count }, steps)
        }
        run()
        """, languageMode: languageMode)
    #expect(output == "5 [\"queue\", \"timer\", \"pool\", \"signal\", \"object\"]\n")
  }

  @Test(arguments: [5, 6]) func aClosureInCodeOfTheMainActorRunsElsewhereWithoutATrap(languageMode: Int)
    throws
  {
    let output = try printed(
      by: """
        import Dispatch
        import SwiftSignalKit

        @MainActor final class Screen {
          let queue = Queue(name: "elsewhere")

          func load() {
            let done = DispatchSemaphore(value: 0)
            queue.async {
              print("on the main thread:", Queue.mainQueue().isCurrent())
              done.signal()
            }
            done.wait()
            let disposable = (Signal<Int, NoError>.single(1) |> runOn(queue)).start(next: { number in
              print("on the main thread:", Queue.mainQueue().isCurrent(), number)
              done.signal()
            })
            done.wait()
            disposable.dispose()
          }
        }

        MainActor.assumeIsolated { Screen().load() }
        """, languageMode: languageMode)
    #expect(output == "on the main thread: false\non the main thread: false 1\n")
  }
}
