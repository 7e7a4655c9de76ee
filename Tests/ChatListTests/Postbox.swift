import SwiftSignalKit

typealias PeerId = Int

final class Peer: Equatable {
  let id: PeerId
  let name: String

  init(id: PeerId, name: String) {
    self.id = id
    self.name = name
  }

  static func == (a: Peer, b: Peer) -> Bool { a.id == b.id && a.name == b.name }
}

struct ChatEntry: Equatable {
  let peer: Peer
  let index: Int
  let text: String
  let unread: Int
}

struct ChatListView {
  let entries: [ChatEntry]
}

/// A store that is touched on one queue, and whose views are signals.
final class Postbox {
  let queue = Queue(name: "postbox")
  private let queueChecks: QueueChecks
  private var peers: [PeerId: Peer] = [:]
  private var chats: [PeerId: (index: Int, text: String, unread: Int)] = [:]
  private var lastIndex = 0
  private let listViews = Bag<(Int, ValuePipe<ChatListView>)>()
  private let peerViews = Bag<(PeerId, ValuePipe<Peer?>)>()
  private let unreadViews = Bag<ValuePipe<Int>>()

  init(_ queueChecks: QueueChecks) { self.queueChecks = queueChecks }

  // MARK: Changes

  final class Transaction {
    fileprivate let postbox: Postbox
    fileprivate var changedPeers: Set<PeerId> = []
    fileprivate var isChanged = false

    fileprivate init(_ postbox: Postbox) { self.postbox = postbox }

    func updatePeer(_ peer: Peer) {
      postbox.peers[peer.id] = peer
      changedPeers.insert(peer.id)
      isChanged = true
    }

    func addMessage(_ text: String, from id: PeerId) {
      postbox.lastIndex += 1
      postbox.chats[id] = (postbox.lastIndex, text, (postbox.chats[id]?.unread ?? 0) + 1)
      isChanged = true
    }

    func readAll(_ id: PeerId) {
      guard let chat = postbox.chats[id] else { return }
      postbox.chats[id] = (chat.index, chat.text, 0)
      isChanged = true
    }

    func removeChat(_ id: PeerId) {
      postbox.chats[id] = nil
      isChanged = true
    }

    func entries(_ count: Int) -> [ChatEntry] { postbox.view(count).entries }
  }

  func transaction<T>(_ f: @escaping (Transaction) -> T) -> Signal<T, NoError> {
    return Signal { [weak self] subscriber in
      self?.queue.justDispatch {
        guard let self = self else { return }
        let transaction = Transaction(self)
        let result = f(transaction)
        if transaction.isChanged { self.updateViews(transaction.changedPeers) }
        subscriber.putNext(result)
        subscriber.putCompletion()
      }
      return EmptyDisposable
    }
  }

  private func updateViews(_ changedPeers: Set<PeerId>) {
    queueChecks.check(queue, "views are updated")
    for (count, pipe) in listViews.copyItems() { pipe.putNext(view(count)) }
    for (id, pipe) in peerViews.copyItems() where changedPeers.contains(id) { pipe.putNext(peers[id]) }
    for pipe in unreadViews.copyItems() { pipe.putNext(unread) }
  }

  private func view(_ count: Int) -> ChatListView {
    let entries = chats.compactMap { id, chat in
      peers[id].map { ChatEntry(peer: $0, index: chat.index, text: chat.text, unread: chat.unread) }
    }
    return ChatListView(entries: Array(entries.sorted { $0.index > $1.index }.prefix(count)))
  }

  private var unread: Int { chats.values.reduce(0) { $0 + $1.unread } }

  // MARK: Views

  func chatListView(count: Int) -> Signal<ChatListView, NoError> {
    return view(in: { $0.listViews }, item: { (count, $0) }, initial: { $0.view(count) })
  }

  func peerView(_ id: PeerId) -> Signal<Peer?, NoError> {
    return view(in: { $0.peerViews }, item: { (id, $0) }, initial: { $0.peers[id] })
  }

  func unreadCount() -> Signal<Int, NoError> {
    return view(in: { $0.unreadViews }, item: { $0 }, initial: { $0.unread })
  }

  private func view<T, Item>(
    in bag: @escaping (Postbox) -> Bag<Item>, item: @escaping (ValuePipe<T>) -> Item,
    initial: @escaping (Postbox) -> T
  ) -> Signal<T, NoError> {
    let signal = Signal<T, NoError> { [weak self] subscriber in
      guard let self = self else { return EmptyDisposable }
      let pipe = ValuePipe<T>()
      let index = bag(self).add(item(pipe))
      subscriber.putNext(initial(self))
      let disposable = pipe.signal().start(next: { subscriber.putNext($0) })
      return ActionDisposable { [weak self] in
        disposable.dispose()
        self?.queue.async {
          if let self = self { bag(self).remove(index) }
        }
      }
    }
    return signal |> runOn(queue)
  }

  /// How many views there are.
  func viewCount() -> Signal<Int, NoError> {
    return transaction { _ in
      [
        self.listViews.copyItems().count, self.peerViews.copyItems().count,
        self.unreadViews.copyItems().count,
      ]
      .reduce(0, +)
    }
  }
}
