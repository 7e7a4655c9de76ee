#if !hasFeature(Embedded)

  /// Which task this code belongs to, or that it belongs to none.
  ///
  /// A task inherits the task-locals of the code that made it, but runs at another time and on another thread:
  /// what holds for a piece of synchronous code does not hold for it.
  ///
  /// Sendable because it is only ever compared.
  struct TaskIdentity: Equatable, @unchecked Sendable {
    private let task: UnsafeCurrentTask?

    static var current: Self { withUnsafeCurrentTask { Self(task: $0) } }
  }

#endif
