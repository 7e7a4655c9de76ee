import Foundation
import Signals
import SignalsFoundation
import SignalsTesting
import Testing

@Suite struct NotificationCenterTests {
  private let center = NotificationCenter()
  private let name = Notification.Name("something happened")

  private func post(_ number: Int?, object: AnyObject? = nil, name: Notification.Name? = nil) {
    center.post(name: name ?? self.name, object: object, userInfo: number.map { ["number": $0] })
  }

  private var numbers: SignalProducer<Int, Never> {
    center.producer(for: name) { $0.userInfo?["number"] as? Int }
  }

  @Test func passesOnWhatIsTakenFromNotifications() {
    let recorder = Recorder<Int, Never>()
    let start = numbers.start(recorder.observer)
    post(1)
    post(nil)
    post(2, name: Notification.Name("something else"))
    post(3)
    #expect(recorder.events == [.next(1), .next(3)])
    start.dispose()
  }

  @Test("P1, P2: each start observes for itself") func startsObserve() {
    let (first, second) = (Recorder<Int, Never>(), Recorder<Int, Never>())
    let producer = numbers
    post(1)
    let start = producer.start(first.observer)
    post(2)
    let other = producer.start(second.observer)
    post(3)
    start.dispose()
    post(4)
    #expect(first.events == [.next(2), .next(3), .interrupted])
    #expect(second.events == [.next(3), .next(4)])
    other.dispose()
  }

  @Test func disposalRemovesTheObserver() {
    let released = Recorder<String, Never>()
    func start() -> any Disposable {
      let probe = Probe { released.observer.send("released") }
      return center.producer(for: name) { _ in probe.touch() }.start()
    }
    let disposable = start()
    post(1)
    #expect(released.values.isEmpty)
    disposable.dispose()
    #expect(released.values == ["released"])
  }

  @Test func theEndOfTheStreamRemovesTheObserver() {
    let recorder = Recorder<Int, Never>()
    let asked = Recorder<Int, Never>()
    center.producer(for: name) { notification in
      asked.observer.send(0)
      return notification.userInfo?["number"] as? Int
    }
    .prefix(1).start(recorder.observer)
    post(1)
    post(2)
    #expect(recorder.events == [.next(1), .completed])
    #expect(asked.values.count == 1)
  }

  @Test func hearsOfOneObjectOnly() {
    final class Sender: Sendable {}
    let (one, other) = (Sender(), Sender())
    let recorder = Recorder<Int, Never>()
    let start = center.producer(for: name, object: one) { $0.userInfo?["number"] as? Int }
      .start(recorder.observer)
    post(1)
    post(2, object: other)
    post(3, object: one)
    #expect(recorder.values == [3])
    start.dispose()
  }

  @Test func saysThatItHappened() {
    let recorder = Recorder<Void, Never>()
    let start = center.producer(for: name).start(recorder.observer)
    post(nil)
    post(1)
    #expect(recorder.values.count == 2)
    start.dispose()
  }

  @Test("E6, E7: notifications of many threads are delivered serially")
  func comesOneAtATime() {
    let center = center
    let name = name
    let recorder = Recorder<Int, Never> { event in
      if event.value == 0 { center.post(name: name, object: nil, userInfo: ["number": -1]) }
    }
    let start = numbers.start(recorder.observer)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for index in 0..<100 {
        center.post(name: name, object: nil, userInfo: ["number": thread * 100 + index])
      }
    }
    #expect(recorder.values.sorted() == Array(-1..<400))
    #expect(recorder.violations.isEmpty)
    start.dispose()
  }
}
