import Synchronization

// Built only with the compilation condition SIGNALS_EXPLORED, for the tests in Tests/InterleavingTests; see
// Documentation/Decisions/0015-explored-interleavings.md.
#if SIGNALS_EXPLORED
  /// Decides at each access to shared memory which thread goes on.
  ///
  /// The calls come from the threads of an explored run, before the access. A call that returns lets its thread go on.
  package protocol InterleavingScheduler: AnyObject, Sendable {
    /// Before an atomic operation.
    func willAccess(_ access: ExploredAccess)

    /// Before a lock is taken. Returns once no thread of the run holds it.
    func willLock(_ access: ExploredAccess)

    /// After a lock has been released.
    func didUnlock(_ address: UInt)

    /// Where a thread waits for the progress of others, for example in a back-off: the others go first.
    func yield(_ access: ExploredAccess)

    /// Before a store that a processor may keep to itself for a while. True: the scheduler keeps it.
    func keeps(_ store: KeptStore) -> Bool

    /// The newest store to that address that the scheduler keeps for this thread: the thread itself sees it.
    func kept(_ address: UInt) -> KeptStore?

    /// Before what waits until all other threads see the stores of this one: a fence, a lock, an operation that reads and
    /// writes in one.
    func willSettleStores()
  }

  /// A store that only the thread sees that has done it.
  package struct KeptStore: Sendable {
    package let address: UInt
    package let value: any Sendable
    package let perform: @Sendable () -> Void
  }

  /// One access to shared memory.
  package struct ExploredAccess: Sendable {
    package let operation: StaticString
    /// Which atomic or lock it is.
    package let address: UInt
    package let file: StaticString
    package let line: UInt

    package init(
      _ operation: StaticString, _ address: UInt, _ file: StaticString, _ line: UInt
    ) {
      self.operation = operation
      self.address = address
      self.file = file
      self.line = line
    }
  }

  /// Where the scheduler of an explored run is installed, and where code says that it waits.
  package enum Exploration {
    /// Written while no thread of a run is alive but the one that writes.
    package nonisolated(unsafe) static var scheduler: (any InterleavingScheduler)?

    /// For loops that wait for another thread.
    package static func yield(_ file: StaticString = #fileID, _ line: UInt = #line) {
      scheduler?.yield(ExploredAccess("yield", 0, file, line))
    }
  }

  /// Stands for `Synchronization.Atomic` in all of this module: the declaration of the module itself comes first.
  /// Before each operation the scheduler decides which thread goes on.
  ///
  /// One thread of a run runs at a time, so that most orderings have no effect. A store that is not sequentially consistent
  /// may be kept back, as x86 does it: in order, until the thread comes to a fence, a lock or an update. The size is that of
  /// the value, as with the original.
  @usableFromInline package struct Atomic<Value: ExploredWord>: ~Copyable, Sendable {
    private let storage: Synchronization.Atomic<Value>

    @usableFromInline package init(_ value: Value) { storage = Synchronization.Atomic(value) }

    // What is kept back writes here.
    deinit { Exploration.scheduler?.willSettleStores() }

    @usableFromInline package func load(
      ordering: AtomicLoadOrdering, _ file: StaticString = #fileID, _ line: UInt = #line
    ) -> Value {
      announce("load", file, line)
      return Exploration.scheduler?.kept(address)?.value as? Value ?? Value.load(storage)
    }

    @usableFromInline package func store(
      _ value: Value, ordering: AtomicStoreOrdering, _ file: StaticString = #fileID, _ line: UInt = #line
    ) {
      announce("store", file, line)
      if ordering != .sequentiallyConsistent, let scheduler = Exploration.scheduler {
        let place = address
        let store = KeptStore(address: place, value: value) {
          let storage = UnsafePointer<Synchronization.Atomic<Value>>(bitPattern: place)!
          _ = Self.update(storage.pointee) { _ in value }
        }
        if scheduler.keeps(store) { return }
      }
      _ = update { _ in value }
    }

    @usableFromInline package func exchange(
      _ value: Value, ordering: AtomicUpdateOrdering, _ file: StaticString = #fileID, _ line: UInt = #line
    ) -> Value {
      announce("exchange", file, line)
      return update { _ in value }.oldValue
    }

    @usableFromInline package func compareExchange(
      expected: Value, desired: Value, ordering: AtomicUpdateOrdering, _ file: StaticString = #fileID,
      _ line: UInt = #line
    ) -> (exchanged: Bool, original: Value) {
      announce("compareExchange", file, line)
      Exploration.scheduler?.willSettleStores()
      return Value.compareExchange(storage, expected, desired)
    }

    private var address: UInt { withUnsafePointer(to: storage) { UInt(bitPattern: $0) } }

    private func announce(_ operation: StaticString, _ file: StaticString, _ line: UInt) {
      Exploration.scheduler?.willAccess(ExploredAccess(operation, address, file, line))
    }

    private func update(_ change: (Value) -> Value) -> (oldValue: Value, newValue: Value) {
      Exploration.scheduler?.willSettleStores()
      return Self.update(storage, change)
    }

    private static func update(
      _ storage: borrowing Synchronization.Atomic<Value>, _ change: (Value) -> Value
    ) -> (oldValue: Value, newValue: Value) {
      var seen = Value.load(storage)
      while true {
        let changed = change(seen)
        let (exchanged, now) = Value.compareExchange(storage, seen, changed)
        if exchanged { return (seen, changed) }
        seen = now
      }
    }
  }

  extension Atomic where Value: FixedWidthInteger {
    @discardableResult
    @usableFromInline package func wrappingAdd(
      _ operand: Value, ordering: AtomicUpdateOrdering, _ file: StaticString = #fileID, _ line: UInt = #line
    ) -> (oldValue: Value, newValue: Value) {
      announce("wrappingAdd", file, line)
      return update { $0 &+ operand }
    }

    @discardableResult
    @usableFromInline package func wrappingSubtract(
      _ operand: Value, ordering: AtomicUpdateOrdering, _ file: StaticString = #fileID, _ line: UInt = #line
    ) -> (oldValue: Value, newValue: Value) {
      announce("wrappingSubtract", file, line)
      return update { $0 &- operand }
    }

    @discardableResult
    @usableFromInline package func bitwiseOr(
      _ operand: Value, ordering: AtomicUpdateOrdering, _ file: StaticString = #fileID, _ line: UInt = #line
    ) -> (oldValue: Value, newValue: Value) {
      announce("bitwiseOr", file, line)
      return update { $0 | operand }
    }

    @discardableResult
    @usableFromInline package func max(
      _ operand: Value, ordering: AtomicUpdateOrdering, _ file: StaticString = #fileID, _ line: UInt = #line
    ) -> (oldValue: Value, newValue: Value) {
      announce("max", file, line)
      return update { Swift.max($0, operand) }
    }
  }

  /// Stands for `Synchronization.Mutex`, as ``Atomic`` stands for the other. The scheduler lets a thread in only when
  /// the mutex is free.
  @usableFromInline struct Mutex<Value>: ~Copyable, Sendable {
    private let mutex = Synchronization.Mutex<Void>(())

    @usableFromInline init(_ value: Value) {}

    private var address: UInt { withUnsafePointer(to: mutex) { UInt(bitPattern: $0) } }

    @usableFromInline func _unsafeLock(_ file: StaticString = #fileID, _ line: UInt = #line) {
      Exploration.scheduler?.willLock(ExploredAccess("lock", address, file, line))
      Exploration.scheduler?.willSettleStores()
      mutex._unsafeLock()
    }

    @usableFromInline func _unsafeUnlock() {
      Exploration.scheduler?.willSettleStores()
      mutex._unsafeUnlock()
      Exploration.scheduler?.didUnlock(address)
    }
  }

  /// Stands for the fence of `Synchronization`, as ``Atomic`` stands for the other. (With more parameters, the original would
  /// be called.)
  @usableFromInline package func atomicMemoryFence(ordering: AtomicUpdateOrdering) {
    if ordering != .sequentiallyConsistent { return }
    Exploration.scheduler?.willAccess(ExploredAccess("fence", 0, "", 0))
    Exploration.scheduler?.willSettleStores()
  }

  /// What an explored atomic can hold. The two operations are those from which the others are made; the original has
  /// them only for each width on its own.
  @usableFromInline package protocol ExploredWord: AtomicRepresentable, Sendable {
    static func load(_ storage: borrowing Synchronization.Atomic<Self>) -> Self
    static func compareExchange(
      _ storage: borrowing Synchronization.Atomic<Self>, _ expected: Self, _ desired: Self
    ) -> (exchanged: Bool, original: Self)
  }

  extension ExploredWord where AtomicRepresentation == UInt8.AtomicRepresentation {
    @usableFromInline package static func load(_ storage: borrowing Synchronization.Atomic<Self>) -> Self {
      storage.load(ordering: .sequentiallyConsistent)
    }

    @usableFromInline package static func compareExchange(
      _ storage: borrowing Synchronization.Atomic<Self>, _ expected: Self, _ desired: Self
    ) -> (exchanged: Bool, original: Self) {
      storage.compareExchange(expected: expected, desired: desired, ordering: .sequentiallyConsistent)
    }
  }

  extension ExploredWord where AtomicRepresentation == UInt32.AtomicRepresentation {
    @usableFromInline package static func load(_ storage: borrowing Synchronization.Atomic<Self>) -> Self {
      storage.load(ordering: .sequentiallyConsistent)
    }

    @usableFromInline package static func compareExchange(
      _ storage: borrowing Synchronization.Atomic<Self>, _ expected: Self, _ desired: Self
    ) -> (exchanged: Bool, original: Self) {
      storage.compareExchange(expected: expected, desired: desired, ordering: .sequentiallyConsistent)
    }
  }

  extension ExploredWord where AtomicRepresentation == UInt64.AtomicRepresentation {
    @usableFromInline package static func load(_ storage: borrowing Synchronization.Atomic<Self>) -> Self {
      storage.load(ordering: .sequentiallyConsistent)
    }

    @usableFromInline package static func compareExchange(
      _ storage: borrowing Synchronization.Atomic<Self>, _ expected: Self, _ desired: Self
    ) -> (exchanged: Bool, original: Self) {
      storage.compareExchange(expected: expected, desired: desired, ordering: .sequentiallyConsistent)
    }
  }

  extension Bool: ExploredWord {}
  extension Int: ExploredWord {}
  extension Int32: ExploredWord {}
  extension UInt: ExploredWord {}
  extension UInt8: ExploredWord {}
  extension UInt32: ExploredWord {}
  extension UInt64: ExploredWord {}
#endif
