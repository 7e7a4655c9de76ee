import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite("The pressure of groups and windows") struct BranchPressureTests {
  private func counted(_ numbers: Range<Int>, _ sent: Counter) -> SignalProducer<Int, Never> {
    SignalProducer(numbers).on(next: { _ in sent.increment() })
  }

  @Test("B3: a pause inside a group pauses the source") func pauseInsideAGroup() {
    let (sent, values, inner) = (Counter(), Log<Int>(), Subscription())
    counted(0..<100, sent).grouped(by: { $0 % 2 }).startWithValues { group in
      if group.key == 1 { group.values.startWithValues { _ in } }
      guard group.key == 0 else { return }
      group.values.attach(
        Observer(next: { value in
          values.add(value)
          if value == 10 { inner.pause() }
        }), inner)
    }
    #expect(values.entries.last == 10)
    #expect(sent.value == 11)
    inner.resume()
    #expect(values.entries == Array(stride(from: 0, to: 100, by: 2)))
    #expect(sent.value == 100)
  }

  @Test("B3: an observer that leaves takes its pause back") func leavingTakesThePauseBack() {
    let (sent, inner) = (Counter(), Subscription())
    counted(0..<10, sent).windows(ofCount: 100).startWithValues { window in
      window.startWithValues { _ in }
      window.attach(Observer(next: { _ in inner.pause() }), inner)
    }
    #expect(sent.value == 1)
    inner.dispose()
    #expect(sent.value == 10)
  }

  @Test("B2: what waits in a group stops at a pause, and goes on") func whatWaitsPauses() {
    let (output, input) = Signal<Int, Never>.pipe()
    let (windows, values, inner) = (Log<SignalProducer<Int, Never>>(), Log<Int>(), Subscription())
    output.windows(ofCount: 9).observeValues { windows.add($0) }
    for value in 1...4 { input.send(value) }
    windows.entries[0].attach(
      Observer(next: { value in
        values.add(value)
        if value == 2 { inner.pause() }
      }), inner)
    #expect(values.entries == [1, 2])
    input.send(5)
    #expect(values.entries == [1, 2], "nothing overtakes")
    inner.resume()
    #expect(values.entries == [1, 2, 3, 4, 5])
    input.send(6)
    #expect(values.entries.last == 6)
  }

  @Test("G2: 64 values that wait pause the source") func waitingValuesPause() {
    let (sent, windows, values) = (Counter(), Log<SignalProducer<Int, Never>>(), Log<Int>())
    counted(0..<500, sent).windows(ofCount: 10).startWithValues { windows.add($0) }
    #expect(sent.value == 64)
    for index in 0..<3 { windows.entries[index].startWithValues { values.add($0) } }
    #expect(sent.value == 64)
    windows.entries[3].startWithValues { values.add($0) }
    #expect(sent.value > 64)
    #expect(values.entries == Array(0..<40))
  }

  @Test("B3: the memory is bounded where groups are slow") func slowGroups() {
    let (sent, time, taken) = (Counter(), TestScheduler(), Counter())
    counted(0..<2000, sent).windows(ofCount: 100).flatMap(.concat) { window in
      window.flatMap(.concat) { value in
        SignalProducer<Int, Never>(value: value).delay(.seconds(1), on: time)
      }
    }.startWithValues { _ in taken.increment() }
    var most = 0
    while taken.value < 2000 {
      most = max(most, sent.value - taken.value)
      time.advance(by: .seconds(1))
    }
    #expect(most <= 300)
  }

  @Test("G2: where too much waits the program stops") func tooManyWait() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      SignalProducer<Int, Never>(0...).grouped(by: { $0 % 2 }).flatMap(.concat) { $0.values }.startWithValues
      { _ in }
    }
    #expect(
      result.message.contains("grouped(by:limit:): too many values wait in groups that are not observed"))
    #expect(result.message.contains("65536"))
  }

  @Test("B1: what cannot wait is kept") func signalsAreKept() {
    let (output, input) = Signal<Int, Never>.pipe()
    let values = Log<Int>()
    output.grouped(by: { $0 % 2 }).flatMap(.concat) { $0.values }.observeValues { values.add($0) }
    for value in 0..<150_000 { input.send(value) }
    input.complete()
    #expect(values.entries.count == 150_000)
  }
}
