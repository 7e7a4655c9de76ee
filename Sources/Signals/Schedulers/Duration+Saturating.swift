// A moment that a clock cannot show never comes. `Duration` itself stops the program, without a word, where a sum
// grows too large or is converted to seconds.

extension Duration {
  /// The moment that never comes, on the scale of any scheduler: the latest whose seconds can be counted. It is also
  /// the longest delay there is.
  @inlinable package static var never: Duration { .seconds(Int64.max) }

  /// The moment `delay` later; ``never`` if that is too far away to be represented.
  @inlinable package func saturatingAdding(_ delay: Duration) -> Duration {
    (clamped + delay.clamped).clamped
  }

  /// No later than ``never``, and no earlier than as long before zero.
  @inlinable package var clamped: Duration {
    Swift.min(Swift.max(self, .zero - .never), .never)
  }
}
