#if HTTP
  import Signals

  /// Sends requests over HTTP, with libcurl. Bodies are streams in both directions, and pressure reaches the server.
  ///
  ///     let client = HTTPClient()
  ///     client.lines(of: HTTPRequest("https://example.com/words")).startWithResult { print($0) }
  ///
  /// A client has one thread, which begins with its first request and keeps connections for later ones. It ends when the client
  /// is released and its requests are over. Events come on that thread; a callback that takes long holds up all other requests of
  /// the client: use `receive(on:)` for those.
  public final class HTTPClient: Sendable {
    private let options: HTTPOptions
    private let thread: ClientThread

    /// A client. Nothing happens before its first request.
    ///
    /// - Precondition: The limits of connections are at least 1.
    public init(_ options: HTTPOptions = HTTPOptions()) {
      require(
        options.connectionsPerHost > 0, "HTTPClient", "connectionsPerHost must be at least 1",
        options.connectionsPerHost)
      require(options.connections > 0, "HTTPClient", "connections must be at least 1", options.connections)
      self.options = options
      thread = ClientThread(options)
    }

    deinit { thread.release() }

    /// Sends a request and passes on the response as soon as its head has come, whatever its status, then completes.
    ///
    ///     client.response(to: request)
    ///       .flatMap(.concat) { response in response.body }
    ///       .write(toFile: path) { … }
    ///
    /// Each start is a request of its own. Disposing of a start before the head has come cancels its request. From then on the
    /// transfer belongs to the ``HTTPStreamedResponse/body``.
    ///
    /// - Completes: after the response.
    /// - Fails: when there is no response. A status such as 404 is a response.
    /// - Buffers: the head.
    /// - Precondition: No timeout or limit of the request is negative.
    public func response(to request: HTTPRequest) -> SignalProducer<HTTPStreamedResponse, HTTPError> {
      request.requireValid()
      // The client stays as long as there is a request that can be started.
      return SignalProducer { [self] observer, lifetime in
        let transfer = Transfer(request, options, thread, observer, lifetime)
        lifetime.onEnd { transfer.cancelBeforeHead() }
        thread.run(.begin(transfer))
      }
    }
  }

  extension HTTPRequest {
    fileprivate func requireValid() {
      require(redirects >= 0, "response(to:)", "redirects must not be negative", redirects)
      let shortest = min(connectTimeout, idleTimeout ?? .zero, totalTimeout ?? .zero)
      require(shortest >= .zero, "response(to:)", "no timeout may be negative", shortest)
      require(
        maximumBodySize ?? 0 >= 0, "response(to:)", "maximumBodySize must not be negative",
        maximumBodySize ?? 0
      )
    }
  }
#endif
