extension EventStream {
  /// Combines the first values of two streams, then the second ones. See ``zip(with:)``.
  @inlinable public static func zip<S1: EventSource, S2: EventSource>(
    _ first: S1, _ second: S2
  ) -> Self
  where Value == (S1.Value, S2.Value), S1.Failure == Failure, S2.Failure == Failure {
    join { junction in
      let state = ZipState(junction, sources: 2)
      let a = state.slot(S1.Value.self)
      let b = state.slot(S2.Value.self)
      let row: @Sendable () -> Value = { (state.pop(a), state.pop(b)) }
      state.connect(first, a, row)
      state.connect(second, b, row)
    }
  }

  /// Combines the first values of three streams, then the second ones. See ``zip(with:)``.
  @inlinable public static func zip<S1: EventSource, S2: EventSource, S3: EventSource>(
    _ first: S1, _ second: S2, _ third: S3
  ) -> Self
  where
    Value == (S1.Value, S2.Value, S3.Value), S1.Failure == Failure, S2.Failure == Failure,
    S3.Failure == Failure
  {
    join { junction in
      let state = ZipState(junction, sources: 3)
      let a = state.slot(S1.Value.self)
      let b = state.slot(S2.Value.self)
      let c = state.slot(S3.Value.self)
      let row: @Sendable () -> Value = { (state.pop(a), state.pop(b), state.pop(c)) }
      state.connect(first, a, row)
      state.connect(second, b, row)
      state.connect(third, c, row)
    }
  }

  /// Combines the first values of four streams, then the second ones. See ``zip(with:)``.
  @inlinable public static func zip<S1: EventSource, S2: EventSource, S3: EventSource, S4: EventSource>(
    _ first: S1, _ second: S2, _ third: S3, _ fourth: S4
  ) -> Self
  where
    Value == (S1.Value, S2.Value, S3.Value, S4.Value), S1.Failure == Failure, S2.Failure == Failure,
    S3.Failure == Failure, S4.Failure == Failure
  {
    join { junction in
      let state = ZipState(junction, sources: 4)
      let a = state.slot(S1.Value.self)
      let b = state.slot(S2.Value.self)
      let c = state.slot(S3.Value.self)
      let d = state.slot(S4.Value.self)
      let row: @Sendable () -> Value = { (state.pop(a), state.pop(b), state.pop(c), state.pop(d)) }
      state.connect(first, a, row)
      state.connect(second, b, row)
      state.connect(third, c, row)
      state.connect(fourth, d, row)
    }
  }

  /// Combines the first values of five streams, then the second ones. See ``zip(with:)``.
  @inlinable
  public static func zip<S1: EventSource, S2: EventSource, S3: EventSource, S4: EventSource, S5: EventSource>(
    _ first: S1, _ second: S2, _ third: S3, _ fourth: S4, _ fifth: S5
  ) -> Self
  where
    Value == (S1.Value, S2.Value, S3.Value, S4.Value, S5.Value), S1.Failure == Failure, S2.Failure == Failure,
    S3.Failure == Failure, S4.Failure == Failure, S5.Failure == Failure
  {
    join { junction in
      let state = ZipState(junction, sources: 5)
      let a = state.slot(S1.Value.self)
      let b = state.slot(S2.Value.self)
      let c = state.slot(S3.Value.self)
      let d = state.slot(S4.Value.self)
      let e = state.slot(S5.Value.self)
      let row: @Sendable () -> Value = {
        (state.pop(a), state.pop(b), state.pop(c), state.pop(d), state.pop(e))
      }
      state.connect(first, a, row)
      state.connect(second, b, row)
      state.connect(third, c, row)
      state.connect(fourth, d, row)
      state.connect(fifth, e, row)
    }
  }

  /// Combines the first values of six streams, then the second ones. See ``zip(with:)``.
  @inlinable
  public static func zip<
    S1: EventSource, S2: EventSource, S3: EventSource, S4: EventSource, S5: EventSource, S6: EventSource
  >(
    _ first: S1, _ second: S2, _ third: S3, _ fourth: S4, _ fifth: S5, _ sixth: S6
  ) -> Self
  where
    Value == (S1.Value, S2.Value, S3.Value, S4.Value, S5.Value, S6.Value), S1.Failure == Failure,
    S2.Failure == Failure, S3.Failure == Failure, S4.Failure == Failure, S5.Failure == Failure,
    S6.Failure == Failure
  {
    join { junction in
      let state = ZipState(junction, sources: 6)
      let a = state.slot(S1.Value.self)
      let b = state.slot(S2.Value.self)
      let c = state.slot(S3.Value.self)
      let d = state.slot(S4.Value.self)
      let e = state.slot(S5.Value.self)
      let f = state.slot(S6.Value.self)
      let row: @Sendable () -> Value = {
        (state.pop(a), state.pop(b), state.pop(c), state.pop(d), state.pop(e), state.pop(f))
      }
      state.connect(first, a, row)
      state.connect(second, b, row)
      state.connect(third, c, row)
      state.connect(fourth, d, row)
      state.connect(fifth, e, row)
      state.connect(sixth, f, row)
    }
  }
}
