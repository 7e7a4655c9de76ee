/// A reference to an object that another owner keeps alive for as long as this reference is used: calling the object
/// costs no retain.
///
/// What holds such a reference keeps that owner too: a computed node keeps the nodes that it reads in the list of its
/// sources, and each inner stream keeps the object that the inner streams share.
@frozen @usableFromInline struct Unretained<Object: AnyObject & Sendable>: Sendable {
  @usableFromInline let reference: Unmanaged<Object>

  @inlinable init(_ object: Object) { reference = Unmanaged.passUnretained(object) }

  @inlinable @inline(__always) func withObject<Result>(_ body: (Object) -> Result) -> Result {
    reference._withUnsafeGuaranteedRef { body($0) }
  }
}

extension Unmanaged {
  /// The address must be that of an object.
  @inlinable @inline(__always) init(at address: UInt) {
    self = .fromOpaque(UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped)
  }

  @inlinable @inline(__always) var address: UInt { UInt(bitPattern: toOpaque()) }
}
