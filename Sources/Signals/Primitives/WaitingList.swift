/// A queue whose elements can also leave from the middle: appending, taking the first element and taking a certain one
/// take constant time each.
///
/// An element that has left leaves nothing behind: its place is used again, and an empty list gives its memory back.
@usableFromInline package struct WaitingList<Element> {
  /// Identifies an element, also after the element has left.
  @usableFromInline package struct Ticket: Sendable {
    @usableFromInline let place: Int
    @usableFromInline package let number: Int

    @inlinable init(place: Int, number: Int) {
      self.place = place
      self.number = number
    }
  }

  @usableFromInline struct Place {
    @usableFromInline var element: Element?
    /// Which of the elements that have had this place it is.
    @usableFromInline var number = 0
    /// Neighbours in the queue. Of a free place, the next one is free too.
    @usableFromInline var previous: Int?
    @usableFromInline var next: Int?

    @inlinable init(element: Element? = nil, number: Int = 0, previous: Int? = nil, next: Int? = nil) {
      self.element = element
      self.number = number
      self.previous = previous
      self.next = next
    }
  }

  @usableFromInline var places: [Place] = []
  @usableFromInline var first: Int?
  @usableFromInline var last: Int?
  @usableFromInline var free: Int?
  @usableFromInline var appended = 0
  @usableFromInline package var count = 0

  @inlinable package init() {}

  @inlinable package var isEmpty: Bool { count == 0 }

  @inlinable package mutating func append(_ element: Element) -> Ticket {
    let index = freePlace()
    appended += 1
    places[index] = Place(element: element, number: appended, previous: last)
    if let last { places[last].next = index } else { first = index }
    last = index
    count += 1
    return Ticket(place: index, number: appended)
  }

  @inlinable package mutating func popFirst() -> Element? { first.flatMap { removeElement(at: $0) } }

  /// Takes out an element; nil if the element has left before.
  @inlinable package mutating func remove(_ ticket: Ticket) -> Element? {
    guard ticket.place < places.count, places[ticket.place].number == ticket.number else { return nil }
    return removeElement(at: ticket.place)
  }

  /// Takes out all elements, the first one first.
  @inlinable package mutating func removeAll() -> [Element] {
    var all: [Element] = []
    all.reserveCapacity(count)
    while let element = popFirst() { all.append(element) }
    return all
  }

  @inlinable mutating func freePlace() -> Int {
    if let index = free {
      free = places[index].next
      return index
    }
    places.append(Place())
    return places.count - 1
  }

  @inlinable mutating func removeElement(at index: Int) -> Element? {
    let place = places[index]
    if let previous = place.previous { places[previous].next = place.next } else { first = place.next }
    if let next = place.next { places[next].previous = place.previous } else { last = place.previous }
    places[index] = Place(next: free)
    free = index
    count -= 1
    if isEmpty, places.count > 64 {
      places = []
      free = nil
    }
    return place.element
  }
}

extension WaitingList: Sendable where Element: Sendable {}
extension WaitingList.Place: Sendable where Element: Sendable {}
