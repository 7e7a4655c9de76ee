import SwiftSignalKit
import TestSupport
import Testing

/// Programs as they were written for SwiftSignalKit. Mode 5 says nothing about them, mode 6 may warn.
@Suite("Language modes", .serialized, .mayBlock) struct LanguageModeTests {
  @Test(arguments: [5, 6]) func handlersAndFunctionsMayChangeCapturedVariables(languageMode: Int) throws {
    let output = try printed(
      by: """
        import SwiftSignalKit

        final class Peer {
          var name: String
          var unread = 0
          init(name: String) { self.name = name }
        }

        enum LoadError {
          case generic
          case limited(Peer)
        }

        class Controller {
          private let disposable = MetaDisposable()
          private let peerPromise = Promise<Peer?>()
          private let filter = ValuePromise<String>("", ignoreRepeated: true)
          var shown: [String] = []

          func begin(_ peers: Signal<Peer, LoadError>) {
            let mapped = peers
            |> map { peer -> Peer in
                peer.unread += 1
                return peer
            }
            |> mapToSignal { peer -> Signal<Peer?, LoadError> in
                if peer.name.isEmpty {
                    return .fail(.limited(peer))
                }
                return .single(peer)
            }
            self.peerPromise.set(mapped
            |> `catch` { error -> Signal<Peer?, NoError> in
                self.shown.append("\\(error)".isEmpty ? "" : "error")
                return .single(nil)
            })
            self.disposable.set((combineLatest(self.peerPromise.get(), self.filter.get())
            |> deliverOnMainQueue).start(next: { [weak self] peer, filter in
                guard let self else { return }
                self.shown.append("\\(peer?.name ?? "nil") \\(filter)")
            }))
            self.filter.set("a")
            self.filter.set("a")
          }

          deinit { self.disposable.dispose() }
        }

        func run() {
          let controller = Controller()
          controller.begin(Signal { subscriber in
            let peer = Peer(name: "Ann")
            subscriber.putNext(peer)
            peer.name = ""
            subscriber.putNext(peer)
            return ActionDisposable { peer.unread = 0 }
          })
          print(controller.shown)

          var values: [Int] = []
          var isDone = false
          let numbers: Signal<Int, NoError> = Signal { subscriber in
            for i in 0 ..< 3 { subscriber.putNext(i) }
            subscriber.putCompletion()
            return EmptyDisposable
          }
          let disposables = DisposableSet()
          disposables.add((numbers
          |> beforeNext { values.append($0) }
          |> afterCompleted { values.append(100) }
          |> reduceLeft(value: 0, f: { $0 + $1 })).startStrict(next: { value in
            values.append(value)
          }, completed: {
            isDone = true
          }))
          disposables.dispose()
          print(values, isDone)

          let subscriber = Subscriber<Peer, NoError>(next: { peer in values.append(peer.unread) })
          subscriber.putNext(Peer(name: "Bob"))
          let pipe = ValuePipe<() -> Int>()
          let pipeDisposable = pipe.signal().start(next: { f in values.append(f()) })
          pipe.putNext({ values.count })
          pipeDisposable.dispose()
          print(values)
        }
        run()
        """, languageMode: languageMode)
    #expect(
      output == """
        ["error", "nil ", "nil a"]
        [0, 1, 2, 3, 100] true
        [0, 1, 2, 3, 100, 0, 6]

        """)
  }

  @Test(arguments: [5, 6]) func closuresOfTheMainActorRunOnOtherThreads(languageMode: Int) throws {
    let output = try printed(
      by: """
        import Dispatch
        import SwiftSignalKit

        @MainActor final class Page {
          func load(_ done: DispatchSemaphore) {
            let numbers = Signal<Int, NoError> { subscriber in
              DispatchQueue.global().async {
                for i in 0 ..< 3 { subscriber.putNext(i) }
                subscriber.putCompletion()
              }
              return ActionDisposable {}
            }
            let _ = (numbers
            |> map { $0 + 1 }
            |> filter { $0 > 1 }
            |> mapToSignal { value in Signal<Int, NoError>.single(value) }
            |> then(deferred { single(7, NoError.self) })
            |> beforeNext { print($0) }
            |> afterDisposed { print("disposed") }).start(completed: {
              print("completed")
              done.signal()
            })
          }
        }

        let done = DispatchSemaphore(value: 0)
        MainActor.assumeIsolated { Page().load(done) }
        done.wait()
        // What follows completion is on its way.
        DispatchQueue.global().sync {}
        """, languageMode: languageMode)
    #expect(output.hasPrefix("2\n3\n7\ncompleted\n"))
  }
}
