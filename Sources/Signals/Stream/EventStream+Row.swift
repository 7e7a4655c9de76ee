extension EventStream {
  /// A producer that goes on with another source when it has completed; a row of which this one is the last is extended.
  @inlinable func followed<Other: EventSource>(by other: Other) -> Self
  where Other.Value == Value, Other.Failure == Failure {
    let row: SourcesInARow<Value, Failure> =
      if case .row(let row) = storage {
        row
      } else {
        SourcesInARow(nil, SourcesInARow.Source(attach: recipe, attachAsLast: recipe))
      }
    return Self(
      .row(
        SourcesInARow(
          row, SourcesInARow.Source(attach: other.attach, attachAsLast: other.attachAsLast))))
  }

  /// What a row does at each start: attaches its sources one after the other.
  ///
  /// By itself, as is what uses it: the frames of other streams must not grow by what a row needs.
  @usableFromInline @inline(never)
  var recipeOfRow: @Sendable (consuming Observer<Value, Failure>, Subscription) -> Void {
    guard case .row(let row) = storage else { preconditionFailure("a row has its storage") }
    return Self(pulledJoin: { junction in WalkAlongRow(row, junction).attachNext() }).recipe
  }

  @usableFromInline @inline(never)
  func attachRow(_ observer: Observer<Value, Failure>, _ subscription: Subscription) {
    recipeOfRow(observer, subscription)
  }
}

/// One start of a row.
@usableFromInline final class WalkAlongRow<Value: Sendable, Failure: Error>: Sendable {
  private let junction: Junction<Value, Failure>
  /// The next one is the last.
  private let waiting: Guarded<[SourcesInARow<Value, Failure>.Source]>

  init(_ row: SourcesInARow<Value, Failure>, _ junction: Junction<Value, Failure>) {
    self.junction = junction
    waiting = Guarded(row.backwards)
  }

  func attachNext() {
    let (next, isLast) = waiting.withLock { ($0.popLast(), $0.isEmpty) }
    guard let source = next else { return }
    if isLast {
      if !junction.subscription.hasEnded { source.attachAsLast(junction.below, junction.subscription) }
      return
    }
    junction.connectFirst(
      EventStream<Pull, Value, Failure>(.pull(source.attach)), next: junction.next,
      end: { [self] termination, first in
        if !termination.isCompleted { return junction.end(termination) }
        first.follow { [self] in junction.subscription.proceed(after: first) { [self] in attachNext() } }
      })
  }
}
