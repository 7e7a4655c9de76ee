extension EventStream {
  /// Gathers values into arrays, one per interval.
  ///
  ///     in   --a-b------c-|
  ///          chunks(every: .seconds(5), on: scheduler)
  ///     out  -----[a,b]---([c]|)
  ///
  /// Intervals follow each other from the moment of the start. One without values sends nothing, unless
  /// `includesEmpty` is true.
  ///
  /// Everything is sent on the scheduler (contract T1).
  ///
  /// - Parameters:
  ///   - interval: How long an interval lasts.
  ///   - limit: How many values an interval may have. A source that can wait is paused then, until the next interval;
  ///     what comes from one that cannot is gathered all the same. See ``chunks(ofCount:orEvery:on:)`` for chunks
  ///     that are sent when they are full.
  ///   - includesEmpty: Whether an empty array is sent for a chunk without values.
  ///   - scheduler: Has the clock, and sends the chunks.
  /// - Completes: with the source; the remainder is sent first.
  /// - Fails: with the source; the remainder is dropped (contract E2).
  /// - Buffers: the values of one interval, also while downstream requests a pause.
  /// - Precondition: `interval` is greater than zero, `limit` is at least 1.
  /// - Complexity: memory for the values of one interval.
  @inlinable public func chunks(
    every interval: Duration, upTo limit: Int = 65_536, includesEmpty: Bool = false,
    on scheduler: some Scheduler
  ) -> EventStream<D, [Value], Failure> {
    require(interval > .zero, "chunks(every:on:)", "the interval must be greater than zero", interval)
    require(limit > 0, "chunks(every:upTo:on:)", "the limit must be at least 1", limit)
    return sending(on: scheduler) { queue in
      let state = Guarded(Gathered<Value>())
      let source = queue.source
      let timer = queue.subscription.tick(every: interval, on: scheduler) { _ in
        if queue.subscription.isPaused { return }
        var wasFull = false
        let added = queue.enqueue(from: state) { state in
          let gathered = state.take()
          wasFull = gathered.wasFull
          return includesEmpty || !gathered.values.isEmpty ? gathered.values : nil
        }
        queue.runJob(for: added)
        if wasFull { source.resume() }
      }
      return Observer(
        next: { value in if state.withLock({ $0.add(value, upTo: limit) }) { source.pause() } },
        end: { termination in
          timer.dispose()
          let (chunk, _) = state.withLock { $0.take() }
          if termination.isCompleted, !chunk.isEmpty { queue.add(chunk) }
          queue.add(end: termination)
        })
    }
  }

  /// Gathers values into arrays of up to `count`, waiting for no longer than an interval.
  ///
  ///     in   --a-b-c-----d--------|
  ///          chunks(ofCount: 2, orEvery: .seconds(4), on: scheduler)
  ///     out  ----[a,b]-[c]---[d]--|
  ///
  /// The interval begins with the first value of a chunk. While downstream requests a pause, the end of the interval
  /// waits.
  ///
  /// Everything is sent on the scheduler (contract T1).
  ///
  /// - Completes: with the source; the remainder is sent first.
  /// - Fails: with the source; the remainder is dropped (contract E2).
  /// - Buffers: fewer than `count` values, and up to 16 chunks that wait for the scheduler; then a source that can wait is
  ///   paused.
  /// - Precondition: `count` is at least 1 and `interval` is greater than zero.
  /// - Complexity: memory for `count` values.
  @inlinable public func chunks(
    ofCount count: Int, orEvery interval: Duration, on scheduler: some Scheduler
  ) -> EventStream<D, [Value], Failure> {
    require(count > 0, "chunks(ofCount:orEvery:on:)", "the count must be at least 1", count)
    require(
      interval > .zero, "chunks(ofCount:orEvery:on:)", "the interval must be greater than zero", interval)
    return sending(on: scheduler, buffering: .suspending(maximalWaitingChunks)) { queue in
      let state = Guarded(Gathered<Value>())
      let timer = SerialDisposable()
      queue.subscription += timer
      return Observer(
        next: { value in
          var (id, isFirst) = (0, false)
          let full = queue.enqueue(from: state) { state in
            let (chunk, first, full) = state.add(value, count)
            (id, isFirst) = (chunk, first)
            return full
          }
          if let full {
            timer.inner = nil
            queue.sendJob(for: full)
          } else if isFirst {
            let takeOut: @Sendable () -> SchedulerQueue<[Value], Failure>.Added? = { [id] in
              queue.enqueue(from: state) { $0.take(id) }
            }
            timer.inner = scheduler.schedule(after: interval) {
              if queue.subscription.isPaused {
                queue.subscription.whenResumed { queue.sendJob(for: takeOut()) }
              } else {
                queue.runJob(for: takeOut())
              }
            }
          }
        },
        end: { termination in
          timer.dispose()
          let (chunk, _) = state.withLock { $0.take() }
          if termination.isCompleted, !chunk.isEmpty { queue.add(chunk) }
          queue.add(end: termination)
        })
    }
  }
}

/// How many full chunks wait for the scheduler until the source is paused.
@usableFromInline let maximalWaitingChunks = 16
