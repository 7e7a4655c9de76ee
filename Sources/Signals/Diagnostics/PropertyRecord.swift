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
  /// Whether anything observes it, or is computed from it; for a moment also while it is set.
  package var isListenedTo: Bool
}

/// A property that is recorded. It counts its values itself: recorded or not, a change costs the same.
package protocol ObservableValue: AnyObject, Sendable {
  /// Takes no lock: there may be a hundred thousand.
  var glance: PropertyGlance { get }
  /// The newest value that is known, without computing it.
  var textOfValue: String? { get }
  /// Whether another property is computed from it. Takes the lock of the graph.
  var isReadByAnother: Bool { get }
  /// Lets the next read of the value be noted, unless it is computed.
  func noteNextRead()
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
    private let seen = Guarded(Seen())

    /// What readers have seen.
    private struct Seen: Sendable {
      var count = 0
      var lastChange: ContinuousClock.Instant?
      var lastRead: ContinuousClock.Instant?
      var isListenedTo = false
    }

    /// What a reader sees.
    package struct Reading: Sendable {
      package let glance: PropertyGlance
      /// How often it has changed while it was listed.
      package let changeCount: Int
      /// When a reader has first seen the last change, and the last read. What is computed changes only when it is read.
      package let lastChange: ContinuousClock.Instant?
      package let lastRead: ContinuousClock.Instant?
      /// Whether anything observes it, or is computed from it.
      package let isListenedTo: Bool
    }

    init(_ number: Int, _ property: any ObservableValue) {
      self.number = number
      self.property = property
      before = property.glance.changeCount
      property.noteNextRead()
    }

    package var isPresent: Bool { property != nil }

    package var textOfValue: String? { property?.textOfValue }

    /// Whether another property is computed from it; nil if it was released.
    package var isReadByAnother: Bool? {
      property.map { $0.glance.isListenedTo && $0.isReadByAnother }
    }

    /// Its value has been read since the last reader looked.
    func noteRead(_ now: ContinuousClock.Instant) { seen.withLock { $0.lastRead = now } }

    /// What it says now; nil if it was released.
    package func read(_ now: ContinuousClock.Instant) -> Reading? {
      guard let property else { return nil }
      let glance = property.glance
      property.noteNextRead()
      let count = glance.changeCount - before
      let wasListenedTo = seen.withLock { $0.isListenedTo }
      // That it is not only being set is looked at once.
      let isListenedTo =
        glance.isObserved || glance.isListenedTo && (wasListenedTo || property.isReadByAnother)
      return seen.withLock { seen in
        if count > seen.count {
          seen.count = count
          seen.lastChange = now
          if glance.isComputed { seen.lastRead = now }
        }
        seen.isListenedTo = isListenedTo
        return Reading(
          glance: glance, changeCount: count, lastChange: seen.lastChange, lastRead: seen.lastRead,
          isListenedTo: isListenedTo)
      }
    }
  }
#endif
