extension EventStream {
  /// Combines the latest values of two streams, whenever one has a new one. See ``combineLatest(with:)``.
  @inlinable public static func combineLatest<V1, V2>(
    _ s1: some EventSource<V1, Failure>, _ s2: some EventSource<V2, Failure>
  ) -> Self where Value == (V1, V2) {
    latest {
      let (a, b) = ($0.slot(s1), $0.slot(s2))
      return { (a.value!, b.value!) }
    }
  }

  /// Combines the latest values of three streams, whenever one has a new one. See ``combineLatest(with:)``.
  @inlinable public static func combineLatest<V1, V2, V3>(
    _ s1: some EventSource<V1, Failure>, _ s2: some EventSource<V2, Failure>,
    _ s3: some EventSource<V3, Failure>
  ) -> Self where Value == (V1, V2, V3) {
    latest {
      let (a, b, c) = ($0.slot(s1), $0.slot(s2), $0.slot(s3))
      return { (a.value!, b.value!, c.value!) }
    }
  }

  /// Combines the latest values of four streams, whenever one has a new one. See ``combineLatest(with:)``.
  @inlinable public static func combineLatest<V1, V2, V3, V4>(
    _ s1: some EventSource<V1, Failure>, _ s2: some EventSource<V2, Failure>,
    _ s3: some EventSource<V3, Failure>, _ s4: some EventSource<V4, Failure>
  ) -> Self where Value == (V1, V2, V3, V4) {
    latest {
      let (a, b, c, d) = ($0.slot(s1), $0.slot(s2), $0.slot(s3), $0.slot(s4))
      return { (a.value!, b.value!, c.value!, d.value!) }
    }
  }

  /// Combines the latest values of five streams, whenever one has a new one. See ``combineLatest(with:)``.
  @inlinable public static func combineLatest<V1, V2, V3, V4, V5>(
    _ s1: some EventSource<V1, Failure>, _ s2: some EventSource<V2, Failure>,
    _ s3: some EventSource<V3, Failure>, _ s4: some EventSource<V4, Failure>,
    _ s5: some EventSource<V5, Failure>
  ) -> Self where Value == (V1, V2, V3, V4, V5) {
    latest {
      let (a, b, c, d, e) = ($0.slot(s1), $0.slot(s2), $0.slot(s3), $0.slot(s4), $0.slot(s5))
      return { (a.value!, b.value!, c.value!, d.value!, e.value!) }
    }
  }

  /// Combines the latest values of six streams, whenever one has a new one. See ``combineLatest(with:)``.
  @inlinable public static func combineLatest<V1, V2, V3, V4, V5, V6>(
    _ s1: some EventSource<V1, Failure>, _ s2: some EventSource<V2, Failure>,
    _ s3: some EventSource<V3, Failure>, _ s4: some EventSource<V4, Failure>,
    _ s5: some EventSource<V5, Failure>, _ s6: some EventSource<V6, Failure>
  ) -> Self where Value == (V1, V2, V3, V4, V5, V6) {
    latest {
      let (a, b, c, d, e, f) = ($0.slot(s1), $0.slot(s2), $0.slot(s3), $0.slot(s4), $0.slot(s5), $0.slot(s6))
      return { (a.value!, b.value!, c.value!, d.value!, e.value!, f.value!) }
    }
  }

  /// Combines the latest values of seven streams, whenever one has a new one. See ``combineLatest(with:)``.
  @inlinable public static func combineLatest<V1, V2, V3, V4, V5, V6, V7>(
    _ s1: some EventSource<V1, Failure>, _ s2: some EventSource<V2, Failure>,
    _ s3: some EventSource<V3, Failure>, _ s4: some EventSource<V4, Failure>,
    _ s5: some EventSource<V5, Failure>, _ s6: some EventSource<V6, Failure>,
    _ s7: some EventSource<V7, Failure>
  ) -> Self where Value == (V1, V2, V3, V4, V5, V6, V7) {
    latest {
      let (a, b, c, d, e, f, g) = (
        $0.slot(s1), $0.slot(s2), $0.slot(s3), $0.slot(s4), $0.slot(s5), $0.slot(s6), $0.slot(s7)
      )
      return { (a.value!, b.value!, c.value!, d.value!, e.value!, f.value!, g.value!) }
    }
  }

  /// Combines the latest values of eight streams, whenever one has a new one. See ``combineLatest(with:)``.
  @inlinable public static func combineLatest<V1, V2, V3, V4, V5, V6, V7, V8>(
    _ s1: some EventSource<V1, Failure>, _ s2: some EventSource<V2, Failure>,
    _ s3: some EventSource<V3, Failure>, _ s4: some EventSource<V4, Failure>,
    _ s5: some EventSource<V5, Failure>, _ s6: some EventSource<V6, Failure>,
    _ s7: some EventSource<V7, Failure>, _ s8: some EventSource<V8, Failure>
  ) -> Self where Value == (V1, V2, V3, V4, V5, V6, V7, V8) {
    latest {
      let (a, b, c, d, e, f, g, h) = (
        $0.slot(s1), $0.slot(s2), $0.slot(s3), $0.slot(s4), $0.slot(s5), $0.slot(s6), $0.slot(s7), $0.slot(s8)
      )
      return { (a.value!, b.value!, c.value!, d.value!, e.value!, f.value!, g.value!, h.value!) }
    }
  }

  /// Combines the latest values of nine streams, whenever one has a new one. See ``combineLatest(with:)``.
  @inlinable public static func combineLatest<V1, V2, V3, V4, V5, V6, V7, V8, V9>(
    _ s1: some EventSource<V1, Failure>, _ s2: some EventSource<V2, Failure>,
    _ s3: some EventSource<V3, Failure>, _ s4: some EventSource<V4, Failure>,
    _ s5: some EventSource<V5, Failure>, _ s6: some EventSource<V6, Failure>,
    _ s7: some EventSource<V7, Failure>, _ s8: some EventSource<V8, Failure>,
    _ s9: some EventSource<V9, Failure>
  ) -> Self where Value == (V1, V2, V3, V4, V5, V6, V7, V8, V9) {
    latest {
      let (a, b, c, d, e, f, g, h, i) = (
        $0.slot(s1), $0.slot(s2), $0.slot(s3), $0.slot(s4), $0.slot(s5), $0.slot(s6), $0.slot(s7),
        $0.slot(s8), $0.slot(s9)
      )
      return { (a.value!, b.value!, c.value!, d.value!, e.value!, f.value!, g.value!, h.value!, i.value!) }
    }
  }

  /// Combines the latest values of ten streams, whenever one has a new one. See ``combineLatest(with:)``.
  @inlinable public static func combineLatest<V1, V2, V3, V4, V5, V6, V7, V8, V9, V10>(
    _ s1: some EventSource<V1, Failure>, _ s2: some EventSource<V2, Failure>,
    _ s3: some EventSource<V3, Failure>, _ s4: some EventSource<V4, Failure>,
    _ s5: some EventSource<V5, Failure>, _ s6: some EventSource<V6, Failure>,
    _ s7: some EventSource<V7, Failure>, _ s8: some EventSource<V8, Failure>,
    _ s9: some EventSource<V9, Failure>, _ s10: some EventSource<V10, Failure>
  ) -> Self where Value == (V1, V2, V3, V4, V5, V6, V7, V8, V9, V10) {
    latest {
      let (a, b, c, d, e, f, g, h, i, j) = (
        $0.slot(s1), $0.slot(s2), $0.slot(s3), $0.slot(s4), $0.slot(s5), $0.slot(s6), $0.slot(s7),
        $0.slot(s8), $0.slot(s9), $0.slot(s10)
      )
      return {
        (
          a.value!, b.value!, c.value!, d.value!, e.value!, f.value!, g.value!, h.value!, i.value!, j.value!
        )
      }
    }
  }
}
