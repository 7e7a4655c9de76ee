/// Distinguishes code that runs inside a call, on the thread that makes it, from code that runs later or elsewhere.
final class CallInProgress: Sendable {
  private let thread = CurrentThread.identity
  private let isOver = Flag()

  /// Whether the call has not returned, and the calling thread makes it.
  var isHere: Bool { thread == CurrentThread.identity && !isOver.isSet }

  static func make(_ call: (CallInProgress) -> Void) {
    let progress = CallInProgress()
    call(progress)
    _ = progress.isOver.set()
  }
}
