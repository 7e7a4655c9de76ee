import Foundation
import SwiftSignalKit
import TestSupport
import Testing

/// An application as there are many: accounts, a store with views, screens. Nothing of it knows what `SwiftSignalKit` is
/// built on.
@Suite("Chat list") struct ChatListTests {
  private let context = SharedContext(accounts: 2)
  private let closed = ValuePromise<Int>(0)

  private func controller() -> ChatListController {
    let closed = self.closed
    return ChatListController(context, onDeinit: { closed.set(1) })
  }

  /// The first value that is as wanted.
  private func first<T>(_ signal: Signal<T, NoError>, where isWanted: @escaping @Sendable (T) -> Bool) async
    -> T
  {
    return await (signal |> filter(isWanted)).get()
  }

  private func change(_ account: Int, _ f: @escaping (Postbox.Transaction) -> Void) async {
    await context.accounts[account].postbox.transaction { f($0) }.get()
  }

  /// Three chats.
  private func fill(_ account: Int) async {
    await change(account) { transaction in
      for (id, name) in ["Me", "Ann", "Bob", "Cleo"].enumerated() {
        transaction.updatePeer(Peer(id: id, name: "\(name)\(account == 0 ? "" : "'")"))
      }
      for id in 1...3 { transaction.addMessage("hello \(id)", from: id) }
    }
  }

  private func expectEachOnItsQueue() {
    #expect(context.queueChecks.faults == [])
    #expect(context.queueChecks.count > 5)
  }

  @Test func showsTheListAndWhatChanges() async {
    await fill(0)
    let controller = controller()
    #expect(await controller.ready.get().get())
    let shown = await first(controller.states.get()) { !$0.items.isEmpty }
    #expect(shown.header == "Me day 3")
    #expect(shown.items.map(\.title) == ["Cleo: hello 3 (1)", "Bob: hello 2 (1)", "Ann: hello 1 (1)"])

    await change(0) { $0.addMessage("again", from: 1) }
    let moved = await first(controller.states.get()) { $0.header == "Me day 4" && $0.items[0].id == 1 }
    #expect(moved.items.map(\.id) == [1, 3, 2])

    context.theme.set(Theme(name: "night"))
    context.accounts[0].network.isOnline.set(false)
    controller.search("o")
    let found = await first(controller.states.get()) {
      $0.header == "Me night connecting" && $0.items.count == 2
    }
    #expect(found.items.map(\.title) == ["Cleo: hello 3 (1)", "Bob: hello 2 (1)"])
    expectEachOnItsQueue()
    withExtendedLifetime(controller) {}
  }

  @Test func manyThreadsChangeTheStore() async {
    await fill(0)
    let controller = controller()
    let postbox = context.accounts[0].postbox
    let done = Atomic(value: 0)
    let finished = ValuePromise(false, ignoreRepeated: true)
    let rounds = 100
    for thread in 0..<4 {
      Thread.detachNewThread {
        for round in 0..<rounds {
          let change = postbox.transaction { transaction -> Void in
            switch (thread + round) % 4 {
            case 0: transaction.addMessage("\(thread) \(round)", from: 1 + round % 3)
            case 1: transaction.readAll(1 + round % 3)
            case 2: transaction.updatePeer(Peer(id: 1, name: "Ann \(round)"))
            default: transaction.removeChat(1 + round % 3)
            }
          }
          let _ = change.start(completed: {
            if done.modify({ $0 + 1 }) == 4 * rounds { finished.set(true) }
          })
        }
      }
    }
    #expect(await first(finished.get()) { $0 })
    await change(0) { transaction in
      transaction.updatePeer(Peer(id: 0, name: "Done"))
      transaction.addMessage("last", from: 1)
    }
    let entries = await postbox.transaction { $0.entries(100) }.get()
    let unread = entries.reduce(0) { $0 + $1.unread }
    let expected = entries.map { "\($0.peer.name): \($0.text) (\($0.unread))" }
    // That the transitions fit each other is checked where they are applied.
    let shown = await first(controller.states.get()) {
      $0.header == "Done day \(unread)" && $0.items.map(\.title) == expected
    }
    #expect(shown.items.count == entries.count)
    expectEachOnItsQueue()
  }

  @Test func switchingAccountsKeepsSharedWork() async {
    await fill(0)
    await fill(1)
    let controller = controller()
    for round in 1...10 {
      let account = round % 2
      context.switchAccount(account)
      let shown = await first(controller.states.get()) { $0.account == account && $0.items.count == 3 }
      #expect(shown.items.allSatisfy { $0.title.contains("'") == (account == 1) })
      context.keepUpdated.tick(round)
    }
    #expect(context.keepUpdated.begun == 1)
    #expect(context.keepUpdated.mostAtOnce == 1)
    // Of the other account nothing is observed any more: its list, its peer, its count, and the count of the badge.
    let views = await context.accounts[1].postbox.viewCount().get()
    #expect(views == 0)
    #expect(await context.accounts[0].postbox.viewCount().get() == 4)
    expectEachOnItsQueue()
    withExtendedLifetime(controller) {}
  }

  @Test func anotherRequestCancelsTheOneBefore() async {
    await fill(0)
    let (controller, network) = (controller(), context.accounts[0].network)
    async let history = controller.histories.signal().get()
    for id in 1...3 {
      controller.open(id)
      #expect(network.openRequests == [id])
    }
    network.answer()
    // The pipe remembers nothing, and the answer may be faster than the task that waits for it.
    let repeating = opensAgainAndAgain(controller, 3, network)
    repeating.start()
    #expect(await history == ["text of 3"])
    repeating.invalidate()
    // The list may still show the one before.
    let state = await first(controller.states.get()) {
      $0.items.contains { $0.title.hasPrefix("*") && $0.id == 3 }
    }
    #expect(state.items.filter { $0.title.hasPrefix("*") }.map(\.id) == [3])
    expectEachOnItsQueue()
  }

  private func opensAgainAndAgain(_ controller: ChatListController, _ id: PeerId, _ network: Network)
    -> SwiftSignalKit.Timer
  {
    return Timer(
      timeout: 0.01, repeat: true,
      completion: {
        controller.open(id)
        network.answer()
      }, queue: Queue(name: "user"))
  }

  private func answersEachRequest(_ network: Network) -> Disposable {
    return network.waiting.start(next: { _ in network.answer() })
  }

  @Test func failuresAreRetriedAndThenShown() async {
    await fill(0)
    let (controller, network) = (controller(), context.accounts[0].network)
    let shown = Promise<[String]>()
    shown.set(controller.histories.signal())
    network.fail(100)
    // Each attempt is answered with a failure.
    let answering = answersEachRequest(network)
    controller.open(2)
    #expect(await shown.get().get() == ["error flood"])
    answering.dispose()
    #expect(network.openRequests == [])
    let _ = await first(controller.states.get()) { !$0.items.isEmpty }
    expectEachOnItsQueue()
  }

  @Test func theBadgeShowsTheNewestAtLast() async {
    await fill(0)
    let controller = controller()
    let badge = Promise<Int>()
    badge.set(controller.badges.signal())
    for number in 0..<50 { await change(0) { $0.addMessage("\(number)", from: 1) } }
    #expect(await first(badge.get()) { $0 == 53 } == 53)
    expectEachOnItsQueue()
    withExtendedLifetime(controller) {}
  }

  @Test func nothingIsLeftOfAScreenThatWasClosed() async {
    await fill(0)
    var controller: ChatListController? = controller()
    let another = ChatListController(context, onDeinit: {})
    let _ = await first(controller!.states.get()) { !$0.items.isEmpty }
    let _ = await first(another.states.get()) { !$0.items.isEmpty }
    controller?.open(1)
    #expect(context.accounts[0].network.openRequests == [1])
    controller = nil
    #expect(await first(closed.get()) { $0 == 1 } == 1)
    #expect(context.accounts[0].network.openRequests == [])
    #expect(context.keepUpdated.running == 1)
    #expect(await context.accounts[0].postbox.viewCount().get() == 4)
    withExtendedLifetime(another) {}
    expectEachOnItsQueue()
  }
}
