/// What to do with several inner streams at once.
public enum FlattenStrategy: Sendable {
  /// Attach all of them, pass on values as they come.
  case merge
  /// Attach one after the other, in order.
  case concat
  /// Attach the newest, dispose of the one before it.
  case latest
}
