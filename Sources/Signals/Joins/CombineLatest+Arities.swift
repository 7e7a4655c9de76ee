extension EventStream {
  /// Combines the latest values of two streams, whenever one has a new one. See ``combineLatest(with:)``.
  @inlinable public static func combineLatest<S1: EventSource, S2: EventSource>(
    _ first: S1, _ second: S2
  ) -> Self
  where Value == (S1.Value, S2.Value), S1.Failure == Failure, S2.Failure == Failure {
    join { junction in
      let state = LatestState(junction)
      let (a, b) = (state.slot(first), state.slot(second))
      state.connectAll { (a.value!, b.value!) }
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
      let state = LatestState(junction)
      let (a, b, c) = (state.slot(first), state.slot(second), state.slot(third))
      state.connectAll { (a.value!, b.value!, c.value!) }
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
      let state = LatestState(junction)
      let (a, b, c, d) = (state.slot(first), state.slot(second), state.slot(third), state.slot(fourth))
      state.connectAll { (a.value!, b.value!, c.value!, d.value!) }
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
      let state = LatestState(junction)
      let (a, b, c, d, e) = (
        state.slot(first), state.slot(second), state.slot(third),
        state.slot(fourth), state.slot(fifth)
      )
      state.connectAll { (a.value!, b.value!, c.value!, d.value!, e.value!) }
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
      let state = LatestState(junction)
      let (a, b, c, d, e, f) = (
        state.slot(first), state.slot(second), state.slot(third),
        state.slot(fourth), state.slot(fifth), state.slot(sixth)
      )
      state.connectAll { (a.value!, b.value!, c.value!, d.value!, e.value!, f.value!) }
    }
  }

  /// Combines the latest values of seven streams, whenever one has a new one. See ``combineLatest(with:)``.
  @inlinable
  public static func combineLatest<
    S1: EventSource, S2: EventSource, S3: EventSource, S4: EventSource, S5: EventSource, S6: EventSource,
    S7: EventSource
  >(
    _ first: S1, _ second: S2, _ third: S3, _ fourth: S4, _ fifth: S5, _ sixth: S6, _ seventh: S7
  ) -> Self
  where
    Value == (S1.Value, S2.Value, S3.Value, S4.Value, S5.Value, S6.Value, S7.Value), S1.Failure == Failure,
    S2.Failure == Failure, S3.Failure == Failure, S4.Failure == Failure, S5.Failure == Failure,
    S6.Failure == Failure, S7.Failure == Failure
  {
    join { junction in
      let state = LatestState(junction)
      let (a, b, c, d, e, f, g) = (
        state.slot(first), state.slot(second), state.slot(third), state.slot(fourth), state.slot(fifth),
        state.slot(sixth), state.slot(seventh)
      )
      state.connectAll { (a.value!, b.value!, c.value!, d.value!, e.value!, f.value!, g.value!) }
    }
  }

  /// Combines the latest values of eight streams, whenever one has a new one. See ``combineLatest(with:)``.
  @inlinable
  public static func combineLatest<
    S1: EventSource, S2: EventSource, S3: EventSource, S4: EventSource, S5: EventSource, S6: EventSource,
    S7: EventSource, S8: EventSource
  >(
    _ first: S1, _ second: S2, _ third: S3, _ fourth: S4, _ fifth: S5, _ sixth: S6, _ seventh: S7,
    _ eighth: S8
  ) -> Self
  where
    Value == (S1.Value, S2.Value, S3.Value, S4.Value, S5.Value, S6.Value, S7.Value, S8.Value),
    S1.Failure == Failure, S2.Failure == Failure, S3.Failure == Failure, S4.Failure == Failure,
    S5.Failure == Failure, S6.Failure == Failure, S7.Failure == Failure, S8.Failure == Failure
  {
    join { junction in
      let state = LatestState(junction)
      let (a, b, c, d, e, f, g, h) = (
        state.slot(first), state.slot(second), state.slot(third), state.slot(fourth), state.slot(fifth),
        state.slot(sixth), state.slot(seventh), state.slot(eighth)
      )
      state.connectAll { (a.value!, b.value!, c.value!, d.value!, e.value!, f.value!, g.value!, h.value!) }
    }
  }

  /// Combines the latest values of nine streams, whenever one has a new one. See ``combineLatest(with:)``.
  @inlinable
  public static func combineLatest<
    S1: EventSource, S2: EventSource, S3: EventSource, S4: EventSource, S5: EventSource, S6: EventSource,
    S7: EventSource, S8: EventSource, S9: EventSource
  >(
    _ first: S1, _ second: S2, _ third: S3, _ fourth: S4, _ fifth: S5, _ sixth: S6, _ seventh: S7,
    _ eighth: S8, _ ninth: S9
  ) -> Self
  where
    Value == (S1.Value, S2.Value, S3.Value, S4.Value, S5.Value, S6.Value, S7.Value, S8.Value, S9.Value),
    S1.Failure == Failure, S2.Failure == Failure, S3.Failure == Failure, S4.Failure == Failure,
    S5.Failure == Failure, S6.Failure == Failure, S7.Failure == Failure, S8.Failure == Failure,
    S9.Failure == Failure
  {
    join { junction in
      let state = LatestState(junction)
      let (a, b, c, d, e, f, g, h, i) = (
        state.slot(first), state.slot(second), state.slot(third), state.slot(fourth), state.slot(fifth),
        state.slot(sixth), state.slot(seventh), state.slot(eighth), state.slot(ninth)
      )
      state.connectAll {
        (
          a.value!, b.value!, c.value!, d.value!, e.value!, f.value!, g.value!, h.value!, i.value!
        )
      }
    }
  }

  /// Combines the latest values of ten streams, whenever one has a new one. See ``combineLatest(with:)``.
  @inlinable
  public static func combineLatest<
    S1: EventSource, S2: EventSource, S3: EventSource, S4: EventSource, S5: EventSource, S6: EventSource,
    S7: EventSource, S8: EventSource, S9: EventSource, S10: EventSource
  >(
    _ first: S1, _ second: S2, _ third: S3, _ fourth: S4, _ fifth: S5, _ sixth: S6, _ seventh: S7,
    _ eighth: S8, _ ninth: S9, _ tenth: S10
  ) -> Self
  where
    Value == (
      S1.Value, S2.Value, S3.Value, S4.Value, S5.Value, S6.Value, S7.Value, S8.Value, S9.Value, S10.Value
    ),
    S1.Failure == Failure, S2.Failure == Failure, S3.Failure == Failure, S4.Failure == Failure,
    S5.Failure == Failure, S6.Failure == Failure, S7.Failure == Failure, S8.Failure == Failure,
    S9.Failure == Failure, S10.Failure == Failure
  {
    join { junction in
      let state = LatestState(junction)
      let (a, b, c, d, e, f, g, h, i, j) = (
        state.slot(first), state.slot(second), state.slot(third), state.slot(fourth), state.slot(fifth),
        state.slot(sixth), state.slot(seventh), state.slot(eighth), state.slot(ninth), state.slot(tenth)
      )
      state.connectAll {
        (
          a.value!, b.value!, c.value!, d.value!, e.value!, f.value!, g.value!, h.value!, i.value!, j.value!
        )
      }
    }
  }
}
