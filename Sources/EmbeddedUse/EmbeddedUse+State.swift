import Signals

/// Calls what properties have.
public func useState(_ report: @escaping @Sendable (Int) -> Void) {
  let width = MutableProperty(2)
  let height = MutableProperty(3)
  let area = Property { width.value * height.value }
  untracked { report(height.value) }
  snapshot { report(width.value + height.value) }
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

/// Calls what properties of `Bool` have, and what depends on the history of a property.
public func useFlagsAndHistory(_ report: @escaping @Sendable (Int) -> Void) {
  let width = MutableProperty(2)
  let isWide = width.map { $0 > 3 }
  let isEven = width.map { $0 % 2 == 0 }
  isWide.and(isEven).or(isWide.negate()).producer.startWithValues { report($0 ? 1 : 0) }
  report(Property.all(isWide, isEven).value || Property.any(isWide, isEven).value ? 1 : 0)
  report(Property.all([isWide, isEven]).value || Property.any([isWide, isEven]).value ? 1 : 0)
  report(width.filter(initial: 0) { $0 > 3 }.value)
  report(width.pairwise(initial: 0).value.previous)
  do throws(SensorFailure) {
    try width.modify { width throws(SensorFailure) in
      if width > 3 { throw SensorFailure.disconnected }
      width += 1
    }
    report(
      try width.withValue { width throws(SensorFailure) in
        if width > 3 { throw SensorFailure.disconnected }
        return width
      })
  } catch {
    report(-1)
  }
}

/// Calls what bindings and validation have.
public func useTargets(_ report: @escaping @Sendable (Int) -> Void) {
  let width = MutableProperty(2)
  let target = BindingTarget<Int>(lifetime: width.lifetime) { report($0) }
  target <~ width
  BindingTarget<Int?>(on: ImmediateScheduler()) { report($0 ?? 0) } <~ width
  width.bind(to: target).dispose()
  let checked = ValidatingProperty<Int, SensorFailure>(0, with: width, name: "checked") { value, width in
    value > width ? .coerced(width) : value < 0 ? .invalid(SensorFailure.disconnected) : .valid
  }
  checked <~ width
  width <~ checked
  checked.value = 3
  report(checked.result.value.value ?? checked.result.value.proposed)
  report(checked.result.value.isInvalid || checked.result.value.error != nil ? checked.value : 0)
  checked.lifetime.onEnd { report(1) }
  let even = ValidatingProperty<Int, SensorFailure>(0) {
    $0 % 2 == 0 ? .valid : .invalid(SensorFailure.disconnected)
  }
  even.value = 1
  report(even.value)
}

/// Calls what actions have.
public func useActions(_ report: @escaping @Sendable (Int) -> Void) {
  let isAllowed = MutableProperty(true)
  let count = Action<Int, Int, SensorFailure>(enabledIf: isAllowed) { SignalProducer(0..<$0) }
  count.values.observeValues(report)
  count.errors.observeValues { _ in report(-1) }
  count.completed.observeValues { report(-2) }
  count.events.observeValues { if case .interrupted = $0 { report(-4) } }
  count.lifetime.onEnd { report(-5) }
  count <~ MutableProperty(2)
  count.disabledErrors.observeValues { report(-3) }
  count.apply(3).completeOnError().startWithCompleted {
    report(count.isExecuting.value || count.isEnabled.value ? 1 : 0)
  }
  let choice = MutableProperty<Int?>(nil)
  Action<Int, Int, SensorFailure>(unwrapping: choice) { SignalProducer(value: $0 + $1) }.apply(1)
    .completeOnError().start()
  Action<Int, Int, SensorFailure> { SignalProducer(value: $0) }.apply(1).completeOnError().start()
  Action<Void, Bool, SensorFailure>(state: isAllowed, enabledIf: { $0 }) { state, _ in
    SignalProducer(value: state)
  }
  .apply().completeOnError().start()
}
