import Foundation

extension InspectorModel {
  /// Everything that is known, for scripts: one line.
  var json: String {
    struct Snapshot: Encodable {
      struct Problem: Encodable {
        var kind: String
        var subscription: Int?
        var sentence: String
      }
      var program: String?
      var pid: Int?
      var time: Double
      var sample: InspectorLine.Sample?
      var troubles: [Problem]
      var subscriptions: [SubscriptionRow]
      var rates: [String: Double]
      var holders: [HolderRow]
      var failures: [FailureRow]
    }
    let rates = subscriptions.compactMap { number, subscription in
      subscription.rate.perSecond(at: now).map { ("\(number)", ($0 * 10).rounded() / 10) }
    }
    let snapshot = Snapshot(
      program: hello?.program, pid: hello?.pid, time: now, sample: sample,
      troubles: troubles.map {
        Snapshot.Problem(kind: $0.kind.rawValue, subscription: $0.subscription, sentence: $0.sentence)
      },
      subscriptions: subscriptions.values.map(\.row).sorted { $0.number < $1.number },
      rates: Dictionary(rates) { $1 },
      holders: holders.values.map(\.row).sorted { $0.number < $1.number }, failures: failures)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(snapshot)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
