extension EventStream where D == Pull {
  /// Begins the work when a limiter has a place for it.
  ///
  ///     in    --a--b|
  ///           limited(by: Limiter(atOnce: 1))
  ///     1st   --a--b|
  ///     2nd     ------a--b|    (started in step 2)
  ///
  /// All starts of all producers that one ``Limiter`` limits count together. A run has its place until it has ended or was
  /// disposed of, its lifetime is over, and the code that began it has returned. A start that waits and is disposed of
  /// leaves the queue.
  ///
  /// Work that waits for other work of the same limiter keeps its place meanwhile: when no place is left, both wait for
  /// ever. Use a limiter for each level.
  ///
  /// - Completes: with the source. A start that the limiter refuses is interrupted; so `flatMap` leaves it out. To see it
  ///   fail, use ``limited(by:failingWith:)->EventStream<D,Value,Failure>``.
  /// - Fails: with the source.
  /// - Buffers: no values; starts, as the limiter says.
  @inlinable public func limited(by limiter: Limiter) -> Self { limited(by: limiter, refusal: .interrupted) }

  /// Begins the work when a limiter has a place for it, and fails when the limiter refuses it.
  ///
  ///     in    --a--b|
  ///           limited(by: Limiter(atOnce: 1, waiting: 0), failingWith: Busy())
  ///     1st   --a--b|
  ///     2nd     x             (started in step 2)
  ///
  /// - Completes: with the source.
  /// - Fails: with the source, or with `failure` when the limiter refuses the start.
  /// - Buffers: no values; starts, as the limiter says.
  @inlinable public func limited(by limiter: Limiter, failingWith failure: Failure) -> Self {
    limited(by: limiter, refusal: .failed(failure))
  }

  /// Begins work that cannot fail by itself when a limiter has a place for it, and fails when the limiter refuses it.
  @_disfavoredOverload
  @inlinable public func limited<NewFailure: Error>(
    by limiter: Limiter, failingWith failure: NewFailure
  ) -> EventStream<D, Value, NewFailure> where Failure == Never {
    setFailureType(to: NewFailure.self).limited(by: limiter, failingWith: failure)
  }

  @inlinable func limited(by limiter: Limiter, refusal: Termination<Failure>) -> Self {
    join { junction in
      let source = Subscription()
      limiter.request(
        source, of: junction.subscription,
        begin: {
          junction.attach(
            self, source, next: junction.next, endOutsideGate: { junction.end($0) })
        },
        refuse: { junction.end(refusal) })
    }
  }
}

/// Limits how many runs are under way at once, and how many begin in an interval, whatever starts them.
///
///     let requests = Limiter(atOnce: 4, starts: 10, every: .seconds(1), on: clock)
///     func page(_ address: Address) -> SignalProducer<Page, LoadingError> {
///       load(address).limited(by: requests)
///     }
///
/// `flatMap(.concurrent(limit: 4))` limits the runs of one stream; a limiter limits those of a program: one per server, or
/// per disk. Starts that have to wait begin in the order in which they came.
///
/// - A start for which there is a place begins at once, on the thread that starts. One that has waited for a place begins
///   on the thread on which another run ends, after the observers of that run have received the end; one that has waited
///   for the time begins on the scheduler. For work that keeps its thread busy put `start(on:)` before `limited(by:)`.
///   The scheduling is all that counts as its beginning then: a generator that goes on there after the disposal has no
///   place any more.
/// - In any interval, whenever it begins, there are no more starts than were allowed.
/// - As many starts wait as may; beyond that one is refused, and counted (contract B1).
public final class Limiter: Sendable {
  /// Which start is refused when as many wait as may.
  public enum Refused: Hashable, Sendable {
    /// The one that has just come.
    case newest
    /// The one that has waited longest.
    case oldest
  }

  fileprivate struct Rate: Sendable {
    let count: Int
    let interval: Duration
    let now: @Sendable () -> Duration
    let schedule: @Sendable (_ time: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable
  }

  private let rate: Rate?
  private let refusals: MutableProperty<Int>?
  private let state: Guarded<State>

  /// A limiter of the runs at once.
  ///
  /// - Parameters:
  ///   - limit: How many runs may be under way at once.
  ///   - waiting: How many starts may wait; with 0 a start is refused unless it can begin at once.
  ///   - refused: Which start is refused when so many wait.
  ///   - refusals: Counts the starts that were refused.
  /// - Precondition: `limit` is at least 1, and `waiting` is not negative.
  public convenience init(
    atOnce limit: Int, waiting: Int = 1024, refusing refused: Refused = .newest,
    refusals: MutableProperty<Int>? = nil
  ) {
    self.init(limit, waiting, refused, refusals, nil)
  }

  /// A limiter of the starts in an interval, and of the runs at once.
  ///
  /// - Parameters:
  ///   - limit: How many runs may be under way at once.
  ///   - count: How many may begin in any `interval`.
  ///   - interval: The length of time in which `count` runs may begin.
  ///   - scheduler: Has the clock, and begins runs that have waited for the time.
  ///   - waiting: How many starts may wait; with 0 a start is refused unless it can begin at once.
  ///   - refused: Which start is refused when so many wait.
  ///   - refusals: Counts the starts that were refused.
  /// - Precondition: `limit` and `count` are at least 1, `interval` is greater than zero, and `waiting` is not negative.
  /// - Complexity: memory for `count` moments.
  public convenience init(
    atOnce limit: Int = .max, starts count: Int, every interval: Duration, on scheduler: some Scheduler,
    waiting: Int = 1024, refusing refused: Refused = .newest, refusals: MutableProperty<Int>? = nil
  ) {
    require(count > 0, "Limiter(starts:every:)", "the number of starts must be at least 1", count)
    require(interval > .zero, "Limiter(starts:every:)", "the interval must be greater than zero", interval)
    let rate = Rate(
      count: count, interval: interval, now: { scheduler.now },
      schedule: { scheduler.schedule(at: $0, $1) })
    self.init(limit, waiting, refused, refusals, rate)
  }

  private init(
    _ limit: Int, _ waiting: Int, _ refused: Refused, _ refusals: MutableProperty<Int>?, _ rate: Rate?
  ) {
    self.rate = rate
    self.refusals = refusals
    state = Guarded(State(atOnce: limit, waiting, refused, rate))
    holdsValues(of: nil, as: "Limiter")
  }

  #if !hasFeature(Embedded)
    /// A limiter of the starts in an interval, by a real-time clock of its own.
    public convenience init(
      atOnce limit: Int = .max, starts count: Int, every interval: Duration,
      waiting: Int = 1024, refusing refused: Refused = .newest, refusals: MutableProperty<Int>? = nil
    ) {
      self.init(
        atOnce: limit, starts: count, every: interval, on: ClockScheduler(), waiting: waiting,
        refusing: refused, refusals: refusals)
    }
  #endif

  /// How many runs are under way.
  public var runningCount: Int { state.withLock { $0.running } }

  /// How many starts wait.
  public var waitingCount: Int { state.withLock { $0.waiting.count } }

  // MARK: Starts

  /// Calls `begin` when there is a place for `run`, which is a member of `start`, or `refuse`.
  @usableFromInline func request(
    _ run: Subscription, of start: Subscription, begin: @escaping @Sendable () -> Void,
    refuse: @escaping @Sendable () -> Void
  ) {
    let turn = Turn(self)
    // The first member is the last one to be disposed of: then nothing of the run is left.
    run += turn
    start += run
    let request = Request(turn: turn, begin: begin, refuse: refuse)
    let moment = Moment(rate)
    take(state.withLock { $0.request(request, moment) })
  }

  fileprivate func isOver(_ turn: Turn) -> Bool {
    state.withLock { if case .over = turn.place.value(in: $0) { true } else { false } }
  }

  fileprivate func finish(_ turn: Turn) {
    let moment = Moment(rate)
    take(state.withLock { $0.finish(turn, moment) })
  }

  /// Takes steps until there is nothing left to do. The state decides, inside the lock; here it is done, outside.
  private func take(_ first: Step) {
    var step = first
    while true {
      switch step {
      case .nothing: return
      case .begin(let request):
        request.begin()
        let moment = Moment(rate)
        step = state.withLock { $0.didBegin(request.turn, moment) }
      case .refuse(let request):
        refusals?.modify { $0 += 1 }
        return request.refuse()
      case .leave(_, let timer):
        timer?.dispose()
        return
      case .arm(let id, let time):
        guard let rate else { return }
        let timer = rate.schedule(time) { [self] in fire(id) }
        let moment = Moment(rate)
        step = state.withLock { $0.didArm(id, timer, moment) }
      }
    }
  }

  private func fire(_ id: Int) {
    let moment = Moment(rate)
    let (step, timer) = state.withLock { $0.fire(id, moment) }
    withExtendedLifetime(timer) { take(step) }
  }
}

/// Starts that wait are what it holds, and those that were refused what it has dropped.
extension Limiter: ValueHolder {
  @usableFromInline package var holding: Holding {
    state.withLock { Holding(waits: $0.waiting.count, limit: $0.waitingLimit, dropped: $0.refusedCount) }
  }
}

extension Limiter {
  /// Where a start stands. What changes is protected by the lock of the limiter.
  fileprivate final class Turn: Disposable {
    enum Place: Sendable {
      case new
      case waiting(WaitingList<Request>.Ticket)
      /// A thread attaches the source. The run has its place until that call has returned, even if it ends meanwhile: the
      /// code that begins it may still be under way when another thread disposes of the start, and any number of runs that
      /// end inside the call use constant stack (contract P8).
      case beginning
      case running
      case over
    }

    let place = GuardedMember<State, Place>(.new)
    private let limiter: Limiter

    init(_ limiter: Limiter) { self.limiter = limiter }

    var isDisposed: Bool { limiter.isOver(self) }

    /// The run has ended, or its start was disposed of before.
    func dispose() { limiter.finish(self) }
  }

  fileprivate struct Request: Sendable {
    let turn: Turn
    let begin: @Sendable () -> Void
    let refuse: @Sendable () -> Void
  }

  /// What to do outside the lock. What a step holds is released there too.
  fileprivate enum Step {
    case nothing
    case begin(Request)
    case refuse(Request)
    /// Releases a start that was disposed of, and cancels the timer if no other start waits for it.
    case leave(Request?, timer: (any Disposable)?)
    case arm(id: Int, at: Duration)
  }

  /// The time, which is read outside the lock, and the thread.
  fileprivate struct Moment {
    let time: Duration
    let thread: UInt

    init(_ rate: Rate?) { self.init(time: rate?.now() ?? .zero, thread: CurrentThread.identity) }

    init(time: Duration, thread: UInt) {
      self.time = time
      self.thread = thread
    }
  }

  fileprivate struct State: Sendable {
    private enum Timer: Sendable {
      case none
      /// The thread calls the scheduler, which may run the action before it returns.
      case arming(thread: UInt)
      case armed(any Disposable)
      /// The action has run inside the call that scheduled it.
      case fired
    }

    fileprivate let limit: Int
    fileprivate let waitingLimit: Int
    private let refused: Refused
    private let rate: Rate?
    private(set) var running = 0
    private(set) var refusedCount = 0
    private(set) var waiting = WaitingList<Request>()
    /// When the last runs began, oldest first, as far as that counts.
    private var starts = Fifo<Duration>()
    private var lastStart = Duration.zero
    private var timer = Timer.none
    private var timerID = 0
    private var timerTime = Duration.zero

    init(atOnce limit: Int, _ waiting: Int, _ refused: Refused, _ rate: Rate?) {
      require(limit > 0, "Limiter(atOnce:)", "the number of runs at once must be at least 1", limit)
      require(waiting >= 0, "Limiter(waiting:)", "the number of waiting starts must not be negative", waiting)
      self.limit = limit
      waitingLimit = waiting
      self.refused = refused
      self.rate = rate
    }

    mutating func request(_ request: Request, _ moment: Moment) -> Step {
      if case .over = request.turn.place.value(in: self) { return .nothing }
      if waiting.isEmpty, running < limit, timeToWaitFor(moment.time) == nil { return begin(request, moment) }
      if waiting.count < waitingLimit {
        append(request)
        return next(moment)
      }
      refusedCount += 1
      guard refused == .oldest, let oldest = waiting.popFirst() else {
        request.turn.place.set(.over, in: self)
        return .refuse(request)
      }
      oldest.turn.place.set(.over, in: self)
      append(request)
      return .refuse(oldest)
    }

    mutating func didBegin(_ turn: Turn, _ moment: Moment) -> Step {
      if case .beginning = turn.place.value(in: self) {
        turn.place.set(.running, in: self)
      } else {
        running -= 1
      }
      return next(moment)
    }

    mutating func finish(_ turn: Turn, _ moment: Moment) -> Step {
      let place = turn.place.value(in: self)
      turn.place.set(.over, in: self)
      switch place {
      case .new, .over: return .nothing
      case .waiting(let ticket):
        let request = waiting.remove(ticket)
        return .leave(request, timer: waiting.isEmpty ? cancelTimer() : nil)
      case .beginning: return .nothing
      case .running:
        running -= 1
        return next(moment)
      }
    }

    private mutating func append(_ request: Request) {
      request.turn.place.set(.waiting(waiting.append(request)), in: self)
    }

    /// The start that has waited longest begins, if it may.
    private mutating func next(_ moment: Moment) -> Step {
      if waiting.isEmpty || running >= limit { return .nothing }
      if let time = timeToWaitFor(moment.time) { return arm(at: time, moment) }
      return waiting.popFirst().map { begin($0, moment) } ?? .nothing
    }

    private mutating func begin(_ request: Request, _ moment: Moment) -> Step {
      request.turn.place.set(.beginning, in: self)
      running += 1
      if rate != nil {
        // Another thread may have read the clock later and come first.
        lastStart = max(lastStart, moment.time)
        starts.append(lastStart)
      }
      return .begin(request)
    }

    /// When the next run may begin; nil if now.
    private mutating func timeToWaitFor(_ now: Duration) -> Duration? {
      guard let rate else { return nil }
      while let oldest = starts.first {
        let end = oldest.saturatingAdding(rate.interval)
        if end > now { return starts.count < rate.count ? nil : end }
        _ = starts.removeFirst()
      }
      return nil
    }

    // MARK: The timer

    private mutating func arm(at time: Duration, _ moment: Moment) -> Step {
      guard case .none = timer else { return .nothing }
      timer = .arming(thread: moment.thread)
      timerID += 1
      timerTime = time
      return .arm(id: timerID, at: time)
    }

    mutating func didArm(_ id: Int, _ armed: any Disposable, _ moment: Moment) -> Step {
      if id == timerID {
        if case .arming = timer {
          timer = .armed(armed)
          return .nothing
        }
        if case .fired = timer { return expire(moment) }
      }
      return .leave(nil, timer: armed)
    }

    /// Also returns what has to be released outside the lock.
    mutating func fire(_ id: Int, _ moment: Moment) -> (Step, (any Disposable)?) {
      guard id == timerID else { return (.nothing, nil) }
      switch timer {
      case .arming(let thread) where thread == moment.thread:
        timer = .fired
        return (.nothing, nil)
      case .armed(let armed): return (expire(moment), armed)
      case .none, .arming, .fired: return (expire(moment), nil)
      }
    }

    /// A scheduler that runs everything at once is ahead of its clock.
    private mutating func expire(_ moment: Moment) -> Step {
      timer = .none
      return next(Moment(time: max(moment.time, timerTime), thread: moment.thread))
    }

    private mutating func cancelTimer() -> (any Disposable)? {
      defer { timer = .none }
      timerID += 1
      if case .armed(let armed) = timer { return armed }
      return nil
    }
  }
}

#if !hasFeature(Embedded)
  extension Limiter: CustomStringConvertible {
    /// What it allows, and how many starts are under way and wait.
    public var description: String {
      let (limit, running, waiting) = state.withLock { ($0.limit, $0.running, $0.waiting.count) }
      let parts = [
        limit < .max ? "atOnce: \(limit)" : nil,
        rate.map { "starts: \($0.count), every: \($0.interval)" },
        "running: \(running), waiting: \(waiting)",
      ]
      return "Limiter(\(parts.compactMap(\.self).joined(separator: ", ")))"
    }
  }
#endif
