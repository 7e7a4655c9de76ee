// What only remembers an event, or decides what becomes of other events, receives it before what acts on it, whichever was
// attached first (contract S11). See Documentation/Decisions/0045-what-remembers-comes-first.md.

extension Subscription {
  /// A start whose observer receives an event before those of other starts.
  @usableFromInline package static func comingFirst() -> Subscription {
    let start = Subscription()
    start.becomeFirst(.front)
    return start
  }
}

extension LifetimeMember {
  /// Lets what feeds a list come first, and what feeds that.
  ///
  /// In a loop: a signal may have been derived a hundred thousand times.
  func comeFirstWithSources(_ place: FirstPlace) {
    var waiting: [(object: AnyObject, place: FirstPlace)] = [(self, place)]
    while let (next, place) = waiting.popLast() {
      if let start = next as? Subscription {
        // One that remembers stays in front, whatever acts around it.
        let place = start.firstPlace ?? .behindOthers
        start.becomeFirst(place)
        // The list makes the only member reachable, too. The oldest is the first to come first.
        for member in (start.madeList?.all ?? []).reversed() { waiting.append((member, place)) }
      } else if let member = next as? LifetimeMember {
        for source in member.comeFirst(place) { waiting.append((source, place)) }
      } else if let start = next as? Unpaused {
        waiting.append((start.start, place))
      } else if let attachment = next as? CompositeDisposable {
        for member in attachment.owned.reversed() { waiting.append((member, place)) }
      }
    }
  }
}
