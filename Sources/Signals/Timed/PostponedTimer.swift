/// The timer for a moment that is put off again and again, as by each value of `debounce`. It is not set anew each time: when
/// it fires too early, it is set again.
///
/// It decides, the caller acts: keep it behind a lock, and schedule and dispose of timers afterwards.
@usableFromInline struct PostponedTimer: Sendable {
  /// A timer that has to be scheduled.
  @usableFromInline struct Setting: Sendable {
    @usableFromInline let time: Duration
    @usableFromInline let number: Int

    @inlinable init(time: Duration, number: Int) {
      self.time = time
      self.number = number
    }
  }

  @usableFromInline enum Firing: Equatable {
    /// It does not count any more, or there is no moment to wait for.
    case ignored
    /// The moment has not come.
    case early
    case due
  }

  /// The moment; nil if there is none to wait for.
  @usableFromInline private(set) var due: Duration?
  /// When the timer fires that is under way; nil if there is none.
  @usableFromInline private(set) var fires: Duration?
  /// Which one that is.
  @usableFromInline private(set) var number = 0
  @usableFromInline private(set) var timer: (any Disposable)?

  @inlinable init() {}

  /// Sets the moment. Returns what has to be scheduled, unless the timer under way fires in time, and which timer is to be
  /// disposed of.
  @inlinable @inline(__always)
  mutating func move(to due: Duration) -> (set: Setting?, replaced: (any Disposable)?) {
    self.due = due
    if let fires, fires <= due { return (nil, nil) }
    return (set(to: due), timer.take())
  }

  @inlinable mutating func set(to time: Duration) -> Setting {
    number += 1
    fires = time
    return Setting(time: time, number: number)
  }

  /// Keeps the timer that has been scheduled for a setting. Returns what is to be disposed of: it may have fired already, and
  /// another one may be under way.
  @inlinable mutating func keep(_ timer: any Disposable, for setting: Setting) -> (any Disposable)? {
    if setting.number != number || fires == nil { return timer }
    self.timer = timer
    return nil
  }

  /// A timer fires. If it is early, it is set again with ``move(to:)``.
  @inlinable mutating func fire(_ setting: Setting, now: Duration) -> Firing {
    if setting.number != number || fires == nil { return .ignored }
    fires = nil
    timer = nil
    guard let due else { return .ignored }
    if now < due { return .early }
    self.due = nil
    return .due
  }

  /// There is nothing to wait for, for now: the timer may go on.
  @inlinable mutating func rest() { due = nil }

  /// Returns the timer, to be disposed of.
  @inlinable mutating func stop() -> (any Disposable)? {
    due = nil
    fires = nil
    return timer.take()
  }
}
