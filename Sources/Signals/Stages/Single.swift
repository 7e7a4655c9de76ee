extension EventStream {
  /// Passes on the only value, when the stream completes; fails if there is none, or more than one.
  ///
  ///     in   --a--|
  ///          single()
  ///     out  -----(a|)
  ///
  /// A second value ends it at once. Where further values are of no interest, use ``first()``.
  ///
  /// - Completes: with the source, after the value.
  /// - Fails: with ``NotSingle/several`` at the second value, with ``NotSingle/empty`` if the source completes without
  ///   one, and with the source.
  /// - Buffers: one value.
  @inlinable public func single() -> EventStream<D, Value, NotSingle<Failure>> {
    stage { observer, source in
      let only = GateBox<Value?>(nil)
      let isOpen = GateBox(true)
      return Observer(
        next: { value in
          guard isOpen.value else { return }
          if only.value == nil { return only.value = .some(value) }
          isOpen.value = false
          only.value = nil
          observer.end(.failed(.several))
          source.dispose()
        },
        end: { termination in
          guard isOpen.value else { return }
          switch termination {
          case .completed:
            guard let value = only.value else { return observer.end(.failed(.empty)) }
            if !source.isDisposed { observer.next(value) }
            observer.end(.completed)
          case .failed(let failure): observer.end(.failed(.failed(failure)))
          case .interrupted: observer.end(.interrupted)
          }
        })
    }
  }

  /// Passes on the only value that satisfies a condition, when the stream completes; fails if there is none, or more
  /// than one.
  ///
  ///     in   --1--5--2--|
  ///          single(where: { $0 > 3 })
  ///     out  -----------(5|)
  ///
  /// - Completes: with the source, after the value.
  /// - Fails: with ``NotSingle/several`` at the second such value, with ``NotSingle/empty`` if the source completes
  ///   without one, and with the source.
  /// - Buffers: one value.
  @inlinable public func single(
    where condition: @escaping @Sendable (Value) -> Bool
  ) -> EventStream<D, Value, NotSingle<Failure>> {
    filter(condition).single()
  }
}

/// Why a stream has no single value. See ``EventStream/single()``.
public enum NotSingle<Failure: Error>: Error {
  /// It completed without a value.
  case empty
  /// It sent a second value.
  case several
  /// It failed.
  case failed(Failure)
}

extension NotSingle: Equatable where Failure: Equatable {}
extension NotSingle: Hashable where Failure: Hashable {}

#if !hasFeature(Embedded)

  extension NotSingle: CustomStringConvertible {
    public var description: String {
      switch self {
      case .empty: "the stream has completed without the single value"
      case .several: "the stream has sent a second value in place of a single one"
      case .failed(let failure): "the stream has failed: \(failure)"
      }
    }
  }

#endif
