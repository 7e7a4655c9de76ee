/// Holds something until one caller takes it; then it is released here.
@usableFromInline package struct OneShot<Content: Sendable>: Sendable {
  @usableFromInline let content: Guarded<Content?>

  @inlinable package init(_ content: Content) { self.content = Guarded(content) }

  @inlinable package var isTaken: Bool { content.withLock { $0 == nil } }

  /// The content for the first caller, nil for later ones.
  @inlinable package func take() -> Content? {
    content.withLock { content in
      defer { content = nil }
      return content
    }
  }
}
