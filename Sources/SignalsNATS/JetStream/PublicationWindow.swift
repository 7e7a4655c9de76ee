#if NATS
  import Signals

  /// The publications of a publisher that are not acknowledged, and what comes next. It decides; the publisher acts.
  ///
  /// A publication lies in the slot that its number points to, until its acknowledgement has been sent. Numbers ascend, and
  /// one whose slot is taken is skipped. At most half of the slots are taken, so that this is at most every second number.
  package struct PublicationWindow {
    package struct Numbered {
      package let number: UInt64
      package let publication: JetStreamPublication
    }

    /// What to do with a publication of the source, and what else.
    package struct Admission {
      /// To publish it under this number, and call ``hasPublished()``. Without a number it waits.
      package var number: UInt64?
      package var pauses = false
      package var startsTimer = false
    }

    package enum Next {
      /// To publish this, and call ``hasPublished()``. One thread at a time publishes, so that the order is kept.
      case publish(Numbered)
      case resume
      case end(Termination<Never>)
      case nothing
    }

    package enum Check {
      case nothing
      case repeating([Numbered])
      /// The budget of one is used up. So many have no acknowledgement.
      case exhausted(count: Int, trouble: String)
    }

    private struct Slot {
      /// 0 if it is free.
      var number: UInt64 = 0
      /// nil while the acknowledgement is being sent.
      var publication: JetStreamPublication?
      /// When the timer has seen it first, and when it has seen the last attempt first. To read the clock for each would take
      /// longer than all that is decided here.
      var began: Duration?
      var lastAttempt: Duration?
      /// What the last attempt came to.
      var trouble: String?
    }

    private let limit: Int
    private var slots = [Slot](repeating: Slot(), count: 4)
    private var taken = 0
    private var last: UInt64 = 0
    /// For those there is no room for, and those that come while a thread publishes.
    private var waiting = Fifo<JetStreamPublication>()
    private var isPublishing = false
    private var isPausing = false
    private var sourceEnd: Termination<Never>?
    private var hasTimer = false
    private var hasEnded = false

    /// - Parameter limit: How many publications may be without an acknowledgement.
    package init(limit: Int) { self.limit = limit }

    /// How many acknowledgements have to come before a paused source goes on. With half of the window the server would run
    /// out of work.
    private var step: Int { max(1, limit / 8) }

    private func index(of number: UInt64) -> Int { Int(truncatingIfNeeded: number) & (slots.count - 1) }

    /// Where a publication is that is not acknowledged.
    private func find(_ number: UInt64) -> Int? {
      let index = index(of: number)
      return slots[index].number == number && slots[index].publication != nil ? index : nil
    }

    // MARK: Publishing

    /// The source has sent one.
    package mutating func take(_ publication: JetStreamPublication) -> Admission {
      var admission = Admission()
      if hasEnded { return admission }
      if !isPausing, taken + waiting.count + 1 >= limit { (isPausing, admission.pauses) = (true, true) }
      if !hasTimer { (hasTimer, admission.startsTimer) = (true, true) }
      if isPublishing || taken == limit {
        waiting.append(publication)
      } else {
        admission.number = number(publication)
      }
      return admission
    }

    package mutating func hasPublished() -> Next {
      isPublishing = false
      return next()
    }

    package mutating func sourceHasEnded(_ end: Termination<Never>) -> Next {
      sourceEnd = end
      return next()
    }

    private mutating func next() -> Next {
      if isPublishing || hasEnded { return .nothing }
      if taken < limit, let publication = waiting.popFirst() {
        return .publish(Numbered(number: number(publication), publication: publication))
      }
      if taken == 0, let sourceEnd { return .end(sourceEnd) }
      return .nothing
    }

    /// From here on it is being published.
    private mutating func number(_ publication: JetStreamPublication) -> UInt64 {
      isPublishing = true
      taken += 1
      if taken * 2 > slots.count { grow() }
      repeat { last += 1 } while slots[index(of: last)].number != 0
      slots[index(of: last)] = Slot(number: last, publication: publication)
      return last
    }

    /// Numbers that point to different slots of the half still do.
    private mutating func grow() {
      let old = slots
      slots = [Slot](repeating: Slot(), count: old.count * 2)
      for slot in old where slot.number != 0 { slots[index(of: slot.number)] = slot }
    }

    // MARK: Answers

    /// The acknowledgement of a publication has come. Nil if it had come before.
    package mutating func acknowledge(_ number: UInt64) -> JetStreamPublication? {
      find(number).flatMap { slots[$0].publication.take() }
    }

    /// The acknowledgement has been sent.
    package mutating func release(_ number: UInt64) -> Next {
      if hasEnded { return .nothing }
      slots[index(of: number)] = Slot()
      taken -= 1
      if isPausing, waiting.isEmpty, sourceEnd == nil, taken <= limit - step {
        isPausing = false
        return .resume
      }
      return next()
    }

    /// What an attempt has come to.
    package mutating func note(_ trouble: String, _ number: UInt64) {
      if let index = find(number) { slots[index].trouble = trouble }
    }

    /// The subject of a publication that is not acknowledged.
    package func subject(of number: UInt64) -> String? {
      find(number).flatMap { slots[$0].publication?.subject }
    }

    // MARK: Repeating

    /// Called from time to time, until there is nothing to wait for.
    package mutating func check(at now: Duration, _ retries: JetStreamRetries) -> Check {
      if taken == 0, waiting.isEmpty, !isPublishing {
        hasTimer = false
        return .nothing
      }
      var late: [Numbered] = []
      for index in slots.indices {
        guard let publication = slots[index].publication else { continue }
        let (began, lastAttempt) = (slots[index].began ?? now, slots[index].lastAttempt ?? now)
        if now - began >= retries.budget {
          return .exhausted(count: unacknowledged, trouble: slots[index].trouble ?? "no answer")
        }
        let isLate = now - lastAttempt >= retries.attempt
        if isLate { late.append(Numbered(number: slots[index].number, publication: publication)) }
        (slots[index].began, slots[index].lastAttempt) = (began, isLate ? now : lastAttempt)
      }
      return .repeating(late.inOrder)
    }

    /// All that may be on their way are published again.
    package mutating func repeatAll(at now: Duration) -> [Numbered] {
      var all: [Numbered] = []
      for index in slots.indices {
        guard let publication = slots[index].publication else { continue }
        slots[index].lastAttempt = now
        all.append(Numbered(number: slots[index].number, publication: publication))
      }
      return all.inOrder
    }

    private var unacknowledged: Int { slots.count { $0.publication != nil } + waiting.count }

    // MARK: The end

    /// From here on nothing comes next.
    ///
    /// - Returns: What it was, to be released outside the lock.
    package mutating func end() -> Self {
      defer {
        self = Self(limit: limit)
        hasEnded = true
      }
      return self
    }
  }

  extension [PublicationWindow.Numbered] {
    fileprivate var inOrder: Self { sorted { $0.number < $1.number } }
  }
#endif
