import Signals

/// Calls what properties have.
public func useState(_ report: @escaping @Sendable (Int) -> Void) {
  let width = MutableProperty(2)
  let height = MutableProperty(3)
  let area = Property { width.value * height.value }
  untracked { report(height.value) }
  area.producer.startWithValues(report)
  area.signal.observeValues(report)
  width.signal.observeCompleted { report(0) }
  transaction {
    width.value = 4
    height.modify { $0 += 1 }
  }
  report(width.swap(5) + height.withValue { $0 * 2 })
  width.lifetime.onEnd { report(1) }

  let doubled = width.map { $0 * 2 }.removeDuplicates()
  let near = height.removeDuplicates(by: { $0 / 10 == $1 / 10 })
  report(doubled.combineLatest(with: near).value.0)
  report(Property.combineLatest(width, height, near).value.1)
  report(Property.combineLatest([doubled, near]).value.count)
  report(width.flatMap { $0 > 3 ? doubled : near }.value)
  report(Property(value: 1).value)

  let (numbers, input) = Signal<Int, Never>.pipe()
  report(Property(initial: 0, then: numbers).value)
  report(numbers.stored(initial: 7).value)
  numbers.bind(to: width).dispose()
  height <~ width
  numbers.observe(during: width.lifetime) { report($0.value ?? 0) }
  input.send(9)
}

/// Calls what actions have.
public func useActions(_ report: @escaping @Sendable (Int) -> Void) {
  let isAllowed = MutableProperty(true)
  let count = Action<Int, Int, SensorFailure>(enabledIf: isAllowed) { SignalProducer(0..<$0) }
  count.values.observeValues(report)
  count.errors.observeValues { _ in report(-1) }
  count.completed.observeValues { report(-2) }
  count.disabledErrors.observeValues { report(-3) }
  count.apply(3).completeOnError().startWithCompleted {
    report(count.isExecuting.value || count.isEnabled.value ? 1 : 0)
  }
  let choice = MutableProperty<Int?>(nil)
  Action<Int, Int, SensorFailure>(unwrapping: choice) { SignalProducer(value: $0 + $1) }.apply(1).start()
  Action<Int, Int, SensorFailure> { SignalProducer(value: $0) }.apply(1).start()
}
