/// Elements on their way to another place, where one job at a time fetches them all: there is no job per
/// element.
///
/// It decides, the caller acts: keep it behind a lock, and send the job afterwards.
@usableFromInline package struct JobQueue<Element> {
  @usableFromInline var waiting: [Element] = []
  @usableFromInline var hasJob = false

  @inlinable package init() {}

  /// True: the caller has to send a job.
  @inlinable package mutating func add(_ element: Element) -> Bool {
    waiting.append(element)
    defer { hasJob = true }
    return !hasJob
  }

  /// The job has arrived and takes what waits.
  @inlinable package mutating func takeAll() -> [Element] {
    defer { waiting = [] }
    return waiting
  }

  /// The job is done. True: more came meanwhile, and the caller has to send another job, so that others
  /// get a turn at the place in between.
  @inlinable package mutating func finishJob() -> Bool {
    hasJob = !waiting.isEmpty
    return hasJob
  }
}
