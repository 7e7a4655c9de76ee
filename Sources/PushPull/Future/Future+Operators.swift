import Signals

extension Future {
  /// Work with its value transformed.
  ///
  ///     in   --test|
  ///          map { $0.count }
  ///     out  --4|
  ///
  /// - Fails: with this future; `transform` is not called then.
  @inlinable public func map<U>(_ transform: @escaping @Sendable (T) -> U) -> Future<U> {
    Future<U>(work.map(transform))
  }

  /// Work that goes on with other work, made of the value.
  ///
  ///     in    --a|
  ///     next    ---1|
  ///           flatMap { next(of: $0) }
  ///     out   -----1|
  ///
  /// - Fails: with the first failure; nothing begins after that.
  @inlinable public func flatMap<U>(_ transform: @escaping @Sendable (T) -> Future<U>) -> Future<U> {
    Future<U>(work.flatMap { transform($0).work })
  }

  /// Work that goes on with other work after a failure.
  ///
  ///     in       --x
  ///     instead    ---1|
  ///              recover { _ in instead }
  ///     out      -----1|
  @inlinable public func recover(_ transform: @escaping @Sendable (any Error) -> Future) -> Future {
    Future(work.catch { transform($0).work })
  }

  /// Work that is done again after a failure, up to `count` times.
  ///
  ///     in   --x
  ///          retry(2)
  ///     out  ------x
  ///
  /// - Fails: as the last attempt does.
  /// - Precondition: `count` is not negative.
  @inlinable public func retry(_ count: Int) -> Future { Future(work.retry(count)) }

  /// Both at the same time; the value is the pair of their values.
  ///
  ///     in     --a|
  ///     other  ----1|
  ///            zip(with: other)
  ///     out    ----(a1)|
  ///
  /// - Fails: with the first failure; the other work is cancelled.
  @inlinable public func zip<U>(with other: Future<U>) -> Future<(T, U)> {
    Future<(T, U)>(work.zip(with: other.work))
  }

  /// One after the other; the value is the array of their values.
  ///
  ///     1st  --a|
  ///     2nd     --b|
  ///          sequence([first, second])
  ///     out  -----[ab]|
  ///
  /// Any number of futures uses constant stack. Without futures the value is an empty array.
  ///
  /// - Fails: with the first failure; nothing begins after that.
  @inlinable public static func sequence<U>(_ futures: [Future<U>]) -> Future where T == [U] {
    Future(SignalProducer(futures).flatMap(.concat) { $0.work }.collect())
  }
}
