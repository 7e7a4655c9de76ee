import Signals
import SignalsTesting
import Testing

@Suite struct BindingTests {
  @Test func setsTheTargetToEachValue() {
    let (numbers, input) = Signal<Int, Never>.pipe()
    let target = MutableProperty(0)
    let heard = Log<Int>()
    target.signal.observeValues { heard.add($0) }
    target <~ numbers
    [1, 2, 2, 3].forEach(input.send)
    #expect(heard.entries == [1, 2, 3])
  }

  @Test func takesTheValueOfAPropertyAtOnce() {
    let source = MutableProperty(5)
    let target = MutableProperty(0)
    target <~ source
    #expect(target.value == 5)
    source.value = 6
    #expect(target.value == 6)
  }

  @Test func reachesOptionalTargets() {
    let target = MutableProperty<Int?>(nil)
    target <~ SignalProducer(value: 3)
    #expect(target.value == 3)
  }

  @Test func endsWithTheTarget() {
    let disposed = Log<String>()
    let ticks = SignalProducer<Int, Never>.never.on(disposed: { disposed.add("disposed") })
    var target: MutableProperty? = MutableProperty(0)
    target! <~ ticks
    #expect(disposed.entries == [])
    target = nil
    #expect(disposed.entries == ["disposed"])
  }

  @Test func doesNotKeepTheTarget() {
    let source = MutableProperty(0)
    var target: MutableProperty? = MutableProperty(0)
    let completed = Log<String>()
    target!.producer.startWithCompleted { completed.add("completed") }
    target! <~ source
    target = nil
    #expect(completed.entries == ["completed"])
    source.value = 1
  }

  @Test func stopsWhenItIsDisposedOf() {
    let source = MutableProperty(1)
    let target = MutableProperty(0)
    let binding = source.bind(to: target)
    binding.dispose()
    source.value = 2
    #expect(target.value == 1)
  }

  @Test func removesBindingsThatHaveEnded() {
    let target = MutableProperty(0)
    let released = Log<Int>()
    for number in 0..<100 {
      let probe = Probe { released.add(number) }
      target <~ SignalProducer(value: number).on(next: { _ in probe.touch() })
    }
    // They are swept when the list has doubled.
    #expect(released.entries.count > 50)
  }

  @Test("R5: properties bound to each other come to rest")
  func bothWays() {
    let left = MutableProperty(1)
    let right = MutableProperty(2)
    let heard = Log<Int>()
    right <~ left
    left <~ right
    right.signal.observeValues { heard.add($0) }
    left.value = 3
    #expect(right.value == 3)
    right.value = 4
    #expect(left.value == 4)
    #expect(heard.entries == [3, 4])
  }

  @Test("R5: a ring that converges comes to rest")
  func converging() {
    let first = MutableProperty(1000)
    let second = MutableProperty(0)
    second <~ first.producer.map { $0 / 2 }
    first <~ second
    #expect(first.value == 0)
    #expect(second.value == 0)
  }

  @Test("R5: a ring whose values never repeat stops with the names")
  func endless() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      bindInARing()
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let names = output.matches(of: #/BindingTests\.swift:(\d+)/#).map(\.1)
    #expect(output.contains("properties change each other without coming to rest"))
    #expect(names.count == 3 && Set(names).count == 2)
  }
}

/// Not inside the macro, which would place both properties on one line.
private func bindInARing() {
  let first = MutableProperty(0)
  let second = MutableProperty(0)
  second <~ first.producer.map { $0 + 1 }
  first <~ second
}
