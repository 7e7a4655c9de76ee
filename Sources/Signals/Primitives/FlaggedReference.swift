import Synchronization

/// A strong reference that never changes, and three flags, in one word: an object is aligned to 8 bytes at least.
///
/// Not generic: in code that is, each use would look up a type at run time.
@frozen @usableFromInline struct FlaggedReference: ~Copyable, Sendable {
  @frozen @usableFromInline enum Flag: UInt {
    case first = 1
    case second = 2
    case third = 4
  }

  @usableFromInline let word: Atomic<UInt>

  /// No flag is set.
  @inline(__always) init(_ object: consuming AnyObject) {
    word = Atomic(Unmanaged.passRetained(consume object).address)
  }

  deinit { reference.release() }

  /// Calls `body` with the object, which is not retained for that.
  @inline(__always) func withObject<Object: AnyObject>(as type: Object.Type, _ body: (Object) -> Void) {
    reference._withUnsafeGuaranteedRef { body(unsafeDowncast($0, to: type)) }
  }

  private var reference: Unmanaged<AnyObject> { Unmanaged(at: word.load(ordering: .relaxed) & ~7) }

  func isSet(_ flag: Flag) -> Bool { word.load(ordering: .sequentiallyConsistent) & flag.rawValue != 0 }

  /// The same for a caller that other threads need not be in step with.
  @inlinable @inline(__always) func wasSet(_ flag: Flag) -> Bool {
    word.load(ordering: .relaxed) & flag.rawValue != 0
  }

  /// True for the one caller that set it.
  func set(_ flag: Flag) -> Bool {
    word.bitwiseOr(flag.rawValue, ordering: .sequentiallyConsistent).oldValue & flag.rawValue == 0
  }

  /// The same while no other thread can reach the reference.
  func setUnshared(_ flag: Flag) {
    word.store(word.load(ordering: .relaxed) | flag.rawValue, ordering: .relaxed)
  }
}
