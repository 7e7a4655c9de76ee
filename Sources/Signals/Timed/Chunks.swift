extension EventStream {
  /// Gathers values into arrays, one per interval.
  ///
  ///     in   --a-b-----c--|
  ///          chunks(every: .seconds(5), on: scheduler)
  ///     out  -----[a,b]----([c]|)
  ///
  /// Intervals follow each other from the moment of the start. One without values sends nothing, unless
  /// `includesEmpty` is true.
  ///
  /// - Parameter limit: How many values an interval may have. A source that can wait is paused then, until the next
  ///   interval; what comes from one that cannot is gathered all the same. See ``chunks(ofCount:orEvery:on:)`` for
  ///   chunks that are sent when they are full.
  /// - Completes: with the source; the remainder is sent first.
  /// - Fails: with the source, at once; the remainder is dropped (contract E2).
  /// - Buffers: the values of one interval, also while downstream requests a pause.
  /// - Precondition: `interval` is greater than zero, `limit` is at least 1.
  /// - Complexity: memory for the values of one interval.
  @inlinable public func chunks(
    every interval: Duration, upTo limit: Int = 65_536, includesEmpty: Bool = false,
    on scheduler: some Scheduler
  ) -> EventStream<D, [Value], Failure> {
    require(interval > .zero, "chunks(every:on:)", "the interval must be greater than zero", interval)
    require(limit > 0, "chunks(every:upTo:on:)", "the limit must be at least 1", limit)
    return join { junction in
      let output = junction.output
      let source = Subscription()
      let chunk = Box<[Value]>([])
      let isFull = Box(false)
      let flush: @Sendable () -> Void = {
        let values = chunk.value
        chunk.value = []
        if isFull.value {
          isFull.value = false
          junction.subscription.runOutside { source.resume() }
        }
        if includesEmpty || !values.isEmpty { output.next(values) }
      }
      junction.tick(every: interval, on: scheduler) { if !junction.subscription.isPaused { flush() } }
      junction.connect(
        self, source,
        next: { value in
          chunk.value.append(value)
          if chunk.value.count < limit || isFull.value { return }
          isFull.value = true
          source.pause()
        },
        end: { termination in
          if termination.isCompleted, !chunk.value.isEmpty { flush() }
          output.end(termination)
        })
    }
  }

  /// Gathers values into arrays of up to `count`, waiting for no longer than an interval.
  ///
  ///     in   --a-b-c-----d--------|
  ///          chunks(ofCount: 2, orEvery: .seconds(4), on: scheduler)
  ///     out  ----[a,b]-----[c]---[d]---|
  ///
  /// The interval begins with the first value of a chunk. While downstream requests a pause, the end of the interval
  /// waits.
  ///
  /// - Completes: with the source; the remainder is sent first.
  /// - Fails: with the source, at once; the remainder is dropped (contract E2).
  /// - Buffers: fewer than `count` values.
  /// - Precondition: `count` is at least 1 and `interval` is greater than zero.
  /// - Complexity: memory for `count` values.
  @inlinable public func chunks(
    ofCount count: Int, orEvery interval: Duration, on scheduler: some Scheduler
  ) -> EventStream<D, [Value], Failure> {
    require(count > 0, "chunks(ofCount:orEvery:on:)", "the count must be at least 1", count)
    require(
      interval > .zero, "chunks(ofCount:orEvery:on:)", "the interval must be greater than zero", interval)
    return join { junction in
      let output = junction.output
      let chunk = Box<[Value]>([])
      let timer = SerialDisposable()
      junction.subscription += timer
      /// Which chunk is being filled: a timer that fires too late must not flush the next one.
      let current = Box(0)
      let flush: @Sendable (Int) -> Void = { id in
        guard id == current.value, !chunk.value.isEmpty else { return }
        let values = chunk.value
        chunk.value = []
        current.value += 1
        timer.inner = nil
        output.next(values)
      }
      junction.connect(
        self,
        next: { value in
          chunk.value.append(value)
          let id = current.value
          if chunk.value.count == count {
            flush(id)
          } else if chunk.value.count == 1 {
            timer.inner = scheduler.schedule(after: interval) {
              junction.subscription.whenResumed { junction.subscription.pass(id, flush) }
            }
          }
        },
        end: { termination in
          if termination.isCompleted { flush(current.value) }
          output.end(termination)
        })
    }
  }
}
