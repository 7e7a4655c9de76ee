extension EventStream {
  /// Combines the latest values of two streams, whenever one has a new one. See ``combineLatest(with:)``.
  @inlinable public static func combineLatest<S1: EventSource, S2: EventSource>(
    _ first: S1, _ second: S2
  ) -> Self
  where Value == (S1.Value, S2.Value), S1.Failure == Failure, S2.Failure == Failure {
    join { junction in
      let state = LatestState(junction, sources: 2)
      let a = Box<S1.Value?>(nil)
      let b = Box<S2.Value?>(nil)
      let latest: @Sendable () -> Value = { (a.value!, b.value!) }
      state.connect(first, a, latest)
      state.connect(second, b, latest)
    }
  }

  /// Combines the latest values of three streams, whenever one has a new one. See ``combineLatest(with:)``.
  @inlinable public static func combineLatest<S1: EventSource, S2: EventSource, S3: EventSource>(
    _ first: S1, _ second: S2, _ third: S3
  ) -> Self
  where
    Value == (S1.Value, S2.Value, S3.Value), S1.Failure == Failure, S2.Failure == Failure,
    S3.Failure == Failure
  {
    join { junction in
      let state = LatestState(junction, sources: 3)
      let a = Box<S1.Value?>(nil)
      let b = Box<S2.Value?>(nil)
      let c = Box<S3.Value?>(nil)
      let latest: @Sendable () -> Value = { (a.value!, b.value!, c.value!) }
      state.connect(first, a, latest)
      state.connect(second, b, latest)
      state.connect(third, c, latest)
    }
  }

  /// Combines the latest values of four streams, whenever one has a new one. See ``combineLatest(with:)``.
  @inlinable
  public static func combineLatest<S1: EventSource, S2: EventSource, S3: EventSource, S4: EventSource>(
    _ first: S1, _ second: S2, _ third: S3, _ fourth: S4
  ) -> Self
  where
    Value == (S1.Value, S2.Value, S3.Value, S4.Value), S1.Failure == Failure, S2.Failure == Failure,
    S3.Failure == Failure, S4.Failure == Failure
  {
    join { junction in
      let state = LatestState(junction, sources: 4)
      let a = Box<S1.Value?>(nil)
      let b = Box<S2.Value?>(nil)
      let c = Box<S3.Value?>(nil)
      let d = Box<S4.Value?>(nil)
      let latest: @Sendable () -> Value = { (a.value!, b.value!, c.value!, d.value!) }
      state.connect(first, a, latest)
      state.connect(second, b, latest)
      state.connect(third, c, latest)
      state.connect(fourth, d, latest)
    }
  }

  /// Combines the latest values of five streams, whenever one has a new one. See ``combineLatest(with:)``.
  @inlinable
  public static func combineLatest<
    S1: EventSource, S2: EventSource, S3: EventSource, S4: EventSource, S5: EventSource
  >(
    _ first: S1, _ second: S2, _ third: S3, _ fourth: S4, _ fifth: S5
  ) -> Self
  where
    Value == (S1.Value, S2.Value, S3.Value, S4.Value, S5.Value), S1.Failure == Failure, S2.Failure == Failure,
    S3.Failure == Failure, S4.Failure == Failure, S5.Failure == Failure
  {
    join { junction in
      let state = LatestState(junction, sources: 5)
      let a = Box<S1.Value?>(nil)
      let b = Box<S2.Value?>(nil)
      let c = Box<S3.Value?>(nil)
      let d = Box<S4.Value?>(nil)
      let e = Box<S5.Value?>(nil)
      let latest: @Sendable () -> Value = { (a.value!, b.value!, c.value!, d.value!, e.value!) }
      state.connect(first, a, latest)
      state.connect(second, b, latest)
      state.connect(third, c, latest)
      state.connect(fourth, d, latest)
      state.connect(fifth, e, latest)
    }
  }

  /// Combines the latest values of six streams, whenever one has a new one. See ``combineLatest(with:)``.
  @inlinable
  public static func combineLatest<
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
      let state = LatestState(junction, sources: 6)
      let a = Box<S1.Value?>(nil)
      let b = Box<S2.Value?>(nil)
      let c = Box<S3.Value?>(nil)
      let d = Box<S4.Value?>(nil)
      let e = Box<S5.Value?>(nil)
      let f = Box<S6.Value?>(nil)
      let latest: @Sendable () -> Value = { (a.value!, b.value!, c.value!, d.value!, e.value!, f.value!) }
      state.connect(first, a, latest)
      state.connect(second, b, latest)
      state.connect(third, c, latest)
      state.connect(fourth, d, latest)
      state.connect(fifth, e, latest)
      state.connect(sixth, f, latest)
    }
  }
}
