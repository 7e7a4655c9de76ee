#if !hasFeature(Embedded)

  extension EventStream {
    /// Passes on events with a task-local value bound to what it is at the start.
    ///
    ///     enum Log { @TaskLocal static var request = "none" }
    ///
    ///     answers.receive(on: queue)
    ///       .carrying(Log.$request)
    ///       .startWithValues { print(Log.request, $0) }
    ///
    /// Task-local values belong to the task that sets them. A scheduler, a queue or another thread that sends does not have
    /// them: after `receive(on:)` and timed operators they are what they are without a task. Put this below those, last
    /// before the terminal or before a `flatMap` whose streams need the value. One for each task-local value.
    ///
    /// The value is read at each start of a producer; with a signal when this is called.
    ///
    /// - Completes: with the source.
    /// - Fails: with the source.
    @inlinable public func carrying<Local: Sendable>(_ local: TaskLocal<Local>) -> Self {
      stage { observer, _ in
        let atStart = local.get()
        return Observer(
          next: { value in local.withValue(atStart) { observer.next(value) } },
          end: { termination in local.withValue(atStart) { observer.end(termination) } })
      }
    }
  }

#endif
