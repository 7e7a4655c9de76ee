import Synchronization

/// Counts what is alive: values on their way and what closures hold.
final class Token: Sendable {
  private static let count = Atomic<Int>(0)

  static var live: Int { count.load(ordering: .relaxed) }

  init() { Self.count.add(1, ordering: .relaxed) }

  deinit { Self.count.subtract(1, ordering: .relaxed) }
}

/// A value that says which thread sent it and its number among those of that thread.
struct Item: Sendable, Hashable, Comparable {
  /// The thread, or -1 for what belongs to no thread and has no place in the order.
  let sender: Int
  let number: Int
  private let token = Token()

  init(_ sender: Int, _ number: Int) {
    self.sender = sender
    self.number = number
  }

  /// For values that operators put in between.
  static func extra(_ number: Int = 0) -> Item { Item(-1, number) }

  /// Unique among those that threads send.
  var id: Int { sender << 40 | number }

  static func == (left: Item, right: Item) -> Bool {
    left.sender == right.sender && left.number == right.number
  }

  static func < (left: Item, right: Item) -> Bool {
    (left.number, left.sender) < (right.number, right.sender)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(sender)
    hasher.combine(number)
  }
}

/// The failure of the streams here.
struct Oops: Error, Equatable {}
