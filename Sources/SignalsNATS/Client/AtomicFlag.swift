#if NATS
  import Synchronization

  /// A switch that any thread may set and read.
  final class AtomicFlag: Sendable {
    private let bit = Atomic<Bool>(false)

    var value: Bool {
      get { bit.load(ordering: .acquiring) }
      set { bit.store(newValue, ordering: .releasing) }
    }
  }
#endif
