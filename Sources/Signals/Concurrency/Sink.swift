/// An observer that is called, or nothing once that is over. A borrowed switch calls it without a retain, and
/// emptying it frees what the observer captured, even while somebody keeps its holder.
@frozen @usableFromInline package enum Sink<Value: Sendable, Failure: Error>: ~Copyable {
  case live(Observer<Value, Failure>)
  case gone
}
