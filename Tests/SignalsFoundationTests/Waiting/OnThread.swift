import Foundation

/// Runs a closure that may block on a thread of its own, and awaits what it returns or throws.
func onThread<Output: Sendable>(_ body: @escaping @Sendable () throws -> Output) async throws -> Output {
  try await withCheckedThrowingContinuation { waiting in
    Thread.detachNewThread { waiting.resume(with: Result { try body() }) }
  }
}
