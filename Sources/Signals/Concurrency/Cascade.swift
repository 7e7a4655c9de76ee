import Synchronization

/// One binding's set, and the one that caused it: how long a change has been running through bindings.
///
/// In a ring of bindings each set causes the next one; nothing nests, because each of them waits as a letter
/// for the one before to be over, so nothing overflows either, and the ring would run for ever. Letters remember
/// their cascade, and a cascade that is too long stops the program (contract R5).
@usableFromInline final class Cascade: Sendable {
  /// Longer than any chain of bindings, and than any ring whose values come to rest.
  static let limit = 10_000
  @usableFromInline static let active = Atomic<Int>(0)

  private let target: AnyNode
  private let cause: Cascade?
  private let length: Int

  private init(_ target: AnyNode, _ cause: Cascade?) {
    self.target = target
    self.cause = cause
    length = (cause?.length ?? 0) + 1
  }

  @inlinable @inline(__always) static var isAnyActive: Bool { active.load(ordering: .relaxed) != 0 }

  /// Runs `set`, by which a binding sets a property.
  static func extend(to target: AnyNode, _ set: () -> Void) {
    let cascade = Cascade(target, current)
    if cascade.length > limit { cascade.stop() }
    cascade.run(set)
  }

  /// Runs what this cascade has caused.
  @usableFromInline func run(_ body: () -> Void) {
    Self.active.wrappingAdd(1, ordering: .relaxed)
    defer { Self.active.wrappingSubtract(1, ordering: .relaxed) }
    Self.with(self, body)
  }

  /// Names the ring: the targets since the last one was set before.
  private func stop() -> Never {
    #if hasFeature(Embedded)
      fatalError()
    #else
      var names = "\(target.name)"
      var earlier = cause
      while let set = earlier {
        names = "\(set.target.name) -> \(names)"
        if set.target === target { break }
        earlier = set.cause
      }
      fatalError("bindings go round in a ring, and their values do not repeat: \(names)")
    #endif
  }

  #if hasFeature(Embedded)

    nonisolated(unsafe) private static var innermost: Cascade?

    @usableFromInline static var current: Cascade? { innermost }

    private static func with(_ cascade: Cascade, _ body: () -> Void) {
      let outer = innermost
      innermost = cascade
      defer { innermost = outer }
      body()
    }

  #else

    @TaskLocal private static var innermost: Run?

    /// Code that a cascade has caused, while it runs.
    private final class Run: Sendable {
      let cascade: Cascade
      let task = TaskIdentity.current
      /// A later task, which has inherited the run, may lie where the task of this one was.
      let isOver = Flag()

      init(_ cascade: Cascade) { self.cascade = cascade }
    }

    @usableFromInline static var current: Cascade? {
      guard isAnyActive, let run = innermost, !run.isOver.isSet, run.task == .current else { return nil }
      return run.cascade
    }

    private static func with(_ cascade: Cascade, _ body: () -> Void) {
      let run = Run(cascade)
      $innermost.withValue(run, operation: body)
      _ = run.isOver.set()
    }

  #endif
}
