#if !hasFeature(Embedded)

  /// Which task this code belongs to, or that it belongs to none.
  ///
  /// A task inherits the task-locals of the code that made it, but runs at another time and on another thread:
  /// what holds for a piece of synchronous code does not hold for it.
  struct TaskIdentity: Equatable {
    /// The reference in an `UnsafeCurrentTask`, as a number, or 0. What the compiler cannot look into it copies and
    /// compares by calls, and that was a third of what a computed value costs.
    private let address: UInt

    static var current: Self {
      withUnsafeCurrentTask { task in
        withUnsafeBytes(of: task) { Self(address: $0.load(as: UInt.self)) }
      }
    }
  }

#endif
