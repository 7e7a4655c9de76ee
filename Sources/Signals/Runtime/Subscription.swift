import Synchronization

/// One start of a stream: its gate, its lifetime and its disposable, in one object.
///
/// The caller that attaches to a source makes the `Subscription` before the work begins, so that a source that
/// runs synchronously can be stopped from below. Use each for one attachment only; a join whose last source takes its
/// place may have used it before that (``EventSource/attachAsLast(_:_:)``).
///
/// It goes through the states of `Progress`, and has ended when its lifetime has.
///
/// Sendable because `interruption`, `follower` and `hasSource` are touched only inside the gate, `follower` also by the thread
/// to which it was left (`Lifetime.leaveToCall()`), and `stages` only by the
/// thread that attaches: one at a time does, and what it attaches hands the subscription on.
public class Subscription: Lifetime, Disposable, @unchecked Sendable {
  /// Up to where a subscription has come that has not ended yet: that is the end of the lifetime, and not stored again.
  ///
  ///                            finish(): the source terminates, inside the gate
  ///                 ┌────────────────────────────────────► finishing ───────────┐
  ///                 │                                         │                 │ the termination
  ///                 │                                         │ dispose()       │ is delivered
  ///     open()      │                                         │ in a callback   ▼
  ///     ─────► running                                        │               ended
  ///                 │                                         ▼                 ▲
  ///                 └────────────────────────────────────► disposed ────────────┘
  ///                            dispose(): from any thread         the gate is free: observers are interrupted,
  ///                                                               unless they have been notified
  ///
  /// Why these and no others: `Documentation/Decisions/0022-the-states-of-a-subscription.md`.
  ///
  /// No enumeration: the code that makes one of a raw value kept the optimiser from specialising what is around it, and a
  /// sequence through three stages took ten times as long.
  @frozen @usableFromInline package struct Progress: RawRepresentable, AtomicRepresentable, Equatable {
    @usableFromInline package let rawValue: UInt8

    @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Values pass.
    @inlinable static var running: Self { Self(rawValue: 0) }
    /// The stream terminates by itself, and its termination is being delivered.
    @inlinable static var finishing: Self { Self(rawValue: 1) }
    /// `dispose()` has been called. The interruption follows as soon as the gate is free.
    @inlinable package static var disposed: Self { Self(rawValue: 2) }
  }

  /// `finishing` is set inside the gate, `disposed` from anywhere.
  @usableFromInline package final let progress = Atomic<Progress>(.running)
  /// Together, because with another byte each start would take another word.
  @usableFromInline final let traits = Atomic<UInt8>(0)
  /// A source has been attached: `interruption` notifies the observers below of a disposal.
  @exclusivity(unchecked) @usableFromInline final var hasSource = false
  /// How many stages have been attached so far, in the end from 0 again. For the thread that attaches.
  @exclusivity(unchecked) @usableFromInline final var stages: UInt8 = 0
  /// Notifies the observers below that the start was disposed of.
  @exclusivity(unchecked) @usableFromInline final var interruption: (@Sendable () -> Void)?
  /// Begins the next run, when this one is over.
  @exclusivity(unchecked) private final var follower: (@Sendable () -> Void)?

  /// A start that nothing has been attached to yet.
  override public init() { super.init() }

  deinit { if isSilent { releaseMembers() } }

  /// From here on disposing of the start is silent and synchronous, as `SwiftSignalKit` has it. The members of the
  /// lifetime are disposed of before `dispose` returns, also inside a callback and while another thread delivers.
  /// Observers are not notified. Nothing is kept for them, so only the source keeps them. Releasing the start disposes
  /// of nothing.
  ///
  /// Call it before a source is attached.
  @usableFromInline package final func becomeSilent() { traits.bitwiseOr(1, ordering: .relaxed) }

  @inlinable final var isSilent: Bool { traits.load(ordering: .relaxed) & 1 != 0 }

  /// From here on its observer receives an event before those of other starts. See ``FirstPlace``.
  @usableFromInline package final func becomeFirst(_ place: FirstPlace) {
    traits.bitwiseOr(place == .front ? 6 : 2, ordering: .relaxed)
  }

  @inlinable package final var comesFirst: Bool { traits.load(ordering: .relaxed) & 2 != 0 }

  @usableFromInline final var firstPlace: FirstPlace? {
    let traits = traits.load(ordering: .relaxed)
    return traits & 2 == 0 ? nil : traits & 4 != 0 ? .front : .behindOthers
  }

  /// Whether the start was disposed of or has ended.
  public final var isDisposed: Bool { progress.load(ordering: .relaxed) == .disposed || hasEnded }

  /// Whether values are to be dropped. For the thread inside the gate.
  @inlinable @inline(__always) package final var isStopped: Bool {
    progress.load(ordering: .relaxed) != .running
  }

  /// Hands `value` to `handler` inside the gate, unless the start is over or was disposed of.
  /// The handler is made once, when a stream is attached, so that an event allocates nothing unless the
  /// gate is busy.
  @inlinable @inline(__always) package final func pass<Value>(
    _ value: Value, _ handler: @escaping (Value) -> Void
  ) {
    if enter() {
      if !isStopped { handler(value) }
      leave()
    } else {
      passLater(value, handler)
    }
  }

  /// Takes values from anywhere and passes them to `handler`. Never inlined, so that there is one such
  /// closure per type of value; where the optimiser finds several it merges them, and each call takes
  /// a detour.
  @inlinable @inline(never) final func passing<Value>(
    to handler: @escaping @Sendable (Value) -> Void
  ) -> @Sendable (Value) -> Void {
    { [self] in pass($0, handler) }
  }

  /// The rare half of `pass`, out of line: what it needs must not burden the usual half.
  @inlinable @inline(never) final func passLater<Value>(_ value: Value, _ handler: @escaping (Value) -> Void)
  {
    // A start that is stopped stays so.
    if isStopped { return }
    post { [self] in if !isStopped { handler(value) } }
  }

  /// Interrupts the observers below, then ends the lifetime (contract P5); a second call has no effect.
  ///
  /// After it has returned on the thread that delivers, no value arrives any more (contract D2).
  public final func dispose() {
    // Most have ended by themselves: then the gate need not be entered.
    if hasEnded { return }
    progress.store(.disposed, ordering: .releasing)
    if isSilent { end() }
    // Also when another thread has called `dispose()` before: that thread may not have reached the gate yet, and a
    // source that sends many values from inside the gate only checks for messages.
    run { [self] in shut() }
  }

  /// Called by the source, once, before the work. False: the start was disposed of before, the observers
  /// below have been notified, and there is nothing to do.
  @inlinable package final func open(_ interruption: @escaping @Sendable () -> Void) -> Bool {
    guard enterToOpen() else { return openLate(interruption) }
    noteSource(interruption)
    leave()
    return true
  }

  /// False: the start was disposed of before, or a thread is inside the gate already.
  @inlinable @inline(__always) final func enterToOpen() -> Bool {
    progress.load(ordering: .acquiring) == .running && enter()
  }

  @usableFromInline @inline(never) final func openLate(_ interruption: @escaping @Sendable () -> Void) -> Bool
  {
    let isInTime = progress.load(ordering: .acquiring) == .running
    run { [self] in noteSource(interruption) }
    return isInTime
  }

  /// Inside the gate: a source is attached, and `interruption` notifies its observers of a disposal.
  ///
  /// If it is too late, they are notified here; but if a source was attached before, that is done when the
  /// subscription shuts.
  @usableFromInline final func noteSource(_ interruption: consuming @escaping @Sendable () -> Void) {
    if !isSilent {
      if !isStopped { self.interruption = consume interruption } else if !hasSource { interruption() }
    }
    hasSource = true
  }

  /// For what has received the end of the source: begins the next run, when this one is over (contract P9).
  @usableFromInline package final func follow(_ next: @escaping @Sendable () -> Void) {
    // Nearly always the end is being delivered.
    if hasSource, progress.load(ordering: .relaxed) == .finishing {
      follower = next
      return
    }
    // A source that did not open the start does not end it either.
    if !hasSource { end() }
    if hasEnded { whenSettled(next) } else { follower = next }
  }

  /// Inside the gate: ends the lifetime.
  @usableFromInline final func endRun() {
    end()
    if follower == nil { return }
    let hasSettled = isSettled
    // That thread touches what follows from then on.
    if !hasSettled, leaveToCall() { return }
    guard let next = takeFollower() else { return }
    if hasSettled { next() } else { whenSettled(next) }
  }

  override final func takeFollower() -> (@Sendable () -> Void)? {
    // Without `take`, which is generic and makes another closure.
    let next = follower
    follower = nil
    return next
  }

  /// Called by the source, inside the gate, when the stream terminates by itself.
  @inlinable @inline(__always) package final func finish(_ deliver: () -> Void) {
    // A disposal stays visible for the stages below: they send nothing more then.
    if !isStopped { progress.store(.finishing, ordering: .relaxed) }
    interruption = nil
    deliver()
    endRun()
  }

  /// Inside the gate, after `dispose()`. After the end it has no effect.
  private final func shut() {
    let interrupt = interruption
    interruption = nil
    interrupt?()
    endRun()
  }
}

#if SIGNALS_EXPLORED
  extension Subscription.Progress: ExploredWord {}
#endif
