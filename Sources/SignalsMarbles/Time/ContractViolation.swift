/// The rules of the contract that can be checked from outside, on any stream.
public enum ContractRule: String, Sendable, CaseIterable {
  /// Nothing follows a terminating event.
  case e1 = "E1"
  /// Events are serial, whatever the number of sending threads.
  case e6 = "E6"
  /// Events are never delivered recursively, and never reordered.
  case e7 = "E7"
  /// When the end has been delivered, all observers are released.
  case s8 = "S8"
  /// N starts run the work N times.
  case p2 = "P2"
  /// Each start has its own timeline.
  case p3 = "P3"
  /// Disposing of a start ends its lifetime; nothing of it stays behind.
  case p5 = "P5"
  /// A derived signal that is neither reachable nor observed detaches from its upstream.
  case s7 = "S7"
  /// After disposal the observer never gets another value.
  case d2 = "D2"
}

/// A rule of the contract that a stream broke, and how.
public struct ContractViolation: Error, Hashable, CustomStringConvertible {
  /// Which rule.
  public let rule: ContractRule
  /// What happened, in a sentence.
  public let what: String

  /// A rule and what broke it.
  public init(_ rule: ContractRule, _ what: String) {
    self.rule = rule
    self.what = what
  }

  public var description: String { "contract \(rule.rawValue): \(what)" }
}
