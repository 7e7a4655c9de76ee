/// Something that was announced, next to what really happened.
struct Check: Sendable {
  let claim: String
  let announced: String
  let seen: String
  let holds: Bool

  init<Outcome: Equatable>(_ claim: String, announced: Outcome, seen: Outcome) {
    self.claim = claim
    self.announced = "\(announced)"
    self.seen = "\(seen)"
    holds = announced == seen
  }
}
