import Foundation
import Signals

/// Serves viewers on a thread of its own. Only that thread uses it, which it is handed to before it begins.
final class InspectorServer: Sendable {
  /// More viewers are turned away.
  static let viewerLimit = 8
  /// How many rows of each kind a sample has at most.
  static let rowLimit = 5000

  private let listener: Descriptor
  private let wake: Descriptor
  private let showing: Inspector.Showing
  private let rowLimit: Int
  private let clock = WallClock()

  init(listener: Descriptor, wake: Descriptor, showing: Inspector.Showing, rowLimit: Int) {
    self.rowLimit = rowLimit
    self.listener = listener
    self.wake = wake
    self.showing = showing
  }

  /// Until `isStopped`, which is looked at when the wake-up pipe has something.
  func run(isStopped: () -> Bool) {
    var viewers: [InspectorViewer] = []
    while !isStopped() {
      var entries = [
        pollfd(fd: wake.number, events: Int16(POLLIN), revents: 0),
        pollfd(fd: listener.number, events: Int16(POLLIN), revents: 0),
      ]
      entries += viewers.map { viewer in
        let events = viewer.hasOutput ? Int16(POLLIN | POLLOUT) : Int16(POLLIN)
        return pollfd(fd: viewer.descriptor.number, events: events, revents: 0)
      }
      let timeout = viewers.map(\.nextSample).min().map { milliseconds(until: $0) } ?? -1
      _ = poll(&entries, nfds_t(entries.count), timeout)
      for (index, viewer) in viewers.enumerated() where entries[index + 2].revents != 0 {
        viewer.readRequests()
        viewer.writeOutput()
      }
      if entries[1].revents != 0 {
        if let descriptor = LocalSocket.accepted(by: listener) {
          if viewers.count < Self.viewerLimit {
            viewers.append(InspectorViewer(descriptor, showing, clock, rowLimit: rowLimit))
          }
        } else if errno != EAGAIN, errno != ECONNABORTED {
          // No descriptor is left: the connection would wait in front of a thread that does nothing else.
          Thread.sleep(forTimeInterval: 0.1)
        }
      }
      sample(for: viewers)
      viewers.removeAll { $0.isGone }
    }
  }

  private func milliseconds(until time: ContinuousClock.Instant) -> Int32 {
    let left = time - .now
    if left <= .zero { return 0 }
    let (seconds, attoseconds) = left.components
    return Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
  }

  /// What this thread has used.
  private var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// What is recorded is read once for all viewers whose time has come.
  private func sample(for viewers: [InspectorViewer]) {
    let now = ContinuousClock.now
    let due = viewers.filter { !$0.isGone && $0.isDue(now) }
    if due.isEmpty { return }
    let begin = processorTime
    let sample = InspectorSample(now)
    for viewer in due { viewer.add(sample) }
    // At most a twentieth of a processor is for samples.
    let next = now + (processorTime - begin) * 20
    for viewer in due { viewer.scheduleSample(notBefore: next) }
  }
}

/// Converts times of the record to milliseconds since 1970.
struct WallClock: Sendable {
  private let instant = ContinuousClock.now
  private let milliseconds = Date().timeIntervalSince1970 * 1000

  func callAsFunction(_ time: ContinuousClock.Instant) -> Double {
    let (seconds, attoseconds) = (time - instant).components
    let since = Double(seconds) * 1000 + Double(attoseconds) / 1e15
    return ((milliseconds + since) * 1000).rounded() / 1000
  }
}

/// What is recorded at one time.
struct InspectorSample {
  typealias Holder = (record: HolderRecord, holding: Holding, most: Int, since: ContinuousClock.Instant)

  struct Property {
    let record: PropertyRecord
    let glance: PropertyGlance
    let changes: Int
    let lastTime: ContinuousClock.Instant?
    /// Whether a stream of it is observed, another one is computed from it, or its value was read lately.
    let isUsed: Bool
  }

  let time: ContinuousClock.Instant
  /// Oldest first.
  let live: [RecordedSubscription]
  let ended: [RecordedSubscription]
  let totals: SubscriptionRecord.Totals
  let values: Int
  let holders: [Holder]
  let failures: [FailureRecord]
  let properties: [Property]
  /// What requests a pause, by the subscription that it belongs to.
  let pausing: [Int: String]

  init(_ now: ContinuousClock.Instant) {
    time = now
    let seen = SubscriptionRecord.all
    live = seen.live.sorted { $0.number < $1.number }
    ended = seen.ended
    totals = seen.totals
    for record in live { record.look(now) }
    values = totals.values + live.reduce(0) { $0 + $1.lastLook.values }
    holders = SubscriptionRecord.holders.compactMap { record in
      record.read(now).map { (record, $0, $1, $2) }
    }
    failures = SubscriptionRecord.failures
    properties = SubscriptionRecord.properties(now).compactMap { record in
      record.read(now).map { Property(record, $0, now) }
    }
    pausing = HolderRecord.pausing(holders.lazy.map { ($0.record, $0.holding) })
  }
}

extension InspectorSample.Property {
  /// How long a property counts as used after its value was read.
  private static let readIsRecent = Duration.seconds(10)

  init(_ record: PropertyRecord, _ reading: PropertyRecord.Reading, _ now: ContinuousClock.Instant) {
    self.init(
      record: record, glance: reading.glance, changes: reading.changeCount, lastTime: reading.lastChange,
      isUsed: reading.isListenedTo || reading.lastRead.map { now - $0 < Self.readIsRecent } ?? false)
  }
}
