import SwiftSignalKit

enum RequestError: Error {
  case flood
  case missing
}

/// Answers requests on a queue of its own, when a test requests it.
final class Network {
  let queue = Queue(name: "network")
  private struct State {
    var waiting: [(PeerId, Subscriber<[String], RequestError>)] = []
    var open: Set<PeerId> = []
    var failures = 0
  }
  private let state = Atomic(value: State())
  private let opened = ValuePromise<Int>(0)
  let isOnline = ValuePromise<Bool>(true, ignoreRepeated: true)

  /// The texts of a chat. Disposing cancels the request.
  func history(_ id: PeerId) -> Signal<[String], RequestError> {
    return Signal { [weak self] subscriber in
      guard let self = self else { return EmptyDisposable }
      let count = self.change { state in
        state.open.insert(id)
        state.waiting.append((id, subscriber))
        return state.waiting.count
      }
      self.opened.set(count)
      return ActionDisposable { [weak self] in self?.change { state in state.open.remove(id) } }
    }
  }

  @discardableResult
  private func change<T>(_ f: (inout State) -> T) -> T {
    var result: T?
    let _ = state.modify { state in
      var state = state
      result = f(&state)
      return state
    }
    return result!
  }

  /// The next answers are failures.
  func fail(_ count: Int) { change { $0.failures = count } }

  /// Answers what waits, on the queue.
  func answer() {
    queue.justDispatch {
      let (waiting, failures) = self.change {
        state -> ([(PeerId, Subscriber<[String], RequestError>)], Int) in
        let result = (state.waiting, state.failures)
        state.waiting = []
        state.failures = max(0, state.failures - state.waiting.count - 1)
        return result
      }
      for (id, subscriber) in waiting {
        if failures > 0 {
          subscriber.putError(.flood)
        } else {
          subscriber.putNext(["text of \(id)"])
          subscriber.putCompletion()
        }
      }
    }
  }

  var openRequests: Set<PeerId> { state.with { $0.open } }

  /// How many wait, whenever one comes.
  var waiting: Signal<Int, NoError> { return opened.get() }
}

/// Work that several screens need at the same time: it runs as long as one of them does.
final class KeepUpdated {
  private struct State {
    var begun = 0
    var running = 0
    var most = 0
  }
  private let multicast = Multicast<Int>()
  private let state = Atomic(value: State())
  private let ticks = ValuePipe<Int>()

  func get() -> Signal<Int, NoError> {
    let ticks = self.ticks.signal()
    let state = self.state
    return multicast.get(
      key: "updates",
      signal: Signal { subscriber in
        let _ = state.modify { before in
          State(
            begun: before.begun + 1, running: before.running + 1, most: max(before.most, before.running + 1))
        }
        subscriber.putNext(0)
        let disposable = ticks.start(next: { subscriber.putNext($0) })
        return ActionDisposable {
          disposable.dispose()
          let _ = state.modify { State(begun: $0.begun, running: $0.running - 1, most: $0.most) }
        }
      })
  }

  func tick(_ number: Int) { ticks.putNext(number) }

  var begun: Int { state.with { $0.begun } }
  var running: Int { state.with { $0.running } }
  var mostAtOnce: Int { state.with { $0.most } }
}

final class Account {
  let id: Int
  let postbox: Postbox
  let network = Network()

  init(id: Int, _ queueChecks: QueueChecks) {
    self.id = id
    postbox = Postbox(queueChecks)
  }
}

struct Theme: Equatable {
  let name: String
}

/// What all screens share.
final class SharedContext {
  let queueChecks = QueueChecks()
  let accounts: [Account]
  private let activeId = ValuePromise<Int>(0, ignoreRepeated: true)
  let theme = ValuePromise<Theme>(Theme(name: "day"), ignoreRepeated: true)
  let keepUpdated = KeepUpdated()

  init(accounts count: Int) {
    let queueChecks = self.queueChecks
    accounts = (0..<count).map { Account(id: $0, queueChecks) }
  }

  var activeAccount: Signal<Account, NoError> {
    let accounts = self.accounts
    return activeId.get() |> map { accounts[$0] }
  }

  func switchAccount(_ id: Int) { activeId.set(id) }
}

/// Notes what ran on another queue than it was meant for.
final class QueueChecks {
  private let state = Atomic<(count: Int, faults: [String])>(value: (0, []))

  func check(_ queue: Queue, _ what: String) {
    let isRight = queue.isCurrent()
    let _ = state.modify { ($0.count + 1, isRight ? $0.faults : $0.faults + [what]) }
  }

  /// How many checks were made.
  var count: Int { state.with { $0.count } }
  var faults: [String] { state.with { $0.faults } }
}

/// Each value has to come on the queue.
func expected<T, E>(
  on queue: Queue, _ checks: QueueChecks, _ what: String
) -> (Signal<T, E>) -> Signal<T, E> {
  return { signal in signal |> beforeNext { _ in checks.check(queue, what) } }
}
