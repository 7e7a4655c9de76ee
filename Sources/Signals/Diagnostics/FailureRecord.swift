#if !hasFeature(Embedded)

  /// A failure, and what it has passed on its way from the source.
  package final class FailureRecord: Sendable {
    package struct Passage: Sendable {
      /// The subscription that it has reached last.
      package var subscription: Int
      package var type: any Any.Type
      package var text: String
      /// From the source on.
      package var trail: [String]
    }

    package let number: Int
    package let time: ContinuousClock.Instant
    private let state: Guarded<Passage>

    init(_ number: Int, _ failure: any Error, _ record: RecordedSubscription, _ time: ContinuousClock.Instant)
    {
      self.number = number
      self.time = time
      state = Guarded(
        Passage(
          subscription: record.number, type: type(of: failure), text: "\(failure)", trail: [record.step]))
    }

    package var passage: Passage { state.withLock { $0 } }

    func pass(_ record: RecordedSubscription, _ failure: any Error) {
      let (step, text) = (record.step, "\(failure)")
      state.withLock { passage in
        passage.subscription = record.number
        passage.type = type(of: failure)
        passage.text = text
        passage.trail.append(step)
      }
    }
  }

#endif
