/// What to do with several inner streams at once. See `flatMap`.
public enum FlattenStrategy: Hashable, Sendable {
  /// Attach all of them, pass on values as they come.
  case merge
  /// Attach one after the other, in order.
  case concat
  /// Attach up to `limit` at once; the others wait, in FIFO order.
  case concurrent(limit: Int)
  /// Attach the newest, dispose of the one before it.
  case latest
  /// Attach one; ignore what comes while it is attached.
  case exhaust
  /// Attach one; of what comes while it is attached, keep the newest for afterwards.
  case conflate
  /// Attach all of them; the first to send an event wins, and everything else is disposed of.
  case race
}
