/// Lets one thread at a time run something.
///
/// Waiting for oneself stops the program with a message.
public final class Lock: Sendable {
  private let turn = Atomic(value: ())

  public init() {}

  /// Runs `f` when nobody else runs anything here.
  public func locked(_ f: () -> Void) { turn.with { f() } }
}
