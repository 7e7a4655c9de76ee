import Synchronization

// A pause, from the request of downstream to the source that goes on (contract B2). The request is passed on to everything
// that a start owns, up to the sources. A source that can wait looks for it after each value, keeps what is left as a
// continuation, and stops. When the last request is taken back, the continuations run.

extension Subscription {
  /// Passes the pause on to everything that the start owns. A source that is sending from inside the gate notices it before
  /// its next value.
  public final func pause() {
    guard let madeList, madeList.pause() else { return }
    run {}
  }

  public final func resume() {
    guard let resumption = madeList?.resume(), !resumption.isEmpty else { return }
    // Most are resumed while the gate is free: then no closure has to be made.
    if isFree { return resume(resumption) }
    runOutside { [self] in resume(resumption) }
  }

  /// For a join of sources that are equals. Each resumption begins with another one: the first may send so much, before
  /// the others have gone on, that downstream requests a pause again.
  @usableFromInline final func resumeInTurns() { madeList?.takeTurns() }

  private final func resume(_ resumption: RequestedPauses.Resumption) {
    for member in resumption.members { member.resume() }
    resumption.continuations.forEach { goOn($0) }
  }

  /// Runs `rest` as soon as downstream requests no pause.
  @usableFromInline final func goOn(_ rest: @escaping @Sendable (Subscription) -> Void) {
    if !waits(with: rest) { rest(self) }
  }
}

extension Lifetime {
  /// True while downstream requests a pause; always false for signals. A source that can wait checks this after
  /// each value; a source that cannot wait goes on.
  public final var isPaused: Bool { fromList { $0.isPaused } ?? false }

  /// Runs `action` as soon as downstream requests no pause: at once if it requests none now, otherwise on the thread
  /// that resumes; never if the lifetime ends before.
  ///
  ///     SignalProducer<Row, Never> { observer, lifetime in
  ///       @Sendable func sendRows() {
  ///         while !lifetime.hasEnded, !lifetime.isPaused {
  ///           guard let row = rows.next() else { return observer.complete() }
  ///           observer.send(row)
  ///         }
  ///         lifetime.whenResumed(sendRows)
  ///       }
  ///       sendRows()
  ///     }
  public final func whenResumed(_ action: @escaping @Sendable () -> Void) {
    if hasEnded { return }
    if !waits(with: { _ in action() }) {
      assertNoLockHeld()
      action()
    }
  }

  /// Keeps `continuation` until downstream requests no pause any more. False: it requests none now.
  @usableFromInline final func waits(with continuation: @escaping @Sendable (Subscription) -> Void) -> Bool {
    list?.keep(continuation) ?? false
  }
}

extension DisposableList {
  /// Whether downstream requests a pause.
  @usableFromInline var isPaused: Bool { pausedBit.load(ordering: .acquiring) }

  /// Counts a pause. True: it is the first one, and the members have been paused.
  func pause() -> Bool {
    let members: [any Disposable]? = withLock { state in
      guard state.madeDetails.pauses.begin() else { return nil }
      pausedBit.store(true, ordering: .releasing)
      return state.copiedMembers
    }
    members?.forEach { $0.pause() }
    return members != nil
  }

  /// Takes a pause back. If it was the last one: the members to resume, and the continuations to run.
  package func resume() -> RequestedPauses.Resumption? {
    withLock { state in
      let details = state.madeDetails
      guard details.pauses.end() else { return nil }
      pausedBit.store(false, ordering: .releasing)
      return details.pauses.takeResumption(of: state.copiedMembers, inTurns: state.takesTurns)
    }
  }

  /// From here on each resumption begins with another member.
  func takeTurns() { withLock { $0.takesTurns = true } }

  /// Keeps what goes on when no request for a pause is left. False: there is none now.
  func keep(_ continuation: @escaping RequestedPauses.Continuation) -> Bool {
    withLock { state in
      if state.isDisposed { return true }
      guard state.isPaused else { return false }
      state.details!.pauses.keep(continuation)
      return true
    }
  }
}

/// The pauses that are requested of a list of disposables, and what they hold back. It decides, the list acts.
package struct RequestedPauses {
  package typealias Continuation = @Sendable (Subscription) -> Void

  /// How many requests are open.
  private var requests = 0
  /// Which member is resumed first the next time, where they take turns.
  private var turn = 0
  private var continuations = Continuations()

  var areRequested: Bool { requests > 0 }

  /// True: it is the first request.
  mutating func begin() -> Bool {
    requests += 1
    return requests == 1
  }

  /// True: it was the last request.
  mutating func end() -> Bool {
    requests -= 1
    return requests == 0
  }

  mutating func keep(_ continuation: @escaping Continuation) { continuations.append(continuation) }

  mutating func takeContinuations() -> Continuations {
    defer { continuations = Continuations() }
    return continuations
  }

  mutating func takeResumption(of members: [any Disposable], inTurns: Bool) -> Resumption {
    let continuations = takeContinuations()
    guard inTurns, members.count > 1 else {
      return Resumption(members: members, continuations: continuations)
    }
    let first = turn % members.count
    turn = first + 1
    return Resumption(members: Array(members[first...] + members[..<first]), continuations: continuations)
  }

  /// What goes on when no request for a pause is left. Nearly always that is one closure, which needs no array.
  package struct Continuations {
    private var first: Continuation?
    private var others: [Continuation] = []

    package var isEmpty: Bool { first == nil }

    fileprivate mutating func append(_ continuation: @escaping Continuation) {
      if first == nil { first = continuation } else { others.append(continuation) }
    }

    package func forEach(_ body: (@escaping Continuation) -> Void) {
      if let first { body(first) }
      for continuation in others { body(continuation) }
    }
  }

  /// What a pause has held back.
  package struct Resumption {
    package let members: [any Disposable]
    package let continuations: Continuations

    package var isEmpty: Bool { members.isEmpty && continuations.isEmpty }
  }
}
