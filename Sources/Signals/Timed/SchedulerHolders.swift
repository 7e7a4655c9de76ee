#if !hasFeature(Embedded)

  // What waits in front of a scheduler, of all subscriptions that use it: what has arrived or is due, and has not run.

  extension ClockScheduler: JobHolder {
    @usableFromInline package var holding: Holding { Holding(waits: dueCount, limit: nil) }
    package var nameOfHolder: StaticString { "ClockScheduler" }
  }

  extension MainActorScheduler: JobHolder {
    @usableFromInline package var holding: Holding { Holding(waits: arrivedCount, limit: nil) }
    package var nameOfHolder: StaticString { "MainActorScheduler" }
  }

  extension LoopScheduler: JobHolder {
    @usableFromInline package var holding: Holding { Holding(waits: dueCount, limit: nil) }
    package var nameOfHolder: StaticString { "LoopScheduler" }
  }

#endif
