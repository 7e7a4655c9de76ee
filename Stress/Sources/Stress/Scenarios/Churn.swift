import Signals
import Synchronization

extension Scenario {
  /// One thread sends or sets; all others begin to observe and dispose, in a loop. What was disposed of has to go while
  /// that goes on.
  static let churn = [
    churning("churn-pipe", "one sends, the others observe and dispose", weight: 6) { _ in
      let (signal, input) = Signal<Int, Never>.pipe()
      return Load(
        send: ("send", { input.send($0) }),
        observe: { token in signal.observeValues { _ in withExtendedLifetime(token) {} } })
    },
    churning("churn-property", "one sets, the others start and dispose", weight: 6) { _ in
      let property = MutableProperty(0)
      return Load(
        send: ("set of MutableProperty", { property.value = $0 }),
        observe: { token in property.producer.startWithValues { _ in withExtendedLifetime(token) {} } })
    },
    churning("churn-computed", "the same with a computed property") { _ in
      let property = MutableProperty(0)
      let other = MutableProperty(1)
      let sum = Property { property.value + other.value }.map { $0 + 1 }.combineLatest(with: other)
      return Load(
        send: ("set below computed properties", { property.value = $0 }),
        observe: { token in sum.producer.startWithValues { _ in withExtendedLifetime(token) {} } })
    },
    churning("churn-chain", "the same through stages and a join") { _ in
      let (signal, input) = Signal<Int, Never>.pipe()
      let chain = signal.map { $0 + 1 }.filter { $0 % 2 == 0 }.merge(with: signal)
      return Load(
        send: ("send", { input.send($0) }),
        observe: { token in chain.producer.startWithValues { _ in withExtendedLifetime(token) {} } })
    },
    churning("churn-share", "the same with share(replay:)") { _ in
      let (signal, input) = Signal<Int, Never>.pipe()
      let shared = signal.producer.share(replay: 1)
      return Load(
        send: ("send", { input.send($0) }),
        observe: { token in shared.startWithValues { _ in withExtendedLifetime(token) {} } })
    },
    churning("churn-all", "all threads send, observe and dispose", weight: 6, senders: nil) { _ in
      let (signal, input) = Signal<Int, Never>.pipe()
      return Load(
        send: ("send", { input.send($0) }),
        observe: { token in signal.observeValues { _ in withExtendedLifetime(token) {} } })
    },
  ]

  private struct Load: Sendable {
    let send: (name: StaticString, action: @Sendable (Int) -> Void)
    let observe: @Sendable (Token) -> any Disposable
  }

  /// - Parameter senders: How many threads only send; nil for threads that do both.
  private static func churning(
    _ name: String, _ summary: String, weight: Double = 3, senders: Int? = 1,
    _ make: @escaping @Sendable (Round) -> Load
  ) -> Scenario {
    Scenario(name: name, summary: summary, rules: "E6a, D4", weight: weight, roundLength: nil) { round in
      let load = make(round)
      let sends = Atomic<Int>(0)
      let mostAlive = Atomic<Int>(0)
      round.onThreads { worker in
        var number = 0
        while worker.isRunning {
          number += 1
          let sending = senders.map { worker.index < $0 } ?? (number % 2 == 0)
          if sending {
            worker.call(load.send.name) { load.send.action(number) }
            sends.add(1, ordering: .relaxed)
          } else {
            let observation = worker.call("begin to observe") { load.observe(Token()) }
            worker.call("dispose") { observation.dispose() }
            if number % 256 == 0 { mostAlive.max(Token.live, ordering: .relaxed) }
          }
        }
      }
      round.count(events: sends.load(ordering: .relaxed))
      let alive = mostAlive.load(ordering: .relaxed)
      round.expect(
        alive < 50_000, "D4",
        "\(alive) observers that were disposed of were alive at one moment while the load went on")
      round.call("one more send") { load.send.action(-1) }
      round.expect(
        round.eventually { Token.live == 0 }, "D4",
        "\(Token.live) observers that were disposed of are alive after the load")
    }
  }
}
