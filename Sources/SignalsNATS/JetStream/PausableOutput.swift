#if NATS
  import Signals

  /// Sends values in order, and keeps those that come while downstream requests a pause (contract B2).
  ///
  /// The operator `buffer` does the same for any stream, and costs more than all else that happens to a message here.
  final class PausableOutput<Value: Sendable>: Sendable {
    private struct State {
      var waiting = Fifo<Value>()
      /// A thread is sending; that one also sends what comes meanwhile.
      var isSending = false
      /// What waits is sent when downstream requests no pause.
      var waitsForResumption = false
      var hasCompleted = false
    }

    private enum Next { case value(Value), complete, nothing, wait }

    private let observer: Observer<Value, NATSError>
    private let lifetime: Lifetime
    /// How many values can come while downstream requests a pause; nil if it is not known.
    private let limit: Int?
    private let state = Guarded(State())

    init(_ observer: Observer<Value, NATSError>, _ lifetime: Lifetime, limit: Int? = nil) {
      self.observer = observer
      self.lifetime = lifetime
      self.limit = limit
    }

    func send(_ value: Value) {
      let isPaused = lifetime.isPaused
      let isNow = state.withLock { state in
        if state.isSending || state.waitsForResumption || isPaused || !state.waiting.isEmpty {
          state.waiting.append(value)
          return false
        }
        state.isSending = true
        return true
      }
      if isNow {
        observer.send(value)
        sendWaiting()
      } else {
        begin()
      }
    }

    /// Completes when all values have been sent.
    func complete() {
      state.withLock { $0.hasCompleted = true }
      begin()
    }

    private func begin() {
      let isIdle = state.withLock { state in
        if state.isSending || state.waitsForResumption { return false }
        state.isSending = true
        return true
      }
      if isIdle { sendWaiting() }
    }

    /// By the thread that is sending.
    private func sendWaiting() {
      while true {
        let isPaused = lifetime.isPaused
        let next: Next = state.withLock { state in
          if state.waiting.isEmpty {
            state.isSending = false
            return state.hasCompleted ? .complete : .nothing
          }
          if isPaused {
            (state.isSending, state.waitsForResumption) = (false, true)
            return .wait
          }
          return .value(state.waiting.removeFirst())
        }
        switch next {
        case .value(let value): observer.send(value)
        case .complete: return observer.complete()
        case .nothing: return
        case .wait:
          return lifetime.whenResumed { [weak self] in
            self?.state.withLock { $0.waitsForResumption = false }
            self?.begin()
          }
        }
      }
    }
  }

  extension PausableOutput: ValueHolder {
    var holding: Holding {
      state.withLock { Holding(waits: $0.waiting.count, limit: limit, isPausing: $0.waitsForResumption) }
    }
  }
#endif
