import Signals
import SignalsMarbles

private struct Reading: Equatable {
  var sensor: UInt8
  var isValid: Bool
  var value: Int16
  var limits: Limits

  struct Limits: Equatable {
    var low: Int16
    var high: Int16
  }
}

extension Checks {
  /// Plain values are kept as words, which are read and written as a whole.
  mutating func checkValuesOfSeveralParts() {
    let (a, b) = (MutableProperty<UInt8>(3), MutableProperty<UInt8>(1))
    let bytes = Property.combineLatest(a, b)
    expect(bytes.value == (3, 1), "two bytes")
    a.value = 200
    expect(bytes.value == (200, 1), "two bytes, one of them changed")
    expect(Property.combineLatest(a, b, a).value == (200, 1, 200), "three bytes")

    let (left, right) = (MutableProperty(3), MutableProperty(1))
    let numbers = Property.combineLatest(left, right)
    expect(numbers.value == (3, 1), "two numbers")
    expect(left.combineLatest(with: right).value == (3, 1), "two numbers, written behind the first")
    expect(
      numbers.combineLatest(with: a).map { $0.0.0 * 100 + $0.0.1 * 10 + Int($0.1) }.value == 510,
      "a tuple in a tuple")
    let recorder = Recorder<Int, Never>(on: ImmediateScheduler())
    numbers.producer.start(Observer(next: { recorder.observer.send($0.0 * 100 + $0.1) }))
    transaction {
      left.value = 4
      right.value = 2
    }
    expect(recorder.values == [301, 402], "two numbers, changed and announced as one")
    expect(
      Property.combineLatest(left, right, left, right, left, right).value == (4, 2, 4, 2, 4, 2), "six numbers"
    )

    let mixed = MutableProperty<(UInt8, Int32, Bool)>((1, -2, true))
    mixed.modify { mixed in
      mixed.0 = 9
      mixed.1 = -70_000
      mixed.2 = false
    }
    expect(mixed.value == (9, -70_000, false), "a tuple with gaps, changed part by part")
    let optional = MutableProperty<(UInt8, UInt8)?>(nil)
    optional.value = (5, 6)
    expect(optional.value?.0 == 5 && optional.value?.1 == 6, "an optional tuple")

    let first = Reading(sensor: 1, isValid: true, value: -300, limits: Reading.Limits(low: -400, high: 400))
    let reading = MutableProperty(first)
    expect(reading.value == first, "a structure")
    reading.modify { reading in
      reading.sensor = 7
      reading.value = 301
      reading.limits.high = 500
    }
    expect(
      reading.value
        == Reading(sensor: 7, isValid: true, value: 301, limits: Reading.Limits(low: -400, high: 500)),
      "a structure, changed field by field")
    expect(reading.map { $0.limits.low }.value == -400, "a field of a structure")
    let text = MutableProperty(("a", 1))
    text.modify { $0.1 = 2 }
    expect(text.value.0 == "a" && text.value.1 == 2, "a tuple with a string")
  }

  mutating func checkProperties() {
    let side = MutableProperty(2)
    let (double, triple) = (side.map { $0 * 2 }, side.map { $0 * 3 })
    let sum = Property { double.value + triple.value }
    let (sums, _) = recorded(sum.producer)
    side.value = 3
    expect(sums, [10, 15], ended: false, "a diamond is announced once, from one moment")

    let other = MutableProperty(1)
    let (products, _) = recorded(Property { side.value * other.value }.producer)
    transaction {
      side.value = 4
      other.value = 5
    }
    expect(products, [3, 20], ended: false, "a transaction is announced once")
    let isWide = side.map { $0 > 3 }
    let chosen = Property { isWide.value ? other.value : 0 }
    let (choices, _) = recorded(chosen.producer)
    other.value = 6
    side.value = 1
    other.value = 7
    side.value = 8
    expect(choices, [5, 6, 0, 7], ended: false, "what is read may change")

    let (numbers, input) = Signal<Int, Never>.pipe()
    let stored = numbers.stored(initial: 0)
    input.send(9)
    expect(stored.value == 9, "a signal, stored")
  }

  mutating func checkChains(depth: Int) {
    let base = MutableProperty(0)
    var end: Property<Int> = base.map { $0 + 1 }
    for _ in 1..<1000 {
      let before = end
      end = before.map { $0 + 1 }
    }
    let (mapped, _) = recorded(end.producer)
    base.value = 1
    expect(mapped, [1000, 1001], ended: false, "a chain of a thousand maps")

    var computed: Property<Int> = Property { base.value + 1 }
    for _ in 1..<depth {
      let before = computed
      computed = Property { before.value + 1 }
    }
    let (results, _) = recorded(computed.producer)
    base.value = 2
    expect(results, [depth + 1, depth + 2], ended: false, "a chain of closures")
  }
}
