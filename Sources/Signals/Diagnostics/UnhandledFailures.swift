/// Receives the failures that reach no closure, because an observer was made without `failed:` (contract X3).
///
///     producer.start(Observer(next: { print($0) }))  // Feed/Page.swift:12
///
///     Feed/Page.swift:12: unhandled failure: offline
///
/// Debug builds print them unless they are observed, release builds do nothing with them. A failure that is meant to be
/// ignored is handled by `completeOnError()`.
public enum UnhandledFailures {
  #if !hasFeature(Embedded)
    private struct State {
      var last = 0
      var actions: [Int: @Sendable (UnhandledFailure) -> Void] = [:]
    }

    private static let state = Guarded(State())

    /// Calls `action` with each of them, on the thread that delivers it, until the returned disposable is disposed of.
    @discardableResult
    public static func observe(_ action: @escaping @Sendable (UnhandledFailure) -> Void) -> any Disposable {
      let number = state.withLock { state in
        state.last += 1
        state.actions[state.last] = action
        return state.last
      }
      return AnyDisposable {
        let removed = state.withLock { $0.actions.removeValue(forKey: number) }
        withExtendedLifetime(removed) {}
      }
    }
  #endif

  @usableFromInline @inline(never) static func report<Failure: Error>(
    _ failure: Failure, _ fileID: StaticString, _ line: UInt
  ) {
    #if !hasFeature(Embedded)
      let failure = UnhandledFailure(failure: failure, fileID: "\(fileID)", line: line)
      let numbers = state.withLock { $0.actions.keys.sorted() }
      // One that has been disposed of meanwhile is not called.
      for number in numbers { state.withLock { $0.actions[number] }?(failure) }
      #if DEBUG
        if numbers.isEmpty { print(failure) }
      #endif
    #endif
  }
}

#if !hasFeature(Embedded)
  /// A failure that has reached no closure. See ``UnhandledFailures``.
  public struct UnhandledFailure: Sendable, CustomStringConvertible {
    /// What the stream failed with.
    public let failure: any Error
    /// The file in which the observer was made, as `#fileID` says it.
    public let fileID: String
    /// The line in which the observer was made.
    public let line: UInt

    public var description: String { "\(fileID):\(line): unhandled failure: \(failure)" }
  }
#endif
