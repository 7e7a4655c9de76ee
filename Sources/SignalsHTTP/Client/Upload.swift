#if HTTP
  import Signals

  /// The body of a request: what its producer has sent, until libcurl takes it.
  ///
  /// The producer is paused while much waits. It goes on on the thread of the client, inside ``read(into:)``.
  final class Upload: Sendable {
    enum Reading {
      case bytes(Int)
      case end
      /// There will be more: ``onReady(_:)`` says when.
      case wait
      case failure(String)
    }

    private static let limit = 64 * 1024

    private struct State {
      /// Counts the starts of the producer.
      var run = 0
      var start: (any Disposable)?
      var isBegun = false
      var waiting = Fifo<[UInt8]>()
      var current: ArraySlice<UInt8> = []
      /// How many bytes wait, and how many were taken.
      var waitingCount = 0
      var taken = 0
      var isSourcePaused = false
      /// libcurl waits for more.
      var isAwaited = false
      var isComplete = false
      var failure: String?
      var isDisposed = false
      var ready: @Sendable () -> Void = {}
    }

    private enum Step {
      case begin(run: Int)
      case resume(any Disposable)
      case done(Reading)
    }

    private let body: HTTPBody
    private let state = Guarded(State())

    init(_ body: HTTPBody) { self.body = body }

    /// Whether everything was taken.
    var isOver: Bool { state.withLock { $0.isComplete && $0.waitingCount == 0 } }

    func onReady(_ action: @escaping @Sendable () -> Void) { state.withLock { $0.ready = action } }

    func dispose() { stop { $0.isDisposed = true } }

    /// The producer is started again.
    func rewind() { stop { _ in } }

    private func stop(_ change: (inout State) -> Void) {
      let old = state.withLock { state in
        let old = state
        state = State()
        (state.run, state.ready, state.isDisposed) = (old.run + 1, old.ready, old.isDisposed)
        change(&state)
        return old
      }
      old.start?.dispose()
    }

    // MARK: Taking, on the thread of the client

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
      while true {
        switch state.withLock({ nextStep(&$0, buffer) }) {
        case .begin(let run): begin(run)
        // It may send on this thread, inside the call.
        case .resume(let start): start.resume()
        case .done(let reading): return reading
        }
      }
    }

    private func nextStep(_ state: inout State, _ buffer: UnsafeMutableRawBufferPointer) -> Step {
      if state.isDisposed { return .done(.failure("it was cancelled")) }
      if !state.isBegun {
        state.isBegun = true
        return .begin(run: state.run)
      }
      while state.current.isEmpty, let next = state.waiting.popFirst() { state.current = next[...] }
      if let length = body.length, state.taken + state.waitingCount > length {
        return .done(.failure("more than the \(length) bytes that were announced"))
      }
      if !state.current.isEmpty {
        let count = min(buffer.count, state.current.count)
        buffer.copyBytes(from: state.current.prefix(count))
        state.current = state.current.dropFirst(count)
        state.waitingCount -= count
        state.taken += count
        return .done(.bytes(count))
      }
      if let failure = state.failure { return .done(.failure(failure)) }
      if state.isComplete {
        guard let length = body.length, state.taken < length else { return .done(.end) }
        return .done(.failure("\(state.taken) bytes instead of the \(length) that were announced"))
      }
      if state.isSourcePaused, let start = state.start {
        state.isSourcePaused = false
        return .resume(start)
      }
      state.isAwaited = true
      return .done(.wait)
    }

    // MARK: Filling, on the thread of the producer

    private func begin(_ run: Int) {
      body.producer.startWithSignal { signal, start in
        let isOver = state.withLock { state in
          if state.run == run { state.start = start }
          return state.run != run
        }
        if isOver { return start.dispose() }
        signal.observe { [weak self] event in
          switch event {
          case .next(let bytes): self?.add(bytes, run, start)
          case .failed(let failure): self?.end(run) { $0.failure = failure.text }
          case .completed: self?.end(run) { $0.isComplete = true }
          case .interrupted: self?.end(run) { $0.failure = "its producer was interrupted" }
          }
        }
      }
    }

    private func add(_ bytes: [UInt8], _ run: Int, _ start: any Disposable) {
      if bytes.isEmpty { return }
      let isFull = change(run) { state in
        state.waiting.append(bytes)
        state.waitingCount += bytes.count
        return state.waitingCount >= Self.limit && !state.isSourcePaused
      }
      guard isFull == true else { return }
      start.pause()
      // All may have been taken before the pause: then libcurl waits, and the source must not.
      let isLate = state.withLock { state in
        if state.run != run { return false }
        state.isSourcePaused = state.waitingCount > 0
        return !state.isSourcePaused
      }
      if isLate { start.resume() }
    }

    private func end(_ run: Int, _ note: (inout State) -> Void) { _ = change(run, note) }

    /// Changes the state of a run, and wakes libcurl if it waits. Nil: that run is over.
    private func change<Result>(_ run: Int, _ body: (inout State) -> Result) -> Result? {
      let (result, ready): (Result?, (@Sendable () -> Void)?) = state.withLock { state in
        if state.run != run { return (nil, nil) }
        defer { state.isAwaited = false }
        return (body(&state), state.isAwaited ? state.ready : nil)
      }
      ready?()
      return result
    }
  }
#endif
