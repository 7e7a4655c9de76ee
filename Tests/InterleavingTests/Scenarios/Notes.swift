/// How many there are of something. One thread of a run runs at a time.
final class Tally: @unchecked Sendable {
  private(set) var count = 0

  func add() { count += 1 }

  func remove() { count -= 1 }
}

/// A place for something that a closure needs before it is there. One thread of a run runs at a time.
final class Holder<Object>: @unchecked Sendable {
  var held: Object?
}
