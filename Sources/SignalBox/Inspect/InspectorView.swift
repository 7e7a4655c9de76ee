/// What a user looks at: which list or which subscription, and where in it.
struct InspectorView: Equatable, Sendable {
  enum Order: String, CaseIterable, Sendable {
    case rate, waiting, age
  }

  enum Page: Equatable, Sendable {
    case list, tree, help
    case subscription(Int)
  }

  var page = Page.list
  /// The one that a page was opened from.
  var listing = Page.list
  var order = Order.rate
  var filter = ""
  var isTypingFilter = false
  /// The subscription under the cursor; nil: the first one.
  var chosen: Int?
  /// The first row that is shown.
  var top = 0
  /// How long a step of the marble diagram takes, in milliseconds.
  var step = 100.0
  /// Whether a row is marked: not in a text that is written once.
  var hasCursor = true
  /// How many troubles stand above a list.
  var mostTroubles = 5

  static let steps = [10.0, 20, 50, 100, 200, 500, 1_000, 5_000]
}

extension InspectorView {
  enum Outcome: Equatable, Sendable {
    case stays, leaves
    /// The events of a subscription are of interest now.
    case opens(Int)
    /// They are no longer.
    case closes(Int)
  }

  /// - Parameters:
  ///   - numbers: The subscriptions as they are listed.
  ///   - room: How many of them are shown at once.
  mutating func press(_ key: Key, on numbers: [Int], room: Int) -> Outcome {
    if isTypingFilter {
      type(key)
      return .stays
    }
    switch page {
    case .help:
      page = listing
      return .stays
    case .subscription(let number): return press(key, onPageOf: number)
    case .list, .tree: return press(key, inListOf: numbers, room: room)
    }
  }

  private mutating func type(_ key: Key) {
    switch key {
    case .character(let character): filter.append(character)
    case .backspace: _ = filter.popLast()
    case .escape: (filter, isTypingFilter) = ("", false)
    case .enter: isTypingFilter = false
    default: break
    }
    top = 0
  }

  private mutating func press(_ key: Key, onPageOf number: Int) -> Outcome {
    switch key {
    case .character("q"), .escape, .backspace:
      page = listing
      return .closes(number)
    case .character("+"): step = Self.steps.first { $0 > step } ?? step
    case .character("-"): step = Self.steps.last { $0 < step } ?? step
    case .character("?"):
      page = listing
      _ = press(key, inListOf: [], room: 1)
      return .closes(number)
    default: break
    }
    return .stays
  }

  private mutating func press(_ key: Key, inListOf numbers: [Int], room: Int) -> Outcome {
    switch key {
    case .character("q"): return .leaves
    case .character("?"), .character("h"):
      listing = page
      page = .help
    case .character("r"): (order, page) = (.rate, .list)
    case .character("w"): (order, page) = (.waiting, .list)
    case .character("a"): (order, page) = (.age, .list)
    case .character("t"): page = page == .tree ? .list : .tree
    case .character("/"): isTypingFilter = true
    case .escape: filter = ""
    case .up, .character("k"): choose(-1, of: numbers)
    case .down, .character("j"): choose(1, of: numbers)
    case .pageUp: choose(-room, of: numbers)
    case .pageDown, .character(" "): choose(room, of: numbers)
    case .home, .character("g"): chosen = numbers.first
    case .end, .character("G"): chosen = numbers.last
    case .enter:
      guard let number = chosen ?? numbers.first else { break }
      listing = page
      page = .subscription(number)
      return .opens(number)
    default: break
    }
    return .stays
  }

  private mutating func choose(_ distance: Int, of numbers: [Int]) {
    let index = chosen.flatMap { numbers.firstIndex(of: $0) } ?? 0
    if !numbers.isEmpty { chosen = numbers[min(max(0, index + distance), numbers.count - 1)] }
  }

  /// Moves what is shown so that the chosen one is in it.
  mutating func scroll(over numbers: [Int], room: Int) {
    let index = chosen.flatMap { numbers.firstIndex(of: $0) } ?? 0
    top = min(max(top, index - max(room, 1) + 1), index)
    top = max(0, min(top, numbers.count - room))
  }
}

// MARK: What is listed

extension InspectorView {
  /// A row of the list: a subscription, and how deep it stands in the tree.
  struct Row: Equatable, Sendable {
    let number: Int
    let depth: Int
  }

  func rows(of model: InspectorModel) -> [Row] {
    let found = model.subscriptions.values.filter { filter.isEmpty || matches($0) }
    if page == .tree { return tree(of: found, in: model) }
    let numbers = found.map(\.row.number)
    switch order {
    case .age: return numbers.sorted().map { Row(number: $0, depth: 0) }
    case .rate:
      let rates = found.reduce(into: [Int: Double]()) {
        $0[$1.row.number] = $1.rate.perSecond(at: model.now) ?? 0
      }
      return sorted(numbers) { rates[$0] ?? 0 }
    case .waiting:
      let waiting = model.waiting
      return sorted(numbers) { Double(waiting[$0] ?? 0) }
    }
  }

  /// The largest first, and of equal ones the oldest.
  private func sorted(_ numbers: [Int], by weight: (Int) -> Double) -> [Row] {
    numbers.map { (number: $0, weight: weight($0)) }
      .sorted { a, b in a.weight != b.weight ? a.weight > b.weight : a.number < b.number }
      .map { Row(number: $0.number, depth: 0) }
  }

  private func matches(_ subscription: InspectorModel.Subscription) -> Bool {
    let row = subscription.row
    return [row.name, row.place, row.type, row.kind, row.state, "\(row.number)"]
      .contains { $0?.localizedCaseInsensitiveContains(filter) == true }
  }

  /// What is found stands below its parents, which are shown too.
  private func tree(of found: [InspectorModel.Subscription], in model: InspectorModel) -> [Row] {
    var shown: Set<Int> = []
    for subscription in found {
      var next: Int? = subscription.row.number
      while let number = next, shown.insert(number).inserted {
        next = model.subscriptions[number]?.row.parent.flatMap {
          $0 < number && model.subscriptions[$0] != nil ? $0 : nil
        }
      }
    }
    let children = Dictionary(grouping: shown.sorted()) { number -> Int in
      let parent = model.subscriptions[number]?.row.parent ?? 0
      return parent < number && shown.contains(parent) ? parent : 0
    }
    var rows: [Row] = []
    var waiting = (children[0] ?? []).reversed().map { Row(number: $0, depth: 0) }
    while let row = waiting.popLast() {
      rows.append(row)
      waiting += (children[row.number] ?? []).reversed().map { Row(number: $0, depth: row.depth + 1) }
    }
    return rows
  }
}
