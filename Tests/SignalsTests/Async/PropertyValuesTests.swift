import Signals
import TestSupport
import Testing

@Suite struct PropertyValuesTests {
  @Test("R2: a loop gets the current value, then the changes") func valueThenChanges() {
    let (steps, log) = (Steps(), Log<Int>())
    let number = MutableProperty(1)
    let task = steps.begin { for await value in number.values() { log.add(value) } }
    #expect(log.entries == [1])
    for value in 2...3 {
      number.value = value
      steps.run()
    }
    #expect(log.entries == [1, 2, 3])
    task.cancel()
    steps.run()
  }

  @Test func aBusyLoopGetsTheNewestValueOnly() async {
    let (number, drops) = (MutableProperty(1), MutableProperty(0))
    let iterator = number.values(drops: drops).makeAsyncIterator()
    for value in 2...5 { number.value = value }
    #expect(await iterator.next() == 5)
    #expect(drops.value == 4)
    number.value = 6
    #expect(await iterator.next() == 6)
  }

  @Test func anotherPolicyKeepsMore() async {
    for policy in [Buffering.unbounded, .suspending(1)] {
      let number = MutableProperty(1)
      let iterator = number.values(buffering: policy).makeAsyncIterator()
      for value in 2...5 { number.value = value }
      for value in 1...5 { #expect(await iterator.next() == value) }
    }
  }

  @Test func eachIterationBeginsWithTheValueOfThen() async {
    let number = MutableProperty(1)
    let values = number.map { $0 * 10 }.values()
    for value in 2...3 {
      number.value = value
      for await first in values {
        #expect(first == value * 10)
        break
      }
    }
  }

  @Test("A2: cancelling ends the observation") func cancelling() {
    let (steps, log) = (Steps(), Log<String>())
    let number = MutableProperty(1)
    let double = number.map { $0 * 2 }
    let task = steps.begin {
      for await value in double.values() { log.add("\(value)") }
      log.add("over")
    }
    #expect(double.node.isObserved)
    number.value = 2
    task.cancel()
    #expect(!double.node.isObserved)
    number.value = 3
    steps.run()
    #expect(log.entries == ["2", "4", "over"] || log.entries == ["2", "over"])
  }

  @Test("A2: leaving the loop ends the observation") func leaving() async {
    let number = MutableProperty(1)
    for await _ in number.values() { break }
    #expect(!number.node.isObserved)
  }

  @Test func endsWithThePropertyAfterTheValueThatWaits() async {
    var number: MutableProperty? = MutableProperty(1)
    let sequence = number!.values()
    let iterator = sequence.makeAsyncIterator()
    number!.value = 2
    number = nil
    #expect(await iterator.next() == 2)
    #expect(await iterator.next() == nil)
    let late = sequence.makeAsyncIterator()
    #expect(await late.next() == 2)
    #expect(await late.next() == nil)
  }

  @Test func keepsNoMutableProperty() {
    var number: MutableProperty? = MutableProperty(1)
    weak let gone = number
    let sequence = number!.map { $0 + 1 }.values()
    let iterator = sequence.makeAsyncIterator()
    number = nil
    #expect(gone == nil)
    withExtendedLifetime(iterator) {}
  }

  @Test func aTransactionIsOneValue() async {
    let (width, height) = (MutableProperty(2), MutableProperty(3))
    let area = Property { width.value * height.value }
    let iterator = area.values(buffering: .unbounded).makeAsyncIterator()
    transaction {
      width.value = 4
      height.value = 5
    }
    width.value = 5
    for expected in [6, 20, 25] { #expect(await iterator.next() == expected) }
  }

  @Test func theLoopMaySetTheProperty() {
    let (steps, log) = (Steps(), Log<Int>())
    let number = MutableProperty(1)
    number.signal.observeValues { if $0 == 10 { number.value = 11 } }
    let task = steps.begin {
      for await value in number.values() {
        log.add(value)
        if value < 10 { number.value = value * 10 }
      }
    }
    #expect(log.entries == [1, 11])
    task.cancel()
    steps.run()
  }

  @Test("A1: eight threads set while loops end") func churn() async {
    let number = MutableProperty(0)
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<rounds(500) { number.modify { $0 += 1 } }
        }
        group.addTask {
          for _ in 0..<rounds(100) {
            let loop = Task {
              var last = -1
              for await value in number.values() {
                #expect(value > last)
                last = value
                await Task.yield()
              }
            }
            await Task.yield()
            loop.cancel()
            await loop.value
          }
        }
      }
    }
    #expect(number.value == 4 * rounds(500))
    #expect(!number.node.isObserved)
  }

  @Test("X1: a limit of zero stops") func wrongLimits() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = MutableProperty(1).values(buffering: .newest(0))
    }
    #expect(
      result.message.contains("values(buffering:): the limit of the buffering must be at least 1, got 0"))
  }
}
