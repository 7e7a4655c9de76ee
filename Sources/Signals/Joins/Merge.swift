extension EventStream {
  /// Passes on the values of both streams as they come.
  ///
  ///     in     --a-----b--|
  ///     other  ----1-2------3--|
  ///            merge(with: other)
  ///     out    --a-1-2-b----3--|
  ///
  /// - Completes: when both have.
  /// - Fails: with the first failure; the other stream is disposed of.
  @inlinable public func merge<Other: EventSource>(with other: Other) -> Self
  where Other.Value == Value, Other.Failure == Failure {
    join { junction in
      let merge = MergeState(junction, sources: 2)
      merge.connect(self)
      merge.connect(other)
    }
  }

  /// Passes on the values of all streams as they come. Without streams it completes at once.
  ///
  /// - Completes: when all have.
  /// - Fails: with the first failure; the other streams are disposed of.
  @inlinable public static func merge<Source: EventSource>(_ sources: [Source]) -> Self
  where Source.Value == Value, Source.Failure == Failure {
    join { junction in
      if sources.isEmpty { return junction.end(.completed) }
      let merge = MergeState(junction, sources: sources.count)
      for source in sources { merge.connect(source) }
    }
  }

  /// Passes on the values of all streams as they come.
  ///
  /// - Completes: when all have.
  /// - Fails: with the first failure; the other streams are disposed of.
  @inlinable public static func merge<Source: EventSource>(_ sources: Source...) -> Self
  where Source.Value == Value, Source.Failure == Failure {
    merge(sources)
  }
}

/// Completes with the last of several sources.
@usableFromInline struct MergeState<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let junction: Junction<Value, Failure>
  @usableFromInline let alive: GateBox<Int>

  @inlinable init(_ junction: Junction<Value, Failure>, sources: Int) {
    self.junction = junction
    alive = GateBox(sources)
    junction.subscription.resumeInTurns()
  }

  @inlinable func connect<Source: EventSource>(_ source: Source)
  where Source.Value == Value, Source.Failure == Failure {
    junction.connect(
      source, next: junction.next,
      end: { termination in
        alive.value -= 1
        if !termination.isCompleted || alive.value == 0 { junction.finish(termination) }
      }, operation: "merge")
  }
}
