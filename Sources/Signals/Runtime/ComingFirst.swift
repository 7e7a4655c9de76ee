// What only remembers an event, or decides what becomes of other events, receives it before what acts on it, whichever was
// attached first (contract S11). See Documentation/Decisions/0045-what-remembers-comes-first.md.

extension Subscription {
  /// A start whose observer receives an event before those of other starts.
  @usableFromInline package static func comingFirst() -> Subscription {
    let start = Subscription()
    start.becomeFirst()
    return start
  }
}

extension Disposable {
  /// Lets what has been attached already come first, and what feeds it.
  ///
  /// In a loop: a signal may have been derived a hundred thousand times.
  func comeFirstWithSources() {
    var waiting: [AnyObject] = [self]
    while let next = waiting.popLast() {
      if let start = next as? Subscription {
        start.becomeFirst()
        // The list makes the only member reachable, too. The oldest is the first to come first.
        for member in (start.madeList?.all ?? []).reversed() { waiting.append(member) }
      } else if let member = next as? LifetimeMember {
        waiting += member.comeFirst()
      } else if let start = next as? Unpaused {
        waiting.append(start.start)
      } else if let attachment = next as? CompositeDisposable {
        for member in attachment.owned.reversed() { waiting.append(member) }
      }
    }
  }
}
