#if NATS
  import Synchronization

  /// Text that no other program makes.
  enum Identifiers {
    /// 128 random bits.
    private static let prefix =
      (0..<2).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 36) }.joined() + "-"
    private static let count = Counter()

    static func next() -> String { String(prefix, number: count.next()) }
  }

  private final class Counter: Sendable {
    private let count = Atomic<UInt64>(0)

    func next() -> UInt64 { count.wrappingAdd(1, ordering: .relaxed).newValue }
  }
#endif
