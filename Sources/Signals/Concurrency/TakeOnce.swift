/// Holds something until one caller takes it; then it is released here.
@usableFromInline package struct TakeOnce<Content: Sendable>: Sendable {
  private let content: Guarded<Content?>

  package init(_ content: Content) { self.content = Guarded(content) }

  package var isTaken: Bool { content.withLock { $0 == nil } }

  /// The content, for the one who gets here first.
  package func take() -> Content? {
    content.withLock { content in
      defer { content = nil }
      return content
    }
  }
}
