#if HTTP
  import CCurl
  import Signals

  /// A request and its response, from the start of the one to the end of the other.
  ///
  /// It belongs to the start of the response until the head has come, then to the response, and then to the start of the body.
  /// libcurl calls it back while there is a handle. Nothing is kept that downstream does not take: what comes too early stays
  /// with libcurl, which stops reading.
  ///
  /// Sendable because what several threads use is guarded; `easy`, `head`, `settings`, `isReceivingPaused`,
  /// `isSendingPaused`, `received` and `failure` are used by the thread of the client only.
  final class Transfer: @unchecked Sendable {
    private enum Stage {
      case waiting(Observer<HTTPStreamedResponse, HTTPError>, Lifetime)
      /// The head was passed on. The body was not started.
      case offered
      case receiving(Observer<[UInt8], HTTPError>, Lifetime)
      case over
    }

    private struct State {
      var stage: Stage
      /// What the end of the transfer was. Until it is there, the thread of the client has a handle.
      var end: Result<Void, HTTPError>?
      var trailers = HTTPFields()
    }

    private let request: HTTPRequest
    private let options: HTTPOptions
    private let thread: ClientThread
    private let upload: Upload?
    private let state: Guarded<State>

    // MARK: What only the thread of the client uses

    /// The handle of libcurl, while it works.
    private(set) var easy: UnsafeMutableRawPointer?
    private var head: ReceivedHead
    private var settings: EasySettings?
    private var isReceivingPaused = false
    private var isSendingPaused = false
    private var received = 0
    /// Why a callback has given up.
    private var failure: HTTPError.Cause?

    init(
      _ request: HTTPRequest, _ options: HTTPOptions, _ thread: ClientThread,
      _ observer: Observer<HTTPStreamedResponse, HTTPError>, _ lifetime: Lifetime
    ) {
      self.request = request
      self.options = options
      self.thread = thread
      head = ReceivedHead(request)
      upload = request.body.map { Upload($0) }
      state = Guarded(State(stage: .waiting(observer, lifetime)))
    }

    var trailers: HTTPFields { state.withLock { $0.trailers } }

    // MARK: From any thread

    func cancelBeforeHead() { cancel { if case .waiting = $0 { true } else { false } } }

    func cancel() { cancel { _ in true } }

    private func cancel(if applies: (Stage) -> Bool) {
      let old: Stage? = state.withLock { state in
        guard state.end == nil, applies(state.stage) else { return nil }
        defer { state.stage = .over }
        return state.stage
      }
      guard let old else { return }
      withExtendedLifetime(old) {}  // Released here, outside the lock.
      upload?.dispose()
      thread.run(.end(self))
    }

    func startBody(_ observer: Observer<[UInt8], HTTPError>, _ lifetime: Lifetime) {
      let end = state.withLock { state in
        state.stage = state.end == nil ? .receiving(observer, lifetime) : .over
        return state.end
      }
      if let end { return observer.send(end: end) }
      lifetime.onEnd { [self] in cancel() }
      thread.run(.goOn(self))
    }

    private var stage: Stage { state.withLock { $0.stage } }

    // MARK: On the thread of the client

    /// Nil: it was cancelled, or is no request that can be sent.
    func prepare() -> UnsafeMutableRawPointer? {
      guard case .waiting = stage else { return nil }
      upload?.onReady { [weak self] in self.map { $0.thread.run(.goOn($0)) } }
      do throws(HTTPError.Cause) {
        let settings = try EasySettings(request, options, Unmanaged.passUnretained(self).toOpaque())
        (self.settings, easy) = (settings, settings.easy)
        return easy
      } catch {
        end(.failure(HTTPError(url: request.url, phase: .preparing, error)))
        return nil
      }
    }

    /// Passes on what has been held back, if downstream takes it now.
    ///
    /// - Returns: A code if that was the end.
    func goOn() -> CURLcode? {
      if head.isFinal { offer() }
      guard let easy, isReceivingPaused || isSendingPaused else { return nil }
      // Reading goes on in any case: who is not ready pauses again.
      (isReceivingPaused, isSendingPaused) = (false, false)
      settings?.watchIdleTime(true)
      let code = curl_easy_pause(easy, CURLPAUSE_CONT)
      return code == CURLE_OK ? nil : code
    }

    func finish(_ code: CURLcode) {
      guard let settings else { return }
      // For libcurl that is a response without a body.
      if code == CURLE_OK, !head.isComplete { failure = .connectionLost("it ended inside the head") }
      let result = settings.result(
        code, failure, phase: phase, redirects: request.redirects, of: request)
      (easy, self.settings) = (nil, nil)
      upload?.dispose()
      end(result)
    }

    private var phase: HTTPError.Phase {
      if head.isFinal || received > 0 { return .receiving }
      guard let settings, settings.isConnected else { return .connecting }
      return upload?.isOver == false ? .sending : .waiting
    }

    private func end(_ result: Result<Void, HTTPError>) {
      let stage = state.withLock { state in
        state.end = result
        switch (state.stage, result) {
        case (.waiting, .failure), (.receiving, _):
          defer { state.stage = .over }
          return state.stage
        default: return state.stage
        }
      }
      switch (stage, result) {
      case (.waiting(let observer, _), .failure(let error)): observer.fail(error)
      // A response without a body.
      case (.waiting, .success):
        head.isFinal = true
        offer()
      case (.receiving(let observer, _), _): observer.send(end: result)
      case (.offered, _), (.over, _): break
      }
    }

    /// Passes on the head, unless downstream requests a pause.
    private func offer() {
      guard case .waiting(let observer, let lifetime) = stage else { return }
      if lifetime.isPaused { return lifetime.whenResumed { [self] in thread.run(.goOn(self)) } }
      let isOver = state.withLock { state in
        guard case .waiting = state.stage else { return true }
        state.stage = .offered
        return false
      }
      if isOver { return }
      observer.send(HTTPStreamedResponse(head.value, of: self))
      observer.complete()
    }

    // MARK: Called by libcurl

    fileprivate func receiveHeader(_ line: UnsafeRawBufferPointer) -> Bool {
      do throws(HTTPError.Cause) {
        switch try head.read(line) {
        case .more: break
        case .complete:
          if let url = easy.flatMap(EasySettings.url) { head.value.url = url }
          if head.isFinal { offer() }
        case .trailers(let fields): state.withLock { $0.trailers.all += fields }
        }
        return true
      } catch {
        failure = error
        return false
      }
    }

    /// How many bytes were taken: all, or none and a pause.
    fileprivate func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
      if !head.isFinal {
        head.isFinal = true
        offer()
      }
      switch stage {
      case .over: return 0
      case .waiting, .offered: return pauseReceiving()
      case .receiving(let observer, let lifetime):
        if lifetime.isPaused {
          lifetime.whenResumed { [self] in thread.run(.goOn(self)) }
          return pauseReceiving()
        }
        received += bytes.count
        if let limit = request.maximumBodySize, received > limit {
          failure = .tooLarge(limit: limit)
          return 0
        }
        observer.send(Array(bytes))
        return bytes.count
      }
    }

    private func pauseReceiving() -> Int {
      isReceivingPaused = true
      return signals_curl_write_pause
    }

    fileprivate func sendBody(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      switch upload?.read(into: buffer) {
      case .bytes(let count): return count
      case .end, nil: return 0
      case .wait:
        isSendingPaused = true
        settings?.watchIdleTime(false)
        return signals_curl_read_pause
      case .failure(let text):
        failure = .requestBody(text)
        return signals_curl_read_abort
      }
    }

    fileprivate func sendAgain(from offset: Int) -> Bool {
      if offset != 0 { return false }
      upload?.rewind()
      return true
    }
  }

  // MARK: Functions, not closures: a closure that is written where the main actor runs stops the program on another thread

  func onHeader(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ object: UnsafeMutableRawPointer?
  ) -> Int {
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return withTransfer(object) { $0.receiveHeader(line) } ?? false ? line.count : 0
  }

  func onBody(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ object: UnsafeMutableRawPointer?
  ) -> Int {
    withTransfer(object) { $0.receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) } ?? 0
  }

  func onSend(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ object: UnsafeMutableRawPointer?
  ) -> Int {
    withTransfer(object) {
      $0.sendBody(into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
    } ?? signals_curl_read_abort
  }

  func onSeek(_ object: UnsafeMutableRawPointer?, _ offset: curl_off_t, _ origin: Int32) -> Int32 {
    let isDone = withTransfer(object) { origin == SEEK_SET && $0.sendAgain(from: Int(offset)) } ?? false
    return isDone ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
  }

  private func withTransfer<Result>(
    _ object: UnsafeMutableRawPointer?, _ body: (Transfer) -> Result
  ) -> Result? {
    object.map { Unmanaged<Transfer>.fromOpaque($0)._withUnsafeGuaranteedRef(body) }
  }

  extension Observer where Failure == HTTPError {
    /// Nothing was interrupted: what cancels a transfer has no observer any more.
    fileprivate func send(end result: Result<Void, HTTPError>) {
      switch result {
      case .success: complete()
      case .failure(let error): fail(error)
      }
    }
  }
#endif
