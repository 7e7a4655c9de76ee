/// The sources of `append`, linked from the last to the first: a further one costs the same however many there are, and a
/// start takes them one after the other instead of one inside the other.
///
/// Sendable because it never changes while a reference to it exists: it is taken apart when it is released.
@usableFromInline package final class SourcesInARow<Value: Sendable, Failure: Error>: @unchecked Sendable {
  /// How the last one is attached.
  @usableFromInline struct Source: Sendable {
    @usableFromInline let attach: @Sendable (Observer<Value, Failure>, Subscription) -> Void
    /// In place of all of them.
    @usableFromInline let attachAsLast: @Sendable (Observer<Value, Failure>, Subscription) -> Void

    @inlinable init(
      attach: @escaping @Sendable (Observer<Value, Failure>, Subscription) -> Void,
      attachAsLast: @escaping @Sendable (Observer<Value, Failure>, Subscription) -> Void
    ) {
      self.attach = attach
      self.attachAsLast = attachAsLast
    }
  }

  @exclusivity(unchecked) private var earlier: SourcesInARow?
  /// An object, so that it can be released later. Nil only while this is released.
  @exclusivity(unchecked) private var last: Last?

  private final class Last: Sendable {
    let source: Source

    init(_ source: Source) { self.source = source }
  }

  @usableFromInline init(_ earlier: SourcesInARow?, _ last: Source) {
    self.earlier = earlier
    self.last = Last(last)
  }

  /// Released one after the other: a long row would need a stack as long, and so would a row of which the last source is a
  /// row itself.
  deinit {
    ReleaseList.collect { list in
      if let earlier = earlier.take() { list.pointee.add(earlier) }
      if let last = last.take() { list.pointee.add(last) }
    }
  }

  /// All sources, the last one first.
  @usableFromInline var backwards: [Source] {
    var sources: [Source] = []
    var row: SourcesInARow? = self
    while let present = row {
      if let last = present.last { sources.append(last.source) }
      row = present.earlier
    }
    return sources
  }
}
