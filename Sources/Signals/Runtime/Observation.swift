/// One observer of an object: it keeps the object, and notifies it once when it is disposed of.
///
/// Sendable because its members are constants.
@usableFromInline
final class Observation<Value: Sendable, Source: AnyObject & Sendable>: LifetimeMember, @unchecked Sendable {
  private let source: Source
  private let entry: ObserverNode<Value, Never>
  private let end: @Sendable (Source) -> Void
  private let isOver = Flag()

  /// - Parameter end: Called once, when the observer was removed. Without captures it needs no memory of its own.
  @usableFromInline init(
    of source: Source, _ entry: ObserverNode<Value, Never>, _ end: @escaping @Sendable (Source) -> Void
  ) {
    self.source = source
    self.entry = entry
    self.end = end
  }

  @usableFromInline override var isDisposed: Bool { isOver.isSet }

  @usableFromInline override func dispose() {
    guard isOver.set() else { return }
    entry.dispose()
    end(source)
  }
}
