extension EventStream {
  /// Holds values back while a condition is true; the newest one is passed on when it becomes false.
  ///
  ///     in         --a--b--c-----d--|
  ///     condition  ---t------f-------
  ///                throttle(while: condition)
  ///     out        --a-------c---d--|
  ///
  /// Before the condition has a value, values are passed on. Where both come from one source, the condition of an event
  /// holds for its value (contract S11).
  ///
  /// - Completes: with the source; a value that is held back is sent first. When the condition has ended, its
  ///   last value counts as false.
  /// - Fails: with the source, at once; a value that is held back is dropped (contract E2).
  /// - Buffers: the newest value.
  @inlinable public func throttle<Condition: EventSource>(while condition: Condition) -> Self
  where Condition.Value == Bool, Condition.Failure == Never {
    join { junction in
      let isHolding = GateBox(false)
      let held = GateBox<Value?>(nil)
      // The condition first, so that what it sends at once is there for the first value.
      junction.connect(
        condition, .comingFirst(),
        next: { holds in
          isHolding.value = holds
          if !holds { held.release(to: junction.output) }
        },
        end: { _ in
          isHolding.value = false
          held.release(to: junction.output)
        })
      throttle(into: held, junction) { isHolding.value }
    }
  }

  /// Holds values back while a property is true; the newest one is passed on when it becomes false.
  ///
  ///     in        --a--b--c-----d--|
  ///     property  f--t------f-------
  ///               throttle(while: property)
  ///     out       --a-------c---d--|
  ///
  /// The property is read when a value comes (contract S11), also if the stream is derived from what it is computed from.
  ///
  /// - Completes: with the source; a value that is held back is sent first. When the property has ended, its last value
  ///   counts as false.
  /// - Fails: with the source, at once; a value that is held back is dropped (contract E2).
  /// - Buffers: the newest value.
  @inlinable public func throttle(while property: some PropertyProtocol<Bool>) -> Self {
    let property = property.readOnly.withoutSource
    return join { junction in
      let hasEnded = GateBox(false)
      let held = GateBox<Value?>(nil)
      junction.connect(
        property, next: { if !$0 { held.release(to: junction.output) } },
        end: { _ in
          hasEnded.value = true
          held.release(to: junction.output)
        })
      throttle(into: held, junction) { !hasEnded.value && untracked { property.value } }
    }
  }

  @inlinable func throttle(
    into held: GateBox<Value?>, _ junction: Junction<Value, Failure>,
    while holds: @escaping @Sendable () -> Bool
  ) {
    let output = junction.output
    junction.connect(
      self,
      next: { value in
        if holds() {
          held.value = .some(value)
        } else {
          // What was held back until now is older.
          held.value = nil
          output.next(value)
        }
      },
      end: { termination in
        if termination.isCompleted { held.release(to: output) }
        output.end(termination)
      })
  }
}

extension GateBox {
  /// Sends a value that is held back, if there is one.
  @inlinable func release<Held, Failure>(to output: Observer<Held, Failure>) where Value == Held? {
    if let held = value {
      value = nil
      output.next(held)
    }
  }
}
