import Signals
import TestSupport
import Testing

/// A lifetime keeps its only member without a list.
@Suite(.mayBlock) struct LifetimeTests {
  private let pipe = Signal<Int, Never>.pipe()

  /// A member that needs no list while it is the only one: an observer, which logs its values, and `name` when it is
  /// disposed of, and so released by its list.
  private func member(_ name: String, _ log: Log<String>) throws -> LifetimeMember {
    let probe = Probe { log.add(name) }
    let observation = pipe.output.observeValues { value in
      probe.touch()
      log.add("\(name) \(value)")
    }
    return try #require(observation as? LifetimeMember)
  }

  @Test("D4: a start that is over leaves its place to the next") func startsInARow() {
    let whole = Subscription()
    let log = Log<String>()
    whole.onEnd { log.add("oldest") }
    weak var over: Subscription?
    weak var present: Subscription?
    do {
      let first = Subscription()
      whole += first
      first.dispose()
      let second = Subscription()
      second.onEnd { log.add("second") }
      over = first
      present = second
      #expect(over != nil)
      whole += second
    }
    #expect(over == nil)
    let third = Subscription()
    third.onEnd { log.add("third") }
    whole += third
    #expect(present != nil)
    whole.dispose()
    #expect(log.entries == ["third", "second", "oldest"])
  }

  @Test("D3: the only member is disposed of at the end or later")
  func onlyMember() throws {
    let log = Log<String>()
    let subscription = Subscription()
    subscription.add(try member("first", log))
    #expect(!subscription.hasEnded && log.entries == [])
    subscription.dispose()
    #expect(subscription.hasEnded && log.entries == ["first"])
    subscription.add(try member("late", log))
    #expect(log.entries == ["first", "late"])
  }

  @Test("Members are disposed of in reverse order", arguments: [2, 3, 100])
  func order(count: Int) throws {
    let log = Log<String>()
    let subscription = Subscription()
    let names = (0..<count).map { "\($0)" }
    for name in names { subscription.add(try member(name, log)) }
    subscription.dispose()
    #expect(log.entries == names.reversed())
  }

  @Test("D5: a silent start that is released leaves its member alone")
  func released() throws {
    let log = Log<String>()
    weak var member: LifetimeMember?
    do {
      let subscription = Subscription()
      subscription.becomeSilent()
      let made = try self.member("first", log)
      member = made
      subscription.add(made)
    }
    pipe.input.send(1)
    #expect(log.entries == ["first 1"])
    // The list of the source was the last to keep it.
    pipe.input.complete()
    #expect(member == nil && log.entries == ["first 1", "first"])
  }

  @Test("D3: what several threads add is disposed of once")
  func threads() throws {
    for _ in 0..<200 {
      let log = Log<String>()
      let subscription = Subscription()
      let (first, second) = (try member("a", log), try member("b", log))
      onThreads(4) { thread in
        switch thread {
        case 0: subscription.add(first)
        case 1: subscription.add(second)
        case 2:
          subscription.pause()
          subscription.resume()
        default: subscription.dispose()
        }
      }
      #expect(log.entries.sorted() == ["a", "b"])
    }
  }
}
