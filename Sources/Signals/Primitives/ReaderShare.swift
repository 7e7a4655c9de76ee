import Synchronization

/// What a reader has taken out of a queue under a lock, to consume it without one.
///
/// A source that runs on the reader's own thread, because the reader has just started or resumed it, may append to it
/// directly as long as no other thread writes.
///
/// Sendable because `values`, `countToResumeAt`, `room` and `headOfWriter` are touched only by the reader, of which there is one
/// at a time, by code that the reader calls, and once, under the lock of the queue, by the first thread that writes elsewhere
/// afterwards; the rest is atomic.
@usableFromInline final class ReaderShare<Value>: @unchecked Sendable {
  @exclusivity(unchecked) @usableFromInline var values = UniqueFifo<Value>()
  /// With how many values left the reader resumes a source that it has paused.
  @exclusivity(unchecked) @usableFromInline var countToResumeAt = -1
  /// How many values are enough: the source is paused then.
  @usableFromInline let limit: Int
  /// The thread of the reader while it runs the source, and only it has written since; otherwise 0.
  @usableFromInline let writer = Atomic<UInt>(0)
  /// Up to which place that thread appends without further thought: there is memory, and it is not the last value.
  @exclusivity(unchecked) @usableFromInline var room = 0
  /// Where the first value lay when that thread began to write.
  @exclusivity(unchecked) @usableFromInline var headOfWriter = 0

  @inlinable init(limit: Int) { self.limit = limit }

  /// The caller is the reader and begins to run the source. Nothing must wait elsewhere that was written before.
  @inlinable func beginWriting() {
    noteRoom()
    writer.store(CurrentThread.identity, ordering: .relaxed)
  }

  @inlinable func noteRoom() {
    headOfWriter = values.head
    room = values.tail + max(0, min(values.capacity - values.tail, limit - values.count - 1))
  }

  /// The source has run. True: no other thread has written meanwhile.
  @inlinable func endWriting() -> Bool { writer.exchange(0, ordering: .relaxed) != 0 }

  /// Whether the caller runs as a part of the reader, and no other thread has written since that began.
  @inlinable @inline(__always) var isWrittenByCaller: Bool {
    writer.load(ordering: .relaxed) == CurrentThread.identity
  }

  /// For a caller that the reader runs. False: ``append(_:)`` has to do it.
  @inlinable @inline(__always) func appendInRoom(_ value: Value) -> Bool {
    if values.tail >= room { return false }
    values.appendInMemory(value)
    return true
  }

  /// For a caller that the reader runs. True: there are enough values now.
  @inlinable func append(_ value: Value) -> Bool {
    values.append(value)
    noteRoom()
    return values.count >= limit
  }

  /// The caller writes elsewhere from now on. Returns how many values there were, if the reader runs the source. Writers
  /// follow one another, each after the one before it.
  @inlinable @inline(__always) func leaveToOtherWriter() -> Int? {
    if writer.load(ordering: .relaxed) == 0 { return nil }
    writer.store(0, ordering: .relaxed)
    return values.tail - headOfWriter
  }
}
