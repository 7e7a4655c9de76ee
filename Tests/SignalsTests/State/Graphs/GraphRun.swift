import Signals

/// Plays a script on real properties, and compares them with the model after each step.
///
/// Everything happens on one thread: that is what makes the boxes sound.
final class GraphRun: Sendable {
  typealias Kind = GraphScript.Kind

  let state: GateBox<State>
  private let real = GateBox<[Property<Int>]>([])
  private let stored = GateBox<[Int: MutableProperty<Int>]>([:])

  struct State {
    var model: GraphModel
    var observers: [Int: Heard] = [:]
    /// What is observed, in the order of the first observation.
    var observed: [Int] = []
    /// False once an observer was disposed of inside an observer: the order afterwards is not specified.
    var isOrderKnown = true
    /// How deep we are inside transactions, and what was set there.
    var depth = 0
    var pending: [(Int, Int)] = []

    // In this step:
    var values: [[Int]] = []
    var changed: [Int] = []
    var heard: [(name: Int, value: Int)] = []
    var begun: [(name: Int, value: Int)] = []
    var hasReacted = false
    var wasDisposed = false
    var needs: Set<Int> = []
    var everObserved: Set<Int> = []
    var runs: Set<Int> = []

    // Of each computation:
    var inputs: [[Int]?]
    var outcomes: [Int]
    var versions: [Int]
    var ranInside: Set<Int> = []

    var complaint: String?
  }

  /// An observer, and what it received in this step.
  struct Heard {
    let property: Int
    /// Its position among the observers.
    let order: Int
    let isSignal: Bool
    let subscription: any Disposable
    let reaction: GraphScript.Reaction?
    var count = 0
    var isLive = true
    var values: [Int] = []
    /// Where it began: the values of the step, and of the history.
    var begin = 0
    var beginOfHistory: Int
    /// The last value that it received; none if it has a signal that was made in this step: that may bring a
    /// change that others have not received yet.
    var known: Int?
  }

  private init(_ script: GraphScript) {
    let count = script.properties.count
    state = GateBox(
      State(
        model: GraphModel(script.properties), inputs: Array(repeating: nil, count: count),
        outcomes: Array(repeating: -1, count: count), versions: Array(repeating: 0, count: count)))
    for (index, kind) in script.properties.enumerated() { real.value.append(make(kind, index)) }
  }

  /// What the first difference is, and in which step.
  static func complaint(_ script: GraphScript) -> (step: Int, text: String)? {
    let run = GraphRun(script)
    defer { run.end() }
    for (index, act) in script.steps.enumerated() {
      run.begin()
      run.perform(act)
      run.check()
      if let text = run.state.value.complaint { return (index, text) }
    }
    run.begin()
    for index in script.properties.indices { run.perform(.read(index)) }
    run.check()
    return run.state.value.complaint.map { (script.steps.count, "at the end: \($0)") }
  }

  private func end() {
    for observer in state.value.observers.values where observer.isLive { observer.subscription.dispose() }
  }

  func complain(_ text: @autoclosure () -> String) {
    if state.value.complaint == nil { state.value.complaint = text() }
  }

  // MARK: The properties

  private func make(_ kind: Kind, _ index: Int) -> Property<Int> {
    let all = kind.sources.map { real.value[$0] }
    let run = self
    switch kind {
    case .stored(let value): return store(MutableProperty(value), index)
    case .incomparable(let value):
      return store(
        MutableProperty(node: PropertyNode(value, .builtIn("incomparable"), areEqual: nil)), index)
    case .mapped: return all[0].map { run.noting(index, Kind.mapped($0)) }
    case .distinct: return all[0].removeDuplicates()
    case .both: return all[0].combineLatest(with: all[1]).map { run.noting(index, Kind.both($0, $1)) }
    case .all: return Property<[Int]>.combineLatest(all).map { run.noting(index, Kind.all($0)) }
    case .computed(let sources):
      return Property {
        let inputs = GateBox<[Int]>([])
        let outcome = Kind.walk(all.count) { next in
          let value = all[next].value
          inputs.value += run.signature(sources[next])
          return value
        }
        return run.noting(index, outcome, inputs.value)
      }
    case .flat:
      return all[0].flatMap { value in
        _ = run.noting(index, value, run.signature(kind.sources[0]))
        return all[1 + value % (all.count - 1)]
      }
    case .inTransaction:
      let (source, own) = (all[0], MutableProperty(1))
      let sum = Property { own.value + source.value }
      return Property {
        let outcome = run.inTransaction {
          own.value = 1
          return Kind.inTransaction(source.value, sum.value)
        }
        return run.noting(index, outcome, run.signatureOfOrigins(index))
      }
    }
  }

  private func store(_ property: MutableProperty<Int>, _ index: Int) -> Property<Int> {
    stored.value[index] = property
    return property.readOnly.withoutSource
  }

  /// Notes that a computation has run, and checks that there was a reason to.
  private func noting(_ index: Int, _ outcome: Int, _ inputs: [Int]? = nil) -> Int {
    state.value.runs.insert(index)
    if state.value.depth > 0 {
      state.value.ranInside.insert(index)
      return outcome
    }
    let inputs = inputs ?? state.value.model.properties[index].sources.flatMap { signature($0) }
    if inputs == state.value.inputs[index] {
      complain("p\(index) is computed although nothing it read has changed")
    }
    state.value.inputs[index] = inputs
    if outcome != state.value.outcomes[index] { state.value.versions[index] += 1 }
    state.value.outcomes[index] = outcome
    return outcome
  }

  /// What distinguishes a value of a property from the others it had.
  private func signature(_ index: Int) -> [Int] {
    let model = state.value.model
    switch model.properties[index] {
    case .stored, .incomparable: return [index, model.history[index].count]
    case .distinct(let source): return signature(source)
    case .flat(let outer, let inner):
      return signature(outer) + signature(inner[model.values[outer] % inner.count])
    default: return [index, state.value.versions[index], state.value.outcomes[index]]
    }
  }

  /// What distinguishes what is set, of all that a property is computed from. A transaction computes for itself what is not
  /// current, and knows no values that have stayed the same in between.
  private func signatureOfOrigins(_ index: Int) -> [Int] {
    let model = state.value.model
    return model.needs(of: index, model.values).filter { model.properties[$0].isStored }.sorted()
      .flatMap { signature($0) }
  }

  // MARK: Acts

  private func perform(_ act: GraphScript.Act) {
    switch act {
    case .set(let index, let value): set(index, value)
    case .read(let index): read(index)
    case .transaction(let acts): perform(acts)
    case .observe(let index, let name, let isSignal, let reaction): observe(index, name, isSignal, reaction)
    case .dispose(let name): dispose(name)
    }
  }

  private func set(_ index: Int, _ value: Int) {
    guard let property = stored.value[index] else { return }
    if state.value.depth > 0 {
      if let place = state.value.pending.firstIndex(where: { $0.0 == index }) {
        state.value.pending[place].1 = value
      } else {
        state.value.pending.append((index, value))
      }
    } else {
      change([(index, value)])
    }
    property.value = value
  }

  private func change(_ pending: [(Int, Int)]) {
    let changed = state.value.model.set(pending)
    if changed.isEmpty { return }
    state.value.changed += changed
    state.value.values.append(state.value.model.values)
  }

  private func read(_ index: Int) {
    let model = state.value.model
    var expected = model.values
    state.value.needs.formUnion(model.needs(of: index, expected))
    if !state.value.pending.isEmpty {
      expected = model.allValues(Dictionary(uniqueKeysWithValues: state.value.pending))
      let inside = model.needs(of: index, expected)
      state.value.needs.formUnion(inside)
      // They are read outside, too: they have made something for it.
      for flat in inside where model.properties[flat].isFlat {
        state.value.needs.formUnion(model.needs(of: flat, model.values))
      }
    }
    let value = real.value[index].value
    if value != expected[index] { complain("p\(index).value is \(value), should be \(expected[index])") }
  }

  private func perform(_ acts: [GraphScript.Act]) {
    inTransaction {
      for act in acts { perform(act) }
      if state.value.depth > 1 { return }
      let pending = state.value.pending
      state.value.pending = []
      change(pending)
    }
  }

  private func inTransaction<Result>(_ body: () -> Result) -> Result {
    transaction {
      state.value.depth += 1
      let result = body()
      state.value.depth -= 1
      if state.value.depth > 0 { return result }
      // What ran inside may have run for the transaction only: nothing is known of it.
      for index in state.value.ranInside {
        state.value.versions[index] += 1
        state.value.outcomes[index] = -1
      }
      state.value.ranInside = []
      return result
    }
  }

  private func observe(_ index: Int, _ name: Int, _ isSignal: Bool, _ reaction: GraphScript.Reaction?) {
    if state.value.observers[name] != nil { return }
    let model = state.value.model
    let subscription = Subscription()
    let observation = SerialDisposable()
    state.value.observers[name] = Heard(
      property: index, order: state.value.observers.count, isSignal: isSignal,
      subscription: isSignal ? observation : subscription, reaction: reaction,
      begin: state.value.values.count - 1,
      beginOfHistory: model.history[index].count - (isSignal ? 0 : 1))
    if !state.value.observed.contains(index) { state.value.observed.append(index) }
    state.value.everObserved.insert(index)
    state.value.needs.formUnion(model.needs(of: index, model.values))
    if isSignal {
      observation.inner = real.value[index].signal.observeValues { [self] in hear(name, $0) }
    } else {
      state.value.begun.append((name, model.values[index]))
      real.value[index].attach(Observer(next: { [self] in hear(name, $0) }, end: { _ in }), subscription)
      if state.value.observers[name]!.count == 0 {
        complain("o\(name) has heard nothing when it has started")
      }
    }
  }

  private func hear(_ name: Int, _ value: Int) {
    guard var observer = state.value.observers[name], observer.isLive else {
      return complain("o\(name) hears \(value) although it was disposed of")
    }
    observer.count += 1
    observer.values.append(value)
    state.value.observers[name] = observer
    state.value.heard.append((name, value))
    if state.value.depth == 0 {
      let (value, expected) = (
        real.value[observer.property].value, state.value.model.values[observer.property]
      )
      if value != expected {
        complain("p\(observer.property).value, read in o\(name), is \(value), should be \(expected)")
      }
    }
    guard let reaction = observer.reaction, reaction.count == observer.count else { return }
    state.value.hasReacted = true
    for act in reaction.acts { perform(act) }
  }

  private func dispose(_ name: Int) {
    guard let observer = state.value.observers[name], observer.isLive else { return }
    state.value.observers[name]!.isLive = false
    state.value.wasDisposed = true
    let others = state.value.observers.values.filter { $0.isLive && $0.property == observer.property }
    if others.isEmpty { state.value.observed.removeAll { $0 == observer.property } }
    observer.subscription.dispose()
  }
}
