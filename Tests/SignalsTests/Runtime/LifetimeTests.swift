import Testing

@testable import Signals

/// A lifetime keeps its only member without a list.
@Suite struct LifetimeTests {
  /// Sendable because its members are constants.
  private final class Member: LifetimeMember, @unchecked Sendable {
    private let name: String
    private let log: Log<String>
    private let isOver = Flag()

    init(_ name: String, _ log: Log<String>) {
      self.name = name
      self.log = log
    }

    override var isDisposed: Bool { isOver.isSet }
    override func dispose() { if isOver.set() { log.add(name) } }
  }

  @Test("D3: the only member is disposed of at the end or later")
  func onlyMember() {
    let log = Log<String>()
    let subscription = Subscription()
    subscription.add(Member("first", log))
    #expect(!subscription.hasEnded && log.entries == [])
    subscription.dispose()
    #expect(subscription.hasEnded && log.entries == ["first"])
    subscription.add(Member("late", log))
    #expect(log.entries == ["first", "late"])
  }

  @Test("Members are disposed of in reverse order", arguments: [2, 3, 100])
  func order(count: Int) {
    let log = Log<String>()
    let subscription = Subscription()
    let names = (0..<count).map { "\($0)" }
    for name in names { subscription.add(Member(name, log)) }
    subscription.dispose()
    #expect(log.entries == names.reversed())
  }

  @Test("D5: a silent start that is released releases its only member")
  func released() {
    let log = Log<String>()
    weak var member: Member?
    do {
      let subscription = Subscription()
      subscription.becomeSilent()
      let made = Member("first", log)
      member = made
      subscription.add(made)
    }
    #expect(member == nil && log.entries == [])
  }

  @Test("D3: what several threads add is disposed of once")
  func threads() {
    for _ in 0..<200 {
      let log = Log<String>()
      let subscription = Subscription()
      onThreads(4) { thread in
        switch thread {
        case 0: subscription.add(Member("a", log))
        case 1: subscription.add(Member("b", log))
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
