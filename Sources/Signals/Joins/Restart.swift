extension EventStream where D == Pull {
  /// Starts over after a failure, up to `count` further times.
  ///
  ///     in   --a--x
  ///          retry(1)
  ///     out  --a----a--x
  ///
  /// Any number of synchronous attempts uses constant stack (contract P8).
  ///
  /// - Completes: with the source.
  /// - Fails: with the failure of the last attempt.
  /// - Precondition: `count` is not negative.
  @inlinable public func retry(_ count: Int) -> Self {
    require(count >= 0, "retry(_:)", "the count must not be negative", count)
    return restarting { termination, attempts in
      if case .failed = termination { attempts <= count } else { false }
    }
  }

  /// Runs `count` times in all, one after the other.
  ///
  ///     in   --a--b--|
  ///          repeat(2)
  ///     out  --a--b----a--b--|
  ///
  /// Any number of synchronous runs uses constant stack (contract P8).
  ///
  /// - Completes: with the last run; at once, without starting, when `count` is 0.
  /// - Fails: with the first failure.
  /// - Precondition: `count` is not negative.
  @inlinable public func `repeat`(_ count: Int) -> Self {
    require(count >= 0, "repeat(_:)", "the count must not be negative", count)
    if count == 0 { return .empty }
    return restarting { termination, runs in termination.isCompleted && runs < count }
  }

  /// Starts over as long as `again` says so, given how a run ended and how many there were.
  @usableFromInline func restarting(
    _ again: @escaping @Sendable (Termination<Failure>, _ runs: Int) -> Bool
  ) -> Self {
    join { junction in
      let trampoline = Trampoline()
      let run = SerialDisposable()
      junction.start += run
      // Touched by one run at a time, on the trampoline.
      let runs = Box(0)
      @Sendable func next() {
        trampoline.bounce {
          if junction.start.hasEnded { return }
          runs.value += 1
          let start = Start()
          run.inner = start
          junction.attach(
            self, start, next: junction.output.next,
            endOutsideGate: { termination in
              if again(termination, runs.value) { next() } else { junction.end(termination) }
            })
        }
      }
      next()
    }
  }
}
