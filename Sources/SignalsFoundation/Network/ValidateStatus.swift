import Signals

extension EventStream where Value == HTTPResponse, Failure == RequestError {
  /// Passes on answers with an accepted status, and fails with the first other one.
  ///
  ///     in   --200--404--200--|
  ///          validateStatus()
  ///     out  --200--x
  ///
  /// The failure holds the whole answer: what the server had to say about it is in the body.
  ///
  /// - Completes: with the source.
  /// - Fails: with the source, or with `.status` and the answer; the source is disposed of then.
  public func validateStatus(in accepted: Range<Int> = 200..<300) -> Self {
    attemptMap { response in
      accepted.contains(response.status)
        ? .success(response)
        : .failure(RequestError(url: response.url, cause: .status(response)))
    }
  }
}
