import Foundation
import LoopbackServer
import SwiftSignalKit
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A page that shows what is stored, asks a server, and stores what it answers. The server is a real one.
@Suite("Example: a page from the network", .serialized, .mayBlock)
struct NetworkPageExampleTests {
  @Test func theAnswerIsStoredAndShownOnce() throws {
    let server = try HTTPServer(.answer(body: "response--Data"))
    #expect(
      try printed(by: page, server.url.absoluteString) == """
        更新UI: response--Data
        stored: response--Data

        """)
    #expect(server.connectionCount == 1)
  }

  @Test func whatWasStoredIsShownAndTheSameAnswerIsNot() throws {
    let server = try HTTPServer(.answer(body: "response--Data"))
    #expect(
      try printed(by: page, server.url.absoluteString, "response--Data") == """
        更新UI: response--Data
        stored: response--Data

        """)
    #expect(server.connectionCount == 1)
  }

  @Test func withoutAnAnswerWhatWasStoredStays() throws {
    let server = try HTTPServer(.hangUp)
    #expect(
      try printed(by: page, server.url.absoluteString, "old") == """
        更新UI: old
        stored: old

        """)
  }

  @Test func leavingThePageCancelsTheRequest() async throws {
    let server = try HTTPServer(.silence)
    let session = URLSession.waitingForAnswers()
    let shown = Notes<String>()
    var response: Promise<String>? = Promise("stored")
    response?.set(load(server.url, session))
    let screen = response?.get().start(next: { shown.add($0) })
    #expect(try await eventually { server.events.last == .requested("GET /") })
    screen?.dispose()
    response = nil
    #expect(try await eventually { server.events.last == .clientLeft })
    session.invalidateAndCancel()
    #expect(shown.entries == [])
  }

  private func load(_ url: URL, _ session: URLSession) -> Signal<String, NoError> {
    Signal { subscriber in
      let task = session.dataTask(with: url) { data, _, error in
        if let data, error == nil { subscriber.putNext(String(decoding: data, as: UTF8.self)) }
        subscriber.putCompletion()
      }
      task.resume()
      return ActionDisposable { task.cancel() }
    }
  }
}

/// Takes the address, and what is stored.
private let page = """
  import Dispatch
  import Foundation
  import SwiftSignalKit

  #if canImport(FoundationNetworking)
  import FoundationNetworking
  #endif

  enum LoadError {
    case noAnswer
  }

  func load(_ url: URL) -> Signal<String, LoadError> {
    return Signal { subscriber in
      let task = URLSession.shared.dataTask(with: url) { data, _, error in
        if let data = data, error == nil {
          subscriber.putNext(String(decoding: data, as: UTF8.self))
          subscriber.putCompletion()
        } else {
          subscriber.putError(.noAnswer)
        }
      }
      task.resume()
      return ActionDisposable {
        task.cancel()
      }
    }
  }

  final class PageModel {
    private let stored: Atomic<String?>
    private let response: Promise<String?>

    init(stored: Atomic<String?>) {
      self.stored = stored
      self.response = Promise(stored.with { $0 })
    }

    func refresh(_ url: URL, completed: @escaping () -> Void) {
      let stored = self.stored
      let request: Signal<String?, NoError> = load(url)
        |> map { value -> String? in
          return value
        }
        |> afterNext { value in
          let _ = stored.swap(value)
        }
        |> `catch` { _ in
          return .single(stored.with { $0 })
        }
        |> afterCompleted(completed)
      self.response.set(.single(stored.with { $0 }) |> then(request))
    }

    func get() -> Signal<String?, NoError> {
      return self.response.get() |> distinctUntilChanged
    }
  }

  let arguments = CommandLine.arguments
  let stored = Atomic<String?>(value: arguments.count > 2 ? arguments[2] : nil)
  let model = PageModel(stored: stored)
  let screen = model.get().start(next: { value in
    if let value = value {
      print("更新UI: \\(value)")
    }
  })
  let loaded = DispatchSemaphore(value: 0)
  model.refresh(URL(string: arguments[1])!, completed: { loaded.signal() })
  loaded.wait()
  screen.dispose()
  print("stored: \\(stored.with { $0 } ?? "nothing")")
  """
