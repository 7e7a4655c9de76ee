import Signals

/// A source that plays a diagram: hot when pushed, cold when pulled. It counts who is attached.
final class MarbleInput<Value: Sendable>: Sendable {
  private struct Attachments {
    var count = 0
    var lastEnd: Duration?
  }

  private let diagram: MarbleDiagram
  private let time: TestScheduler
  private let value: @Sendable (String) -> Value
  private let attachments = Guarded(Attachments())
  private let pipe = Signal<Value, TestFailure>.pipe()

  init(_ diagram: MarbleDiagram, on time: TestScheduler, value: @escaping @Sendable (String) -> Value) {
    self.diagram = diagram
    self.time = time
    self.value = value
  }

  /// The stream for the operator. Call it once: a pushed stream without references counts as detached.
  func stream(_ drive: TestedDrive) -> MarbleStream<Value> {
    switch drive {
    case .pushed:
      noteAttachment()
      return pipe.output.on(disposed: { self.noteEnd() }).reinterpretingDrive()
    case .pulled:
      return SignalProducer<Value, TestFailure> { [self] observer, lifetime in
        noteAttachment()
        lifetime.onEnd { self.noteEnd() }
        lifetime += diagram.play(into: observer, on: time, value: value)
      }.reinterpretingDrive()
    }
  }

  /// Begins to play, if hot.
  func playHot() { diagram.play(into: pipe.input, on: time, value: value) }

  /// When the last attachment ended; nil if there was none or one is left.
  var detached: Duration? { attachments.withLock { $0.count == 0 ? $0.lastEnd : nil } }

  private func noteAttachment() { attachments.withLock { $0.count += 1 } }

  private func noteEnd() {
    let now = time.now
    attachments.withLock {
      $0.count -= 1
      $0.lastEnd = now
    }
  }
}
