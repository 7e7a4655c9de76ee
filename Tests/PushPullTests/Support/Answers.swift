import PushPull
import Signals

/// Those who wait for answers, until the test gives them.
final class Answers: Sendable {
  private let waiting = Guarded<[Int: Callback<PushPull.Event<String>>]>([:])

  func keep(_ number: Int, _ done: @escaping Callback<PushPull.Event<String>>) {
    waiting.withLock { $0[number] = done }
  }

  func give(to number: Int, _ answer: PushPull.Event<String>) { waiting.withLock { $0[number] }?(answer) }

  func forget(_ number: Int) { _ = waiting.withLock { $0.removeValue(forKey: number) } }
}
