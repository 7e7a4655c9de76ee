/// Elements on their way to another place, where one job at a time fetches them all: there is no job per
/// element.
///
/// It decides, the caller acts: keep it behind a lock, and send the job afterwards.
@usableFromInline package struct JobQueue<Element> {
  @usableFromInline package var waiting: [Element] = []
  /// Empty storage that `waiting` need not allocate again.
  @usableFromInline var spare: [Element] = []
  @usableFromInline var hasJob = false

  @inlinable package init() {}

  /// True: the caller has to send a job.
  @inlinable @inline(__always) package mutating func add(_ element: Element) -> Bool {
    waiting.append(element)
    return requestJob()
  }

  /// True: the caller has to send a job, because none is under way.
  @inlinable @inline(__always) package mutating func requestJob() -> Bool {
    defer { hasJob = true }
    return !hasJob
  }

  /// What waits, for the job.
  @inlinable package mutating func takeAll() -> [Element] {
    defer {
      waiting = spare
      spare = []
    }
    return waiting
  }

  /// The job is done. True: more came meanwhile, and the caller has to send another job, so that other
  /// jobs can run in between.
  ///
  /// The storage of what it took can be used again, emptied.
  @inlinable package mutating func finishJob(_ storage: [Element] = []) -> Bool {
    if storage.capacity <= 4096 { spare = storage }
    hasJob = !waiting.isEmpty
    return hasJob
  }
}
