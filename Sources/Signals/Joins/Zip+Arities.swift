extension EventStream {
  /// Combines the first values of two streams, then the second ones. See ``zip(with:)``.
  @inlinable public static func zip<S1: EventSource, S2: EventSource>(
    _ first: S1, _ second: S2
  ) -> Self
  where Value == (S1.Value, S2.Value), S1.Failure == Failure, S2.Failure == Failure {
    join { junction in
      let state = ZipState(junction)
      let (a, b) = (state.slot(first), state.slot(second))
      state.connectAll { (state.pop(a), state.pop(b)) }
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
      let state = ZipState(junction)
      let (a, b, c) = (state.slot(first), state.slot(second), state.slot(third))
      state.connectAll { (state.pop(a), state.pop(b), state.pop(c)) }
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
      let state = ZipState(junction)
      let (a, b, c, d) = (state.slot(first), state.slot(second), state.slot(third), state.slot(fourth))
      state.connectAll { (state.pop(a), state.pop(b), state.pop(c), state.pop(d)) }
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
      let state = ZipState(junction)
      let (a, b, c, d, e) = (
        state.slot(first), state.slot(second), state.slot(third),
        state.slot(fourth), state.slot(fifth)
      )
      state.connectAll { (state.pop(a), state.pop(b), state.pop(c), state.pop(d), state.pop(e)) }
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
      let state = ZipState(junction)
      let (a, b, c, d, e, f) = (
        state.slot(first), state.slot(second), state.slot(third),
        state.slot(fourth), state.slot(fifth), state.slot(sixth)
      )
      state.connectAll {
        (state.pop(a), state.pop(b), state.pop(c), state.pop(d), state.pop(e), state.pop(f))
      }
    }
  }

  /// Combines the first values of seven streams, then the second ones. See ``zip(with:)``.
  @inlinable
  public static func zip<
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
      let state = ZipState(junction)
      let (a, b, c, d, e, f, g) = (
        state.slot(first), state.slot(second), state.slot(third), state.slot(fourth), state.slot(fifth),
        state.slot(sixth), state.slot(seventh)
      )
      state.connectAll {
        (
          state.pop(a), state.pop(b), state.pop(c), state.pop(d), state.pop(e), state.pop(f), state.pop(g)
        )
      }
    }
  }

  /// Combines the first values of eight streams, then the second ones. See ``zip(with:)``.
  @inlinable
  public static func zip<
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
      let state = ZipState(junction)
      let (a, b, c, d, e, f, g, h) = (
        state.slot(first), state.slot(second), state.slot(third), state.slot(fourth), state.slot(fifth),
        state.slot(sixth), state.slot(seventh), state.slot(eighth)
      )
      state.connectAll {
        (
          state.pop(a), state.pop(b), state.pop(c), state.pop(d), state.pop(e), state.pop(f), state.pop(g),
          state.pop(h)
        )
      }
    }
  }

  /// Combines the first values of nine streams, then the second ones. See ``zip(with:)``.
  @inlinable
  public static func zip<
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
      let state = ZipState(junction)
      let (a, b, c, d, e, f, g, h, i) = (
        state.slot(first), state.slot(second), state.slot(third), state.slot(fourth), state.slot(fifth),
        state.slot(sixth), state.slot(seventh), state.slot(eighth), state.slot(ninth)
      )
      state.connectAll {
        (
          state.pop(a), state.pop(b), state.pop(c), state.pop(d), state.pop(e), state.pop(f), state.pop(g),
          state.pop(h), state.pop(i)
        )
      }
    }
  }

  /// Combines the first values of ten streams, then the second ones. See ``zip(with:)``.
  @inlinable
  public static func zip<
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
      let state = ZipState(junction)
      let (a, b, c, d, e, f, g, h, i, j) = (
        state.slot(first), state.slot(second), state.slot(third), state.slot(fourth), state.slot(fifth),
        state.slot(sixth), state.slot(seventh), state.slot(eighth), state.slot(ninth), state.slot(tenth)
      )
      state.connectAll {
        (
          state.pop(a), state.pop(b), state.pop(c), state.pop(d), state.pop(e), state.pop(f), state.pop(g),
          state.pop(h), state.pop(i), state.pop(j)
        )
      }
    }
  }
}
