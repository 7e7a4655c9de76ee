import Synchronization

/// What a reader has taken out of a queue under a lock, to consume it without one.
///
/// A source that runs on the reader's own thread, because the reader has just started or resumed it, may append to it
/// directly as long as no other thread writes.
///
/// Sendable because the values are touched only by the reader, of which there is one at a time, and by code that the
/// reader calls; the rest is atomic.
@usableFromInline final class ReaderShare<Value>: @unchecked Sendable {
  @exclusivity(unchecked) @usableFromInline var values = Fifo<Value>()
  /// The thread of the reader while it runs the source, and only it has written since; otherwise 0.
  @usableFromInline let writer = Atomic<UInt>(0)
  /// How many values there were when that thread wrote last.
  @usableFromInline let countOfWriter = Atomic<Int>(0)

  @inlinable init() {}

  /// The caller is the reader and begins to run the source. Nothing must wait elsewhere that was written before.
  @inlinable func beginWriting() {
    countOfWriter.store(values.count, ordering: .relaxed)
    writer.store(CurrentThread.identity, ordering: .relaxed)
  }

  /// The source has run. True: no other thread has written meanwhile.
  @inlinable func endWriting() -> Bool { writer.exchange(0, ordering: .relaxed) != 0 }

  /// Whether the caller runs as a part of the reader, and no other thread has written since that began.
  @inlinable @inline(__always) var isWrittenByCaller: Bool {
    writer.load(ordering: .relaxed) == CurrentThread.identity
  }

  /// For a caller that the reader runs. Returns how many values there are.
  @inlinable @inline(__always) func append(_ value: Value) -> Int {
    values.append(value)
    countOfWriter.store(values.count, ordering: .relaxed)
    return values.count
  }

  /// The caller writes elsewhere from now on. Returns how many values there were, if the reader runs the source. Writers
  /// follow one another, each after the one before it.
  @inlinable @inline(__always) func leaveToOtherWriter() -> Int? {
    if writer.load(ordering: .relaxed) == 0 { return nil }
    writer.store(0, ordering: .relaxed)
    return countOfWriter.load(ordering: .relaxed)
  }
}
