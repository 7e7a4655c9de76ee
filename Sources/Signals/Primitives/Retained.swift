/// Keeps an object of any class. In Embedded Swift `any Sendable & AnyObject` cannot hold one of a generic class.
///
/// Sendable because the object is, and nothing else is done with it.
@frozen @usableFromInline package struct Retained: @unchecked Sendable {
  @usableFromInline let object: AnyObject

  @inlinable package init(_ object: some AnyObject & Sendable) { self.object = object }
}
