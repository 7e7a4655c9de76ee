#if NATS
  import Foundation
  import Synchronization

  /// Text that no other program makes.
  enum Identifiers {
    private static let prefix = UUID().uuidString + "-"
    private static let count = Counter()

    static func next() -> String { prefix + String(count.next(), radix: 36) }
  }

  private final class Counter: Sendable {
    private let count = Atomic<UInt64>(0)

    func next() -> UInt64 { count.wrappingAdd(1, ordering: .relaxed).newValue }
  }
#endif
