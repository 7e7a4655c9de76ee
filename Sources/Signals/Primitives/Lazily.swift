import Synchronization

/// An object that is made when it is needed first. If several threads need it at once, one of those that they make stays.
///
/// Sendable because its only stored property is atomic.
@usableFromInline struct Lazily<Object: AnyObject & Sendable>: ~Copyable, @unchecked Sendable {
  /// The address of the object, retained; 0 before there is one.
  private let address = Atomic<UInt>(0)

  @usableFromInline init() {}

  deinit {
    if let object = ifMade { Unmanaged.passUnretained(object).release() }
  }

  /// The object, if it has been made.
  @usableFromInline var ifMade: Object? { Self.object(at: address.load(ordering: .acquiring)) }

  @usableFromInline func object(_ make: () -> Object) -> Object {
    if let known = ifMade { return known }
    let made = Unmanaged.passRetained(make())
    let (stored, now) = address.compareExchange(
      expected: 0, desired: UInt(bitPattern: made.toOpaque()), ordering: .acquiringAndReleasing)
    if stored { return made.takeUnretainedValue() }
    made.release()
    return Self.object(at: now)!
  }

  private static func object(at address: UInt) -> Object? {
    UnsafeRawPointer(bitPattern: address).map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
  }
}
