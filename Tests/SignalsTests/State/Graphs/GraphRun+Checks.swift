import Signals

extension GraphRun {
  /// A step begins.
  func begin() {
    let box = state
    box.value.values = [box.value.model.values]
    box.value.changed = []
    box.value.heard = []
    box.value.begun = []
    box.value.hasReacted = false
    box.value.wasDisposed = false
    box.value.needs = []
    box.value.everObserved = Set(box.value.observed)
    box.value.runs = []
    for (name, observer) in box.value.observers {
      box.value.observers[name]!.values = []
      box.value.observers[name]!.begin = 0
      box.value.observers[name]!.beginOfHistory = box.value.model.history[observer.property].count
      box.value.observers[name]!.known = box.value.model.values[observer.property]
    }
  }

  /// A step is over: each observer has received what it had to receive, and nothing was computed in vain.
  func check() {
    let now = state.value
    if now.complaint != nil { return }
    if now.hasReacted {
      if now.wasDisposed { state.value.isOrderKnown = false }
      for (name, observer) in now.observers.sorted(by: { $0.key < $1.key }) { check(name, observer) }
    } else {
      checkAll()
    }
    checkRuns()
  }

  /// No action ran inside an observer: it is known what each observer receives, and in which order.
  private func checkAll() {
    let now = state.value
    let (before, after) = (now.values[0], now.model.values)
    var expected = now.begun
    func add(_ property: Int, _ value: Int) {
      let all = now.observers.filter { $0.value.property == property && $0.value.isLive }
      for (name, _) in all.sorted(by: { $0.value.order < $1.value.order }) { expected.append((name, value)) }
    }
    for property in now.changed { add(property, after[property]) }
    for property in now.observed where !now.model.properties[property].isStored {
      if before[property] != after[property] { add(property, after[property]) }
    }
    var heard = now.heard
    if !now.isOrderKnown {
      expected.sort { $0.name < $1.name }
      heard.sort { $0.name < $1.name }
    }
    if !heard.elementsEqual(expected, by: ==) {
      complain("heard \(text(heard)), should be \(text(expected))")
    }
  }

  /// What one observer receives while others set, observe and dispose.
  private func check(_ name: Int, _ observer: Heard) {
    let now = state.value
    if now.model.properties[observer.property].isStored {
      let history = now.model.history[observer.property]
      var expected = Array(history.dropFirst(observer.beginOfHistory))
      if observer.known == nil, observer.isSignal, observer.values.count > expected.count {
        expected = history.suffix(observer.values.count)
      }
      if !observer.isLive { expected = Array(expected.prefix(observer.values.count)) }
      if observer.values != expected { complain("o\(name) hears \(observer.values), should be \(expected)") }
      return
    }
    // Each value was there at some time, later than the one before, and the last one is that of now. When
    // observers set, values may be left out: then one may come again that was another one meanwhile.
    var (known, place) = (observer.known, observer.begin)
    for value in observer.values {
      if value == known {
        while place < now.values.count, now.values[place][observer.property] == known { place += 1 }
      }
      while place < now.values.count, now.values[place][observer.property] != value { place += 1 }
      if place == now.values.count {
        let values = now.values[observer.begin...].map { $0[observer.property] }
        return complain("o\(name) hears \(observer.values), p\(observer.property) was \(values)")
      }
      known = value
    }
    let last = now.model.values[observer.property]
    let isKnown = (known ?? now.values[observer.begin][observer.property]) == last
    if observer.isLive, !isKnown { complain("o\(name) heard \(observer.values), should know \(last)") }
  }

  private func checkRuns() {
    let now = state.value
    var needs = now.needs
    for values in now.hasReacted ? now.values : [now.model.values] {
      for property in now.everObserved { needs.formUnion(now.model.needs(of: property, values)) }
    }
    for index in now.runs.sorted() where !needs.contains(index) {
      complain("p\(index) is computed although nothing needs it")
    }
  }

  private func text(_ heard: [(name: Int, value: Int)]) -> String {
    "[" + heard.map { "o\($0.name) \($0.value)" }.joined(separator: ", ") + "]"
  }
}
