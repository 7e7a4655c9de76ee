extension EventStream {
  /// Combines the first values of two streams, then the second ones. See ``zip(with:)``.
  @inlinable public static func zip<V1, V2>(
    _ s1: some EventSource<V1, Failure>, _ s2: some EventSource<V2, Failure>
  ) -> Self where Value == (V1, V2) {
    zipped { state in
      let (a, b) = (state.slot(s1), state.slot(s2))
      return { (state.pop(a), state.pop(b)) }
    }
  }

  /// Combines the first values of three streams, then the second ones. See ``zip(with:)``.
  @inlinable public static func zip<V1, V2, V3>(
    _ s1: some EventSource<V1, Failure>, _ s2: some EventSource<V2, Failure>,
    _ s3: some EventSource<V3, Failure>
  ) -> Self where Value == (V1, V2, V3) {
    zipped { state in
      let (a, b, c) = (state.slot(s1), state.slot(s2), state.slot(s3))
      return { (state.pop(a), state.pop(b), state.pop(c)) }
    }
  }

  /// Combines the first values of four streams, then the second ones. See ``zip(with:)``.
  @inlinable public static func zip<V1, V2, V3, V4>(
    _ s1: some EventSource<V1, Failure>, _ s2: some EventSource<V2, Failure>,
    _ s3: some EventSource<V3, Failure>, _ s4: some EventSource<V4, Failure>
  ) -> Self where Value == (V1, V2, V3, V4) {
    zipped { state in
      let (a, b, c, d) = (state.slot(s1), state.slot(s2), state.slot(s3), state.slot(s4))
      return { (state.pop(a), state.pop(b), state.pop(c), state.pop(d)) }
    }
  }

  /// Combines the first values of five streams, then the second ones. See ``zip(with:)``.
  @inlinable public static func zip<V1, V2, V3, V4, V5>(
    _ s1: some EventSource<V1, Failure>, _ s2: some EventSource<V2, Failure>,
    _ s3: some EventSource<V3, Failure>, _ s4: some EventSource<V4, Failure>,
    _ s5: some EventSource<V5, Failure>
  ) -> Self where Value == (V1, V2, V3, V4, V5) {
    zipped { state in
      let (a, b, c, d, e) = (state.slot(s1), state.slot(s2), state.slot(s3), state.slot(s4), state.slot(s5))
      return { (state.pop(a), state.pop(b), state.pop(c), state.pop(d), state.pop(e)) }
    }
  }

  /// Combines the first values of six streams, then the second ones. See ``zip(with:)``.
  @inlinable public static func zip<V1, V2, V3, V4, V5, V6>(
    _ s1: some EventSource<V1, Failure>, _ s2: some EventSource<V2, Failure>,
    _ s3: some EventSource<V3, Failure>, _ s4: some EventSource<V4, Failure>,
    _ s5: some EventSource<V5, Failure>, _ s6: some EventSource<V6, Failure>
  ) -> Self where Value == (V1, V2, V3, V4, V5, V6) {
    zipped { state in
      let (a, b, c, d, e, f) = (
        state.slot(s1), state.slot(s2), state.slot(s3), state.slot(s4), state.slot(s5), state.slot(s6)
      )
      return { (state.pop(a), state.pop(b), state.pop(c), state.pop(d), state.pop(e), state.pop(f)) }
    }
  }

  /// Combines the first values of seven streams, then the second ones. See ``zip(with:)``.
  @inlinable public static func zip<V1, V2, V3, V4, V5, V6, V7>(
    _ s1: some EventSource<V1, Failure>, _ s2: some EventSource<V2, Failure>,
    _ s3: some EventSource<V3, Failure>, _ s4: some EventSource<V4, Failure>,
    _ s5: some EventSource<V5, Failure>, _ s6: some EventSource<V6, Failure>,
    _ s7: some EventSource<V7, Failure>
  ) -> Self where Value == (V1, V2, V3, V4, V5, V6, V7) {
    zipped { state in
      let (a, b, c, d, e, f, g) = (
        state.slot(s1), state.slot(s2), state.slot(s3), state.slot(s4), state.slot(s5), state.slot(s6),
        state.slot(s7)
      )
      return {
        (
          state.pop(a), state.pop(b), state.pop(c), state.pop(d), state.pop(e), state.pop(f), state.pop(g)
        )
      }
    }
  }

  /// Combines the first values of eight streams, then the second ones. See ``zip(with:)``.
  @inlinable public static func zip<V1, V2, V3, V4, V5, V6, V7, V8>(
    _ s1: some EventSource<V1, Failure>, _ s2: some EventSource<V2, Failure>,
    _ s3: some EventSource<V3, Failure>, _ s4: some EventSource<V4, Failure>,
    _ s5: some EventSource<V5, Failure>, _ s6: some EventSource<V6, Failure>,
    _ s7: some EventSource<V7, Failure>, _ s8: some EventSource<V8, Failure>
  ) -> Self where Value == (V1, V2, V3, V4, V5, V6, V7, V8) {
    zipped { state in
      let (a, b, c, d, e, f, g, h) = (
        state.slot(s1), state.slot(s2), state.slot(s3), state.slot(s4), state.slot(s5), state.slot(s6),
        state.slot(s7), state.slot(s8)
      )
      return {
        (
          state.pop(a), state.pop(b), state.pop(c), state.pop(d), state.pop(e), state.pop(f), state.pop(g),
          state.pop(h)
        )
      }
    }
  }

  /// Combines the first values of nine streams, then the second ones. See ``zip(with:)``.
  @inlinable public static func zip<V1, V2, V3, V4, V5, V6, V7, V8, V9>(
    _ s1: some EventSource<V1, Failure>, _ s2: some EventSource<V2, Failure>,
    _ s3: some EventSource<V3, Failure>, _ s4: some EventSource<V4, Failure>,
    _ s5: some EventSource<V5, Failure>, _ s6: some EventSource<V6, Failure>,
    _ s7: some EventSource<V7, Failure>, _ s8: some EventSource<V8, Failure>,
    _ s9: some EventSource<V9, Failure>
  ) -> Self where Value == (V1, V2, V3, V4, V5, V6, V7, V8, V9) {
    zipped { state in
      let (a, b, c, d, e, f, g, h, i) = (
        state.slot(s1), state.slot(s2), state.slot(s3), state.slot(s4), state.slot(s5), state.slot(s6),
        state.slot(s7), state.slot(s8), state.slot(s9)
      )
      return {
        (
          state.pop(a), state.pop(b), state.pop(c), state.pop(d), state.pop(e), state.pop(f), state.pop(g),
          state.pop(h), state.pop(i)
        )
      }
    }
  }

  /// Combines the first values of ten streams, then the second ones. See ``zip(with:)``.
  @inlinable public static func zip<V1, V2, V3, V4, V5, V6, V7, V8, V9, V10>(
    _ s1: some EventSource<V1, Failure>, _ s2: some EventSource<V2, Failure>,
    _ s3: some EventSource<V3, Failure>, _ s4: some EventSource<V4, Failure>,
    _ s5: some EventSource<V5, Failure>, _ s6: some EventSource<V6, Failure>,
    _ s7: some EventSource<V7, Failure>, _ s8: some EventSource<V8, Failure>,
    _ s9: some EventSource<V9, Failure>, _ s10: some EventSource<V10, Failure>
  ) -> Self where Value == (V1, V2, V3, V4, V5, V6, V7, V8, V9, V10) {
    zipped { state in
      let (a, b, c, d, e, f, g, h, i, j) = (
        state.slot(s1), state.slot(s2), state.slot(s3), state.slot(s4), state.slot(s5), state.slot(s6),
        state.slot(s7), state.slot(s8), state.slot(s9), state.slot(s10)
      )
      return {
        (
          state.pop(a), state.pop(b), state.pop(c), state.pop(d), state.pop(e), state.pop(f), state.pop(g),
          state.pop(h), state.pop(i), state.pop(j)
        )
      }
    }
  }
}
