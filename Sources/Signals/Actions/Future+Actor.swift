#if !hasFeature(Embedded)

  // The terminals of a future for code of an actor, as those of streams are.

  extension Future {
    /// Does the work; calls `action` on the main actor with the result.
    @inlinable @discardableResult
    public func start(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable (Result<Value, Failure>) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      producer.startWithResult(on: actor, action, fileID: fileID, line: line)
    }

    /// Does the work; calls `action` on the actor with the result.
    @inlinable @discardableResult
    public func start<A: Actor>(
      on actor: A, _ action: @escaping @Sendable (isolated A, Result<Value, Failure>) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      producer.startWithResult(on: actor, action, fileID: fileID, line: line)
    }
  }

  extension Future where Failure == Never {
    /// Does the work, which cannot fail; calls `action` on the main actor with the value.
    @inlinable @discardableResult
    public func startWithValue(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable (Value) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      producer.startWithValues(on: actor, action, fileID: fileID, line: line)
    }

    /// Does the work, which cannot fail; calls `action` on the actor with the value.
    @inlinable @discardableResult
    public func startWithValue<A: Actor>(
      on actor: A, _ action: @escaping @Sendable (isolated A, Value) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      producer.startWithValues(on: actor, action, fileID: fileID, line: line)
    }
  }

#endif
