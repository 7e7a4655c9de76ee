import Foundation

/// A line that an inspected program sends: see `Documentation/Inspector.md`.
enum InspectorLine: Sendable {
  case hello(Hello)
  case sample(Sample)
  case subscriptions([SubscriptionRow])
  case holders([HolderRow], gone: [Int])
  case failures([FailureRow])
  case events(EventRows)
  case end
  case metrics(String)
  case refused(String)
  /// An addition to the protocol that this program does not know.
  case unknown(kind: String)

  /// The version of the protocol.
  static let version = 1

  struct Hello: Codable, Equatable, Sendable {
    var version: Int
    var pid: Int
    var program: String
    var shows: String?
    var since: Double
    var time: Double
    var interval: Double?
  }

  struct Sample: Codable, Equatable, Sendable {
    var sample: Int
    var time: Double
    var missed: Int?
    var live: Int?
    var started: Int?
    var ended: Int?
    var failed: Int?
    var values: Int?
    var rest: Int?
  }

  struct EventRows: Decodable, Equatable, Sendable {
    var subscription: Int
    var missed: Int?
    var rows: [SubscriptionEvent]
  }
}

/// A subscription, or what has changed of it: then the other fields are nil.
struct SubscriptionRow: Codable, Equatable, Sendable {
  var number: Int
  var parent: Int?
  var kind: String?
  var place: String?
  var name: String?
  var type: String?
  var drive: String?
  var state: String?
  var since: Double?
  /// What requests the pause that is under way.
  var pausedBy: String?
  var end: String?
  var failure: String?
  var values: Int?
  var last: Double?
  var text: String?

  mutating func take(_ change: SubscriptionRow) {
    parent = change.parent ?? parent
    kind = change.kind ?? kind
    place = change.place ?? place
    name = change.name ?? name
    type = change.type ?? type
    drive = change.drive ?? drive
    state = change.state ?? state
    since = change.since ?? since
    pausedBy = change.state.map { _ in change.pausedBy } ?? pausedBy
    end = change.end ?? end
    failure = change.failure ?? failure
    values = change.values ?? values
    last = change.last ?? last
    text = change.text ?? text
  }
}

/// Something that holds values back, or what has changed of it.
struct HolderRow: Codable, Equatable, Sendable {
  var number: Int
  var subscription: Int?
  /// What the operator is called: `operator` in the protocol.
  var kind: String?
  var place: String?
  var waits: Int?
  var most: Int?
  var limit: Int?
  var dropped: Int?
  var paused: Bool?
  var since: Double?

  enum CodingKeys: String, CodingKey {
    case number, subscription, place, waits, most, limit, dropped, paused, since
    case kind = "operator"
  }

  mutating func take(_ change: HolderRow) {
    subscription = change.subscription ?? subscription
    kind = change.kind ?? kind
    place = change.place ?? place
    waits = change.waits ?? waits
    most = change.most ?? most
    limit = change.limit ?? limit
    dropped = change.dropped ?? dropped
    paused = change.paused ?? paused
    since = change.since ?? since
  }
}

struct FailureRow: Codable, Equatable, Sendable {
  var number: Int
  var time: Double
  var subscription: Int?
  var type: String?
  var text: String?
  var trail: [String]?
}

/// An array in the protocol: the time, what has happened, and the text of a value or a failure.
struct SubscriptionEvent: Decodable, Equatable, Sendable {
  enum Kind: String, Sendable {
    case value, completed, failed, interrupted, paused, resumed
  }

  var time: Double
  /// Nil: an addition to the protocol that this program does not know.
  var kind: Kind?
  var text: String?

  init(_ time: Double, _ kind: Kind, _ text: String? = nil) {
    (self.time, self.kind, self.text) = (time, kind, text)
  }

  init(from decoder: any Decoder) throws {
    var fields = try decoder.unkeyedContainer()
    time = try fields.decode(Double.self)
    kind = Kind(rawValue: try fields.decode(String.self))
    text = fields.isAtEnd ? nil : try? fields.decode(String.self)
  }
}

extension InspectorLine: Decodable {
  private enum CodingKeys: CodingKey { case kind, rows, gone, text, why }

  init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: CodingKeys.self)
    let kind = try line.decode(String.self, forKey: .kind)
    switch kind {
    case "hello": self = .hello(try Hello(from: decoder))
    case "sample": self = .sample(try Sample(from: decoder))
    case "subscriptions": self = .subscriptions(try line.decode([SubscriptionRow].self, forKey: .rows))
    case "holders":
      self = .holders(
        try line.decode([HolderRow].self, forKey: .rows),
        gone: try line.decodeIfPresent([Int].self, forKey: .gone) ?? [])
    case "failures": self = .failures(try line.decode([FailureRow].self, forKey: .rows))
    case "events": self = .events(try EventRows(from: decoder))
    case "end": self = .end
    case "metrics": self = .metrics(try line.decode(String.self, forKey: .text))
    case "refused": self = .refused(try line.decodeIfPresent(String.self, forKey: .why) ?? "")
    default: self = .unknown(kind: kind)
    }
  }

  /// Nil: it is no line of the protocol.
  init?(_ text: String) {
    guard let line = try? JSONDecoder().decode(InspectorLine.self, from: Data(text.utf8)) else { return nil }
    self = line
  }
}
