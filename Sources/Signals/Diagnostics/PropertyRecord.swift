/// What a property says of itself when it is looked at.
package struct PropertyGlance: Sendable {
  package var name: String?
  package var place: SourcePlace
  package var valueType: any Any.Type
  /// Whether it is computed from other properties.
  package var isComputed: Bool
  /// How many values it has had since it was made, the first one included.
  package var changeCount: Int
  /// Whether anything observes it.
  package var isObserved: Bool
  /// Whether another property is computed from it.
  package var isRead: Bool
  /// The newest value that is known, without computing it.
  package var text: @Sendable () -> String?
}

/// A property that is recorded. It counts its values itself: recorded or not, a change costs the same.
package protocol ObservableValue: AnyObject, Sendable {
  var glance: PropertyGlance { get }
}

#if !hasFeature(Embedded)
  /// A property that is listed. It is not kept by that.
  package final class PropertyRecord: Sendable {
    /// Counted with the subscriptions.
    package let number: Int
    package let startTime = ContinuousClock.now
    private weak let property: (any ObservableValue)?
    /// How many values it had when it was listed.
    private let before: Int
    private let seen = Guarded<(count: Int, time: ContinuousClock.Instant)?>(nil)

    init(_ number: Int, _ property: any ObservableValue) {
      self.number = number
      self.property = property
      before = property.glance.changeCount
    }

    package var isPresent: Bool { property != nil }

    /// What it says now, how often it has changed while it was listed, and when a reader has seen that first; nil if it was
    /// released.
    package func read(
      _ now: ContinuousClock.Instant
    ) -> (PropertyGlance, changes: Int, lastTime: ContinuousClock.Instant?)? {
      guard let glance = property?.glance else { return nil }
      let count = glance.changeCount - before
      let time: ContinuousClock.Instant? = seen.withLock { seen in
        if count > seen?.count ?? 0 { seen = (count, now) }
        return seen?.time
      }
      return (glance, count, time)
    }
  }
#endif
