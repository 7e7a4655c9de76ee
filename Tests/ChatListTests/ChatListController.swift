import SwiftSignalKit

struct ChatListItem: Equatable {
  let id: PeerId
  let title: String
}

struct ChatListState: Equatable {
  let account: Int
  let header: String
  let items: [ChatListItem]
}

/// What changes from one state of the list to the next, prepared away from the main thread.
struct ChatListTransition {
  let before: ChatListState?
  let after: ChatListState
  let deleted: [Int]
  let inserted: [(Int, ChatListItem)]
}

/// A screen: everything that it shows comes from signals, and everything that it has begun ends with it.
final class ChatListController {
  private let context: SharedContext
  private let viewQueue = Queue(name: "view")
  private let preparationQueue = Queue(name: "preparation")
  private let filter = ValuePromise<String>("", ignoreRepeated: true)
  private let selected = ValuePromise<PeerId?>(nil, ignoreRepeated: true)
  private let disposable = MetaDisposable()
  private let historyDisposable = MetaDisposable()
  private let badgeDisposable = MetaDisposable()
  private let presence = DisposableDict<PeerId>()
  private let others = DisposableSet()

  /// Touched on the main queue.
  private var shown: [ChatListItem] = []
  let states = ValuePromise<ChatListState>(ignoreRepeated: true)
  let histories = ValuePipe<[String]>()
  let badges = ValuePipe<Int>()
  let ready = Promise<Bool>()
  private let onDeinit: () -> Void

  init(_ context: SharedContext, onDeinit: @escaping () -> Void) {
    self.context = context
    self.onDeinit = onDeinit
    ready.set(states.get() |> map { _ in true } |> take(1))
    disposable.set(
      (transitions() |> deliverOnMainQueue
        |> expected(on: .mainQueue(), context.queueChecks, "a transition is applied"))
        .start(next: { [weak self] transition in self?.apply(transition) }))
    badgeDisposable.set(
      (badge() |> deliverOnMainQueue |> expected(on: .mainQueue(), context.queueChecks, "a badge is shown"))
        .start(next: { [weak self] count in self?.badges.putNext(count) }))
    others.add(context.keepUpdated.get().start())
  }

  deinit {
    disposable.dispose()
    historyDisposable.dispose()
    badgeDisposable.dispose()
    presence.dispose()
    others.dispose()
    onDeinit()
  }

  // MARK: What is shown

  private func transitions() -> Signal<ChatListTransition, NoError> {
    let (checks, viewQueue, preparationQueue) = (context.queueChecks, self.viewQueue, self.preparationQueue)
    let (filter, selected, theme) = (self.filter.get(), self.selected.get(), context.theme.get())
    let keepUpdated = context.keepUpdated
    let previous = Atomic<ChatListState?>(value: nil)

    let states =
      context.activeAccount
      |> mapToSignal { account -> Signal<ChatListState, NoError> in
        let list =
          account.postbox.chatListView(count: 100)
          |> expected(on: account.postbox.queue, checks, "a view arrives")
        let own = account.postbox.peerView(0) |> map { $0?.name ?? "unknown" } |> distinctUntilChanged
        return combineLatest(
          queue: viewQueue, list, own, account.postbox.unreadCount(), account.network.isOnline.get(), theme,
          filter, selected, keepUpdated.get()
        )
          |> expected(on: viewQueue, checks, "a combination arrives")
          |> map { list, own, unread, isOnline, theme, filter, selected, _ -> ChatListState in
            let items = list.entries.filter { filter.isEmpty || $0.peer.name.contains(filter) }
              .map { entry -> ChatListItem in
                let mark = entry.peer.id == selected ? "*" : ""
                return ChatListItem(
                  id: entry.peer.id, title: "\(mark)\(entry.peer.name): \(entry.text) (\(entry.unread))")
              }
            let state = isOnline ? "\(unread)" : "connecting"
            return ChatListState(account: account.id, header: "\(own) \(theme.name) \(state)", items: items)
          }
      }
      |> distinctUntilChanged

    return states
      |> mapToQueue { state -> Signal<ChatListTransition, NoError> in
        let prepared = deferred { () -> Signal<ChatListTransition, NoError> in
          checks.check(preparationQueue, "a transition is prepared")
          return .single(Self.transition(from: previous.swap(state), to: state))
        }
        return prepared |> runOn(preparationQueue)
      }
  }

  private static func transition(from before: ChatListState?, to after: ChatListState) -> ChatListTransition {
    let difference = after.items.difference(from: before?.items ?? [])
    return ChatListTransition(
      before: before, after: after,
      deleted: difference.removals.map { change in
        if case .remove(let offset, _, _) = change { return offset } else { return -1 }
      }.sorted(by: >),
      inserted: difference.insertions.map { change in
        if case .insert(let offset, let item, _) = change { return (offset, item) }
        return (-1, ChatListItem(id: -1, title: ""))
      }.sorted { $0.0 < $1.0 })
  }

  private func apply(_ transition: ChatListTransition) {
    precondition(shown == transition.before?.items ?? [], "a transition fits what is shown")
    for index in transition.deleted { shown.remove(at: index) }
    for (index, item) in transition.inserted { shown.insert(item, at: index) }
    precondition(shown == transition.after.items, "a transition leads to what is to be shown")
    states.set(transition.after)
  }

  /// The number on the icon: never more often than so, and the newest at last.
  private func badge() -> Signal<Int, NoError> {
    let queue = viewQueue
    return context.activeAccount
      |> mapToSignal { $0.postbox.unreadCount() }
      |> distinctUntilChanged
      |> map { count -> Signal<Int, NoError> in
        return .single(count) |> then(Signal<Int, NoError>.complete() |> delay(0.001, queue: queue))
      }
      |> throttled
  }

  // MARK: What the user does

  func search(_ text: String) { filter.set(text) }

  /// Asks for the history of a chat. The request before is cancelled.
  func open(_ id: PeerId) {
    selected.set(id)
    let (checks, queue) = (context.queueChecks, viewQueue)
    historyDisposable.set(nil)
    historyDisposable.set(
      (context.activeAccount |> take(1)
        |> castError(RequestError.self)
        |> mapToSignal { account in
          account.network.history(id)
            |> expected(on: account.network.queue, checks, "a history arrives")
            |> retry(
              retryOnError: { $0 == .flood }, delayIncrement: 0.001, maxDelay: 0.01, maxRetries: 3,
              onQueue: queue)
        }
        |> `catch` { error -> Signal<[String], NoError> in .single(["error \(error)"]) }
        |> deliverOnMainQueue
        |> expected(on: .mainQueue(), checks, "a history is shown"))
        .start(next: { [weak self] texts in self?.histories.putNext(texts) }))
    presence.set(context.keepUpdated.get().start(), forKey: id)
  }
}
