extension Future {
  /// Transforms the value.
  ///
  ///     in   --a|
  ///          map { $0.uppercased() }
  ///     out  --A|
  @inlinable public func map<NewValue>(
    _ transform: @escaping @Sendable (Value) -> NewValue
  ) -> Future<NewValue, Failure> {
    Future<NewValue, Failure>(producer.map(transform))
  }

  #if !hasFeature(Embedded)
    /// Transforms the value by a key path in a variable.
    @_disfavoredOverload
    @inlinable public func map<NewValue>(
      _ keyPath: KeyPath<Value, NewValue> & Sendable = valueLeftOut()
    ) -> Future<NewValue, Failure> {
      Future<NewValue, Failure>(producer.map(keyPath))
    }
  #endif

  /// Transforms the failure.
  @inlinable public func mapError<NewFailure>(
    _ transform: @escaping @Sendable (Failure) -> NewFailure
  ) -> Future<Value, NewFailure> {
    Future<Value, NewFailure>(producer.mapError(transform))
  }

  /// Goes on with other work that is made of the value.
  ///
  ///     in    --a|
  ///     next    ---1|
  ///           flatMap { next(of: $0) }
  ///     out   -----1|
  ///
  /// - Fails: with the first failure; after that of this one nothing else begins.
  @inlinable public func flatMap<NewValue>(
    _ transform: @escaping @Sendable (Value) -> Future<NewValue, Failure>
  ) -> Future<NewValue, Failure> {
    Future<NewValue, Failure>(producer.flatMap(.merge, transform))
  }

  /// The same for work that can fail after work that cannot.
  @_disfavoredOverload
  @inlinable public func flatMap<NewValue, NewFailure>(
    _ transform: @escaping @Sendable (Value) -> Future<NewValue, NewFailure>
  ) -> Future<NewValue, NewFailure> where Failure == Never {
    Future<NewValue, NewFailure>(producer.flatMap(.merge, transform))
  }

  /// The same for work that cannot fail after work that can.
  @_disfavoredOverload
  @inlinable public func flatMap<NewValue>(
    _ transform: @escaping @Sendable (Value) -> Future<NewValue, Never>
  ) -> Future<NewValue, Failure> {
    Future<NewValue, Failure>(producer.flatMap(.merge, transform))
  }

  /// Goes on with other work after a failure.
  ///
  ///     in       --x
  ///     instead    ---1|
  ///              recover { _ in instead }
  ///     out      -----1|
  @inlinable public func recover<NewFailure>(
    _ handler: @escaping @Sendable (Failure) -> Future<Value, NewFailure>
  ) -> Future<Value, NewFailure> {
    Future<Value, NewFailure>(producer.catch(handler))
  }

  /// Does both at the same time and pairs their values.
  ///
  ///     in     --a|
  ///     other  ----1|
  ///            zip(with: other)
  ///     out    ----(a1)|
  ///
  /// - Fails: with the first failure; the other work is disposed of.
  @inlinable public func zip<Other>(
    with other: Future<Other, Failure>
  ) -> Future<(Value, Other), Failure> {
    Future<(Value, Other), Failure>(producer.zip(with: other))
  }

  /// Does all of it at the same time and gathers the values, in the order of the futures. Without futures
  /// the value is an empty array.
  ///
  /// - Fails: with the first failure; the other work is disposed of.
  @inlinable public static func zip<Element>(_ futures: [Future<Element, Failure>]) -> Self
  where Value == [Element] {
    Self(SignalProducer.zip(futures))
  }

  /// Does both at the same time and pairs their values. See ``zip(with:)``.
  @inlinable public static func zip<V1, V2>(
    _ first: Future<V1, Failure>, _ second: Future<V2, Failure>
  ) -> Self where Value == (V1, V2) {
    Self(SignalProducer.zip(first, second))
  }

  /// Does three things at the same time and combines their values. See ``zip(with:)``.
  @inlinable public static func zip<V1, V2, V3>(
    _ first: Future<V1, Failure>, _ second: Future<V2, Failure>, _ third: Future<V3, Failure>
  ) -> Self where Value == (V1, V2, V3) {
    Self(SignalProducer.zip(first, second, third))
  }

  /// Does four things at the same time and combines their values. See ``zip(with:)``.
  @inlinable public static func zip<V1, V2, V3, V4>(
    _ first: Future<V1, Failure>, _ second: Future<V2, Failure>, _ third: Future<V3, Failure>,
    _ fourth: Future<V4, Failure>
  ) -> Self where Value == (V1, V2, V3, V4) {
    Self(SignalProducer.zip(first, second, third, fourth))
  }

  /// Does five things at the same time and combines their values. See ``zip(with:)``.
  @inlinable public static func zip<V1, V2, V3, V4, V5>(
    _ first: Future<V1, Failure>, _ second: Future<V2, Failure>, _ third: Future<V3, Failure>,
    _ fourth: Future<V4, Failure>, _ fifth: Future<V5, Failure>
  ) -> Self where Value == (V1, V2, V3, V4, V5) {
    Self(SignalProducer.zip(first, second, third, fourth, fifth))
  }

  /// Does six things at the same time and combines their values. See ``zip(with:)``.
  @inlinable public static func zip<V1, V2, V3, V4, V5, V6>(
    _ first: Future<V1, Failure>, _ second: Future<V2, Failure>, _ third: Future<V3, Failure>,
    _ fourth: Future<V4, Failure>, _ fifth: Future<V5, Failure>, _ sixth: Future<V6, Failure>
  ) -> Self where Value == (V1, V2, V3, V4, V5, V6) {
    Self(SignalProducer.zip(first, second, third, fourth, fifth, sixth))
  }
}
