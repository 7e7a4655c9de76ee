/// The largest number of messages that ever waited at one gate, counted by debug builds.
///
/// The mailbox of a gate, its queue of messages, is the one buffer without a limit: the contract forbids to drop, to
/// nest, and to block without a limit of time. A large number here means that events are sent faster than an observer
/// handles them.
public enum MailboxReport {
  /// The largest number of messages that waited at one gate since the program began; 0 in release builds.
  public static var highWaterMark: Int { Gate.highWaterMark }
}
