/// A list of what was started or observed and has not ended: for finding leaked subscriptions (contract X2).
///
///     LiveSubscriptions.areRecorded = true
///     …
///     print(LiveSubscriptions.report)
///
///     2 of Int: Feed/Page.swift:12
///     1 of String: Feed/Search.swift:40
///
/// A place is a call of `start…`, `observe…`, `bind(to:)` or `connect()`, or an `await` of values.
/// While nothing is recorded, a start reads one flag, and an event costs nothing.
public enum LiveSubscriptions {
  #if hasFeature(Embedded)
    @inlinable static var areRecorded: Bool { false }
  #else
    @usableFromInline static let recording = Toggle()
    private static let entries = Guarded<(last: Int, live: [Int: LiveSubscription])>((0, [:]))

    /// Whether what is started from now on is recorded. What was recorded already stays until it ends.
    @inlinable public static var areRecorded: Bool {
      get { recording.isOn }
      set { recording.set(newValue) }
    }

    /// What was started while ``areRecorded`` was true and has not ended, oldest first.
    ///
    /// - Complexity: O(*n* log *n*) for *n* live subscriptions.
    public static var all: [LiveSubscription] {
      entries.withLock { Array($0.live) }.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The places with the number of their live subscriptions, most first, a line each; empty if there are none.
    public static var report: String {
      let counts = all.reduce(into: [:]) { $0["of \($1.values): \($1.fileID):\($1.line)", default: 0] += 1 }
      return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { "\($0.value) \($0.key)" }.joined(separator: "\n")
    }

    fileprivate static func add(_ subscription: LiveSubscription) -> Int {
      entries.withLock { entries in
        entries.last += 1
        entries.live[entries.last] = subscription
        return entries.last
      }
    }

    fileprivate static func remove(_ number: Int) {
      _ = entries.withLock { $0.live.removeValue(forKey: number) }
    }
  #endif
}

/// Something that was started or observed and has not ended. See ``LiveSubscriptions``.
public struct LiveSubscription: Sendable, Hashable {
  /// The file in which it was started, as `#fileID` says it.
  public let fileID: String
  /// The line in which it was started.
  public let line: UInt
  /// The type of its values.
  public let values: String
}

extension Observer {
  /// The same observer; listed if that is recorded. `start` and `observe` read the flag themselves: the result of this
  /// is one of two observers, and the optimiser follows neither.
  @inlinable @inline(__always) package func listedIfRecorded(_ fileID: StaticString, _ line: UInt) -> Self {
    listedIfRecorded(SourcePlace(fileID, line))
  }

  @inlinable @inline(__always) package func listedIfRecorded(_ place: SourcePlace) -> Self {
    LiveSubscriptions.areRecorded ? listed(place) : self
  }

  /// The same, also not listed any more when `start` is over: on a scheduler, the interruption comes later (contract T1).
  @usableFromInline @inline(never)
  package func listed(_ fileID: StaticString, _ line: UInt, during start: Lifetime) -> Self {
    #if hasFeature(Embedded)
      return self
    #else
      let entry = ListEntry(SourcePlace(fileID, line), Value.self)
      start.onEnd { entry.remove() }
      return listed(entry)
    #endif
  }

  @inlinable @inline(__always) package func listed(_ fileID: StaticString, _ line: UInt) -> Self {
    listed(SourcePlace(fileID, line))
  }

  /// The same observer, listed until it receives the end or is released.
  ///
  /// Out of line and only when something is recorded: the optimiser must not lose what it has proved about an observer.
  @usableFromInline @inline(never) package func listed(_ place: SourcePlace) -> Self {
    #if hasFeature(Embedded)
      return self
    #else
      return listed(ListEntry(place, Value.self))
    #endif
  }

  #if !hasFeature(Embedded)
    private func listed(_ entry: ListEntry) -> Self {
      Observer(
        next: next,
        end: { [end] termination in
          entry.remove()
          end(termination)
        })
    }
  #endif
}

#if !hasFeature(Embedded)
  /// An entry of the list, removed at the latest when the last reference to the entry is released.
  private final class ListEntry: Sendable {
    private let number: Int

    init<Value>(_ place: SourcePlace, _ values: Value.Type) {
      number = LiveSubscriptions.add(
        LiveSubscription(fileID: place.fileID, line: UInt(place.line), values: "\(values)"))
    }

    deinit { remove() }

    func remove() { LiveSubscriptions.remove(number) }
  }
#endif
