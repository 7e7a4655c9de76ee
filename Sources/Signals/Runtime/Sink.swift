/// An observer, or nothing once the observation is over. A borrowed switch calls the observer without a retain.
/// Emptying the sink frees what the observer captured, even while the object that holds the sink is still referenced.
@frozen @usableFromInline package enum Sink<Value: Sendable, Failure: Error>: ~Copyable {
  case live(Observer<Value, Failure>)
  case gone
}
