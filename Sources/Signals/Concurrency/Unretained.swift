/// An object that is kept elsewhere, as long as anybody uses this: calling it costs no retain.
///
/// Whoever holds one holds that other place too: what is computed keeps what it reads in the list of its sources, one
/// of several inner streams keeps what they share.
@frozen @usableFromInline struct Unretained<Object: AnyObject & Sendable>: Sendable {
  @usableFromInline let reference: Unmanaged<Object>

  @inlinable init(_ object: Object) { reference = Unmanaged.passUnretained(object) }

  @inlinable @inline(__always) func withObject<Result>(_ body: (Object) -> Result) -> Result {
    reference._withUnsafeGuaranteedRef { body($0) }
  }
}
