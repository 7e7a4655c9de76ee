#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import Signals

  /// One start of a request, and the part of it that Foundation for Linux leaves out or gets wrong: see
  /// Documentation/Decisions/0047-requests-on-linux.md.
  ///
  /// One task sends the request and follows redirections. A body is not sent again by it, so another task does that,
  /// in a session of its own: the given one may take no more tasks by then. Meanwhile the first one waits for an answer about
  /// the redirection, and is cancelled together with the session.
  final class Exchange: NSObject, Sendable {
    private struct State {
      /// The request, or where a redirection led.
      var request: URLRequest
      /// The tasks that have not ended, by number.
      var tasks: [Int: URLSessionTask] = [:]
      var taskCount = 0
      var redirections = 0
      var hasProposedCredential = false
      /// Foundation goes on with the credential and the first URL, wherever the task is redirected to.
      var usesCredential = false
      /// What has come out, although Foundation reports that the task was cancelled.
      var result: Result<URLResponse, RequestError>?
      var alarm: Alarm?
      var hasEnded = false
    }

    private let session: URLSession
    private let observer: Observer<HTTPResponse, RequestError>
    private let state: Guarded<State>

    init(_ request: URLRequest, in session: URLSession, _ observer: Observer<HTTPResponse, RequestError>) {
      self.session = session
      self.observer = observer
      state = Guarded(State(request: request))
    }

    func begin() {
      let (request, configuration) = (state.withLock { $0.request }, session.configuration)
      switch request.withTimeout(for: configuration) {
      case .success(let request):
        setAlarm(after: configuration.timeoutIntervalForResource)
        send(request, in: session)
      case .failure(let failure):
        observer.fail(failure)
      }
    }

    /// Ends all that goes on. What comes afterwards is not passed on.
    func dispose() {
      let (tasks, alarm) = state.withLock { state in
        state.hasEnded = true
        defer { state.alarm = nil }
        return (Array(state.tasks.values), state.alarm)
      }
      alarm?.cancel()
      tasks.forEach { $0.cancel() }
    }

    private func send(_ request: URLRequest, in session: URLSession) {
      let number = state.withLock { state -> Int? in
        guard !state.hasEnded else { return nil }
        state.request = request
        state.taskCount += 1
        return state.taskCount
      }
      guard let number else { return }
      let task = session.dataTask(with: request) { [self] body, response, error in
        finish(number, body, response, error)
      }
      task.delegate = self
      let isOver = state.withLock { state in
        state.tasks[number] = task
        return state.hasEnded || state.result != nil
      }
      if isOver { task.cancel() } else { task.resume() }
    }

    private func finish(_ number: Int, _ body: Data?, _ response: URLResponse?, _ error: (any Error)?) {
      let (ended, hasEnded, request, result) = state.withLock { state in
        defer { state.hasEnded = true }
        return (state.tasks.removeValue(forKey: number), state.hasEnded, state.request, state.result)
      }
      guard let task = ended else { return }
      task.waitUntilCancelled(unless: error)
      guard !hasEnded else { return }
      let outcome: Result<HTTPResponse, RequestError> =
        switch result {
        case .success(let response): .init(of: request, body, response, nil, hasBegunToAnswer: true)
        case .failure(let failure): .failure(failure)
        case nil:
          // Before an answer begins, nothing is expected; then it is a count, or -1 for as much as will come.
          .init(
            of: request, body, response, error, hasBegunToAnswer: task.countOfBytesExpectedToReceive != 0)
        }
      observer.end(with: outcome)
    }

    /// Foundation does not keep the time for the whole of a request.
    private func setAlarm(after interval: TimeInterval) {
      guard let time = Duration(countable: interval) else { return }
      var alarm = Alarm(on: .global()) { [weak self] in self?.fail(.timedOut) }
      alarm.set(to: .now().advanced(by: time))
      let hasEnded = state.withLock { [alarm] state in
        if !state.hasEnded { state.alarm = alarm }
        return state.hasEnded
      }
      if hasEnded { alarm.cancel() }
    }

    /// Ends with a failure. It comes when Foundation has reported the end of a task, so where all events come.
    private func fail(_ cause: RequestError.Cause, at url: URL? = nil) {
      let tasks = state.withLock { state in
        if state.result == nil {
          state.result = .failure(RequestError(url: url ?? state.request.url, cause: cause))
        }
        return Array(state.tasks.values)
      }
      tasks.forEach { $0.cancel() }
    }
  }

  extension Exchange: URLSessionTaskDelegate {
    /// The delegate of the session is still the one to decide.
    private var delegate: (any URLSessionTaskDelegate)? { session.delegate as? any URLSessionTaskDelegate }

    // MARK: Redirections

    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      let request = state.withLock { $0.hasEnded ? nil : $0.request }
      guard let request else { return }
      switch request.redirected(by: response, proposed: newRequest, with: session.configuration) {
      case .failure(let failure):
        fail(failure.cause, at: failure.url)
      case .success(let request):
        guard let delegate else { return follow(request, response, task, completionHandler) }
        delegate.urlSession(
          self.session, task: task, willPerformHTTPRedirection: response, newRequest: request
        ) { [self] in follow($0, response, task, completionHandler) }
      }
    }

    /// Goes on with a request, or takes the redirection itself as the answer.
    private func follow(
      _ request: URLRequest?, _ response: HTTPURLResponse, _ task: URLSessionTask,
      _ answer: @Sendable (URLRequest?) -> Void
    ) {
      // Foundation has waited for this as long as the request may take, and would stop the program for an answer now.
      guard task.response !== response else { return fail(.timedOut) }
      guard let request else { return state.withLock { if !$0.hasEnded { answer(nil) } } }
      let configured = request.withCookies(of: session.configuration)
      let (isTooMuch, needsTask) = state.withLock { state in
        guard !state.hasEnded else { return (false, false) }
        state.redirections += 1
        if state.redirections > 20 { return (true, false) }
        if state.usesCredential || request.hasBody {
          (state.usesCredential, state.hasProposedCredential) = (false, false)
          return (false, true)
        }
        state.request = request
        // Under the lock: the program stops if Foundation reads an answer after `cancel()`, and `dispose` calls that when it has
        // had the lock. Both only enqueue something on the queue of the task.
        answer(configured)
        return (false, false)
      }
      if isTooMuch { fail(.tooManyRedirects) }
      if needsTask {
        let own = URLSession(
          configuration: session.configuration, delegate: nil, delegateQueue: session.delegateQueue)
        send(request, in: own)
        own.finishTasksAndInvalidate()
      }
    }

    // MARK: Passwords

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      guard !state.withLock({ $0.hasEnded }) else { return }
      guard let delegate else { return answer(challenge, completionHandler) }
      delegate.urlSession(self.session, task: task, didReceive: challenge) { [self] disposition, credential in
        switch (disposition, credential) {
        case (.useCredential, let credential?): use(credential, completionHandler)
        case (.cancelAuthenticationChallenge, _): completionHandler(.cancelAuthenticationChallenge, nil)
        default: answer(challenge, completionHandler)
        }
      }
    }

    /// With the credential that the session has, once. Without an answer the task would wait for ever: Foundation for Linux
    /// then sends neither the response nor an error.
    private func answer(
      _ challenge: URLAuthenticationChallenge,
      _ answer: (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      let credential = state.withLock { state -> URLCredential? in
        if let credential = challenge.proposedCredential, !state.hasProposedCredential {
          state.hasProposedCredential = true
          return credential
        }
        if let refused = challenge.failureResponse, state.result == nil { state.result = .success(refused) }
        return nil
      }
      if let credential { use(credential, answer) } else { answer(.cancelAuthenticationChallenge, nil) }
    }

    private func use(
      _ credential: URLCredential, _ answer: (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      let isPossible = state.withLock { state in
        state.usesCredential = true
        return state.request.httpBodyStream == nil
      }
      if isPossible { answer(.useCredential, credential) } else { fail(.bodyCannotBeSentAgain) }
    }

    // MARK: Bodies

    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
      guard let delegate else { return completionHandler(nil) }
      delegate.urlSession(self.session, task: task, needNewBodyStream: completionHandler)
    }
  }

  extension URLSessionTask {
    /// Waits until Foundation has cancelled the task, if it has been told to.
    ///
    /// Called where the task has ended all the same: right after the start Foundation keeps calls of `resume` and `cancel` in
    /// a list until it has looked into its cache, and works through it on a thread without priority. A task can be over
    /// before its `cancel`, the next in the list. Foundation would have removed the task by then, and stops the program. It
    /// removes it when the caller has returned.
    fileprivate func waitUntilCancelled(unless error: (any Error)?) {
      guard state == .canceling, (error as? URLError)?.code != .cancelled else { return }
      // What is read below is not released while it is read.
      let first = self.error
      let deadline = DispatchTime.now() + .seconds(5)
      while (self.error as? URLError)?.code != .cancelled, .now() < deadline { usleep(100) }
      // Runs on the queue of the task, so behind all that cancels it.
      _ = priority
      withExtendedLifetime(first) {}
    }
  }
#endif
