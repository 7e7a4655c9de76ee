/// Says when it is gone.
final class Probe: Sendable {
  private let onDeinit: @Sendable () -> Void

  init(_ onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }

  /// Keeps the probe alive for as long as the closure that calls this.
  func touch() {}

  deinit { onDeinit() }
}
