#if !hasFeature(Embedded)

  /// Makes a task yield when it has used the library for long without suspending (contract A4).
  ///
  /// Tasks share as few threads as there are processors, and a task keeps its thread until it suspends. A loop of operations
  /// that are always ready would keep it for ever.
  ///
  /// The thread counts, not the task: a task stays on its thread until it suspends, so it makes no more operations in a row
  /// than a turn has. Those of other tasks that have run there meanwhile only make it yield earlier.
  @usableFromInline package enum TaskTurn {
    /// A yield takes a microsecond or two, the cheapest operation some 20 ns.
    @inlinable package static var operations: UInt { 1024 }

    /// Counts an operation that can return without suspending. Each calls this once, also where it throws.
    @inlinable @inline(__always) package static func countOperation(
      isolation actor: isolated (any Actor)? = #isolation
    ) async {
      if CurrentThread.countOperation(of: operations) { await Task.yield() }
    }
  }

#endif
